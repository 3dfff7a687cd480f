import { namesIn } from '../access/holders-field.tsx'
import type { NewCampaign } from './calls.ts'

/** A campaign as edited in the form. */
export interface Wish {
  readonly name: string
  readonly description: string
  readonly applications: readonly string[]
  readonly start: string
  readonly end: string
  readonly who: 'supervisors' | 'people'
  readonly reviewers: readonly string[]
  readonly supervisors: readonly string[]
  /** The text that is still being typed into the two fields for names. */
  readonly typedReviewers: string
  readonly typedSupervisors: string
  readonly openItems: 'keep' | 'revoke'
  readonly signOff: boolean
  readonly remindDays: string
  readonly escalateDays: string
  readonly repeatMonths: string
}

export const BLANK: Wish = {
  name: '',
  description: '',
  applications: [],
  start: '',
  end: '',
  who: 'people',
  reviewers: [],
  supervisors: [],
  typedReviewers: '',
  typedSupervisors: '',
  openItems: 'keep',
  signOff: true,
  remindDays: '7',
  escalateDays: '2',
  repeatMonths: '0',
}

/** The campaign to send. */
export function sent(wish: Wish): NewCampaign {
  const { name, description, applications, start, end, openItems, signOff } = wish
  return {
    ...{ name: name.trim(), applications, end, openItems, signOff },
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(start !== '' && { start }),
    ...(wish.who === 'people' && { reviewers: namesIn(wish.reviewers, wish.typedReviewers) }),
    supervisors: namesIn(wish.supervisors, wish.typedSupervisors),
    remindDays: Number(wish.remindDays),
    escalateDays: Number(wish.escalateDays),
    repeatMonths: Number(wish.repeatMonths),
  }
}
