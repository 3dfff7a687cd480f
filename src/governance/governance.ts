export {
  type AccessRules,
  type AccessSettings,
  changeRules,
  giveAccess,
  leavesOpen,
  RECENT_DAYS,
  rulesOf,
  rulesTag,
  takeAccess,
} from './access.ts'
export { AccessPages } from './access-pages.ts'
export { csvReport, htmlReport, reportName } from './campaign-report.ts'
export type { WantedCampaign } from './campaign-settings.ts'
export type { CampaignPreview } from './campaign-start.ts'
export { Campaigns, type CountedCampaign } from './campaigns.ts'
export { addDeputy, type NewDeputy, removeDeputy } from './deputies.ts'
export { ENDING_JOBS } from './endings.ts'
export { addMembers, createGroup, removeGroup, removeMember, renameGroup } from './groups.ts'
export { groupOf, holderOf } from './holders.ts'
export { governanceJobs } from './jobs.ts'
export type {
  AccessWish,
  ConcerningRequests,
  NamedPerson,
  OfferedApplication,
  Participant,
  SeenRequest,
  SeenTurn,
} from './request-types.ts'
export { AccessRequests } from './requests.ts'
export { type Decided, Reviews, type SeenProgress, type SeenReview } from './reviews.ts'
export { AT_COMMAND_LINE, type Steward } from './steward.ts'
export { setSupervisor } from './supervisor.ts'
