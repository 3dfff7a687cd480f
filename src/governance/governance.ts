export {
  type AccessRules,
  type AccessSettings,
  changeRules,
  giveAccess,
  leavesOpen,
  RECENT_DAYS,
  rulesOf,
  takeAccess,
} from './access.ts'
export { governanceJobs } from './endings.ts'
export { addMembers, createGroup, removeGroup, removeMember, renameGroup } from './groups.ts'
export { groupOf, holderOf } from './holders.ts'
export { AT_COMMAND_LINE, type Steward } from './steward.ts'
