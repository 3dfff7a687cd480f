import type { ShownPerson, ShownRequest, ShownTurn, Wording } from '../forms/access-parts.ts'
import { appsMarkup, type ShownApps, type ShownEntry } from '../forms/apps-markup.ts'
import {
  approvalMarkup,
  decisionMarkup,
  missingMarkup,
  type ShownDecision,
} from '../forms/decision-markup.ts'
import { askMarkup, ownRequestMarkup, type ShownAsk, type ShownOwnRequest } from '../forms/request-markup.ts'
import type { Times } from '../times.ts'
import type { Word } from '../word.ts'

const POSTING = { action: '/access/requests/preview?flow=preview', verifier: 'preview' }
const HREF = '/access/requests/preview'
const APPS = '/apps'
const ALEX: ShownPerson = { name: 'Alex Moreau', userName: 'alex@example.com' }
const ROBIN: ShownPerson = { name: 'Robin Okafor', userName: 'robin@example.com' }
const KIM: ShownPerson = { name: 'Kim Lindqvist', userName: 'kim@example.com' }
const ASKED = Date.UTC(2026, 10, 15, 8, 30)
const HOUR = 3_600_000
const END = Date.UTC(2027, 3, 1)

const WHY: ShownTurn = {
  turn: 'ask',
  at: ASKED,
  by: ALEX.name,
  comment: 'I plan the trips of our team.',
}
const QUESTION: ShownTurn = {
  turn: 'more',
  at: ASKED + 3 * HOUR,
  by: ROBIN.name,
  comment: 'Which team, and for how long?',
}
const ANSWER: ShownTurn = {
  turn: 'answer',
  at: ASKED + 5 * HOUR,
  by: ALEX.name,
  comment: 'Sales, until the fair in March is over.',
}

/** The turn that ends a request, and the state that follows. */
const ENDS = {
  approved: { turn: 'approve', by: ROBIN.name, comment: 'Have a good trip.' },
  rejected: { turn: 'reject', by: ROBIN.name, comment: 'Kim plans the trips of Sales.' },
  withdrawn: { turn: 'withdraw', by: ALEX.name, comment: '' },
  expired: { turn: 'expire', comment: '' },
  closed: { turn: 'close', comment: '' },
} as const

const REQUEST: ShownRequest = {
  application: 'Travel',
  state: 'waiting',
  requester: ALEX,
  person: ALEX,
  forOther: false,
  until: END,
  askedAt: ASKED,
  turns: [WHY],
}
const FOR_KIM = { person: KIM, forOther: true, until: null } as const

/** The state and history of a request that has ended. */
function ended(state: keyof typeof ENDS): Pick<ShownRequest, 'state' | 'turns'> {
  return { state, turns: [WHY, QUESTION, ANSWER, { at: ASKED + 26 * HOUR, ...ENDS[state] }] }
}

type Written = (word: Word, times: Times) => string
const written =
  (write: (wording: Wording) => string): Written =>
  (word, times) =>
    write({ word, times })

const ENTRY: ShownEntry = {
  id: 'preview',
  href: HREF,
  application: 'Travel',
  person: undefined,
  state: 'waiting',
  askedAt: ASKED,
  canWithdraw: true,
}
const FULL: ShownApps = {
  open: [
    { name: 'Mail', description: 'Messages and calendar', href: 'https://mail.example.com/', endsAt: null },
    { name: 'Wiki', description: null, href: 'https://wiki.example.com/', endsAt: null },
    {
      name: 'Payroll',
      description: 'Salaries and expenses',
      href: 'https://payroll.example.com/',
      endsAt: END,
    },
  ],
  requestable: [
    {
      name: 'Warehouse',
      description: 'Stock, orders and deliveries',
      href: '/access/requests?application=warehouse',
      endsAt: null,
    },
  ],
  toDecide: [
    { ...ENTRY, application: 'Payroll', person: KIM.name, canWithdraw: false },
    { ...ENTRY, application: 'Payroll', person: 'Sam Castillo', state: 'more-wanted', canWithdraw: false },
  ],
  reviews: [
    {
      href: '/access/reviews/preview',
      application: 'Travel',
      campaign: 'Yearly review',
      endsAt: END,
      decided: 4,
      items: 12,
    },
  ],
  asked: [ENTRY, { ...ENTRY, application: 'Design library', state: 'rejected', canWithdraw: false }],
  accountHref: '/idaas/mtfim/sps/idaas/login?runtime=true',
}
const NOTHING = { open: [], requestable: [], toDecide: [], reviews: [], asked: [] }

export function apps(differences: Partial<ShownApps> = {}): Written {
  return written(wording => appsMarkup({ ...FULL, ...differences }, POSTING, wording))
}

export const APPS_STATES = {
  full: apps(),
  plain: apps({ toDecide: [], reviews: [], asked: [] }),
  nothing: apps(NOTHING),
  first: apps({ ...NOTHING, requestable: FULL.requestable }),
}

