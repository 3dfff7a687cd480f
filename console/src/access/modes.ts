import type { AccessMode } from './calls.ts'

/** The access modes of an application, in words. */
export const MODES: readonly { value: AccessMode; label: string; hint: string }[] = [
  { value: 'open', label: 'Everybody', hint: 'Every active account can sign in.' },
  {
    value: 'request',
    label: 'On request',
    hint: 'People with access can sign in. Others can request access, and approvers decide.',
  },
  {
    value: 'assigned',
    label: 'Assigned',
    hint: 'Only people and groups to whom you give access can sign in.',
  },
]