function ask(differences: (word: Word) => Partial<ShownAsk> = () => ({})): Written {
  return written(wording =>
    askMarkup(
      {
        application: 'Travel',
        description: 'Trips, tickets and bills',
        values: {},
        problems: {},
        forOneself: true,
        forOthers: false,
        today: '2026-11-15',
        appsHref: APPS,
        ...differences(wording.word),
      },
      POSTING,
      wording,
    ),
  )
}

function own(differences: (word: Word) => Partial<ShownOwnRequest> = () => ({})): Written {
  return written(wording =>
    ownRequestMarkup(
      {
        ...REQUEST,
        canAnswer: false,
        canWithdraw: false,
        couldDecide: false,
        openHref: undefined,
        againHref: undefined,
        appsHref: APPS,
        ...differences(wording.word),
      },
      POSTING,
      wording,
    ),
  )
}

const AGAIN = '/access/requests?application=travel'

export const REQUEST_SAMPLES = {
  ask: ask(),
  others: ask(() => ({ forOthers: true })),
  refused: ask(word => ({
    forOthers: true,
    values: { person: 'kim', until: '2026-01-31' },
    problems: {
      person: word('REQUEST_PERSON_UNKNOWN'),
      justification: word('REQUEST_WHY_EMPTY'),
      until: word('REQUEST_UNTIL_PAST'),
    },
  })),
  repeated: ask(word => ({
    values: { justification: WHY.comment },
    problem: word('REQUEST_ALREADY_ASKED'),
  })),
  late: ask(word => ({ values: { justification: WHY.comment }, problem: word('ACCESS_NOT_SENT') })),
  sent: own(word => ({ canWithdraw: true, notice: word('REQUEST_SENT') })),
  waiting: own(() => ({ ...FOR_KIM, canWithdraw: true })),
  own: own(() => ({ canWithdraw: true, couldDecide: true })),
  more: own(() => ({
    state: 'more-wanted',
    turns: [WHY, QUESTION],
    canAnswer: true,
    canWithdraw: true,
  })),
  'more-refused': own(word => ({
    state: 'more-wanted',
    turns: [WHY, QUESTION],
    canAnswer: true,
    canWithdraw: true,
    problem: word('DECISION_COMMENT_EMPTY'),
  })),
  approved: own(() => ({ ...ended('approved'), openHref: 'https://travel.example.com/' })),
  rejected: own(() => ({ ...ended('rejected'), againHref: AGAIN })),
  withdrawn: own(() => ({ ...ended('withdrawn'), againHref: AGAIN })),
  expired: own(() => ({ ...ended('expired'), againHref: AGAIN })),
  closed: own(() => ended('closed')),
}

function decision(differences: (word: Word) => Partial<ShownDecision> = () => ({})): Written {
  return written(wording =>
    decisionMarkup(
      {
        ...REQUEST,
        canApprove: false,
        canReject: false,
        canAskMore: false,
        appsHref: APPS,
        ...differences(wording.word),
      },
      POSTING,
      wording,
    ),
  )
}

const OPEN = { canApprove: true, canReject: true, canAskMore: true }

export const DECISION_SAMPLES = {
  waiting: decision(() => OPEN),
  others: decision(() => ({ ...OPEN, ...FOR_KIM })),
  turns: decision(() => ({ ...OPEN, turns: [WHY, QUESTION, ANSWER] })),
  asked: decision(() => ({
    ...OPEN,
    canAskMore: false,
    state: 'more-wanted',
    turns: [WHY, QUESTION],
  })),
  refused: decision(word => ({ ...OPEN, problem: word('DECISION_COMMENT_EMPTY') })),
  late: decision(word => ({ ...OPEN, comment: ENDS.rejected.comment, error: word('ACCESS_NOT_SENT') })),
  approval: written(wording =>
    approvalMarkup({ ...REQUEST, comment: ENDS.approved.comment }, POSTING, wording),
  ),
  approved: decision(() => ended('approved')),
  rejected: decision(() => ended('rejected')),
  overtaken: decision(word => ({ ...ended('rejected'), error: word('DECISION_OVERTAKEN') })),
  withdrawn: decision(() => ended('withdrawn')),
  expired: decision(() => ended('expired')),
  closed: decision(() => ended('closed')),
  missing: written(wording => missingMarkup(ROBIN, { otherHref: '#', appsHref: APPS }, wording)),
}

const TITLE: Written = word => word('ACCESS_TITLE', { APPLICATION: 'Travel' })

/** The titles of states that differ from the default one. */
export const TITLES = {
  usual: TITLE,
  ask: ((word: Word) => word('REQUEST_TITLE', { APPLICATION: 'Travel' })) satisfies Written,
  approval: ((word: Word) =>
    word('APPROVAL_TITLE', { PERSON: ALEX.name, APPLICATION: 'Travel' })) satisfies Written,
  missing: ((word: Word) => word('DECISION_MISSING_TITLE')) satisfies Written,
}
