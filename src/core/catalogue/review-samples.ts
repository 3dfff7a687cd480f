import { isolated, type ShownPerson, type Wording } from '../forms/access-parts.ts'
import {
  passedOnMarkup,
  progressMarkup,
  reviewMarkup,
  type ShownItem,
  type ShownReview,
  signOffMarkup,
} from '../forms/review-markup.ts'
import type { Times } from '../times.ts'
import type { Word } from '../word.ts'

const POSTING = { action: '/access/reviews/preview?flow=preview', verifier: 'preview' }
const HREF = '/access/reviews/preview'
const APPS = '/apps'
const ROBIN: ShownPerson = { name: 'Robin Okafor', userName: 'robin@example.com' }
const SINCE = Date.UTC(2025, 2, 3)
const ENDS = Date.UTC(2026, 10, 30)

const ALEX: ShownItem = {
  account: 'alex',
  person: { name: 'Alex Moreau', userName: 'alex@example.com' },
  since: SINCE,
  ways: [{}],
  lastSignIn: Date.UTC(2026, 10, 13),
  lastDecision: { decision: 'keep', at: Date.UTC(2025, 10, 20), by: 'robin@example.com' },
  decision: null,
  comment: '',
}
const KIM: ShownItem = {
  ...ALEX,
  account: 'kim',
  person: { name: 'Kim Lindqvist', userName: 'kim@example.com' },
  ways: [{ group: 'Sales' }, { by: 'robin@example.com', isRequested: true }],
  lastSignIn: null,
  lastDecision: null,
}
const SAM: ShownItem = {
  ...ALEX,
  account: 'sam',
  person: { name: 'sam@example.com', userName: 'sam@example.com' },
  ways: [{ by: 'robin@example.com' }],
  lastDecision: { decision: 'revoke', at: Date.UTC(2025, 10, 20), by: 'robin@example.com' },
}

const REVIEW: ShownReview = {
  campaign: 'Yearly review',
  description: 'Who still needs access to our applications?',
  application: 'Travel',
  state: 'open',
  endsAt: ENDS,
  openItems: 'revoke',
  decided: 0,
  items: 3,
  people: [ALEX, KIM, SAM],
  filter: { search: '', shown: '', unused: false },
  found: 3,
  address: HREF,
  previousHref: undefined,
  nextHref: undefined,
  canDecide: true,
  canSign: false,
  wantsSign: true,
  canPass: true,
  problems: {},
  appsHref: APPS,
}
const DECIDED: Partial<ShownReview> = {
  decided: 3,
  people: [
    { ...ALEX, decision: 'keep' },
    { ...KIM, decision: 'revoke', comment: 'Has moved to another team.' },
    { ...SAM, decision: 'gone' },
  ],
}
const CLOSED: Partial<ShownReview> = { ...DECIDED, canDecide: false, canPass: false }

type Written = (word: Word, times: Times) => string

function written(write: (wording: Wording) => string): Written {
  return (word, times) => write({ word, times })
}

function review(differences: (word: Word) => Partial<ShownReview> = () => ({})): Written {
  return written(wording => reviewMarkup({ ...REVIEW, ...differences(wording.word) }, POSTING, wording))
}

export const REVIEW_SAMPLES = {
  open: review(),
  paged: review(() => ({ items: 120, found: 120, previousHref: HREF, nextHref: HREF })),
  filtered: review(() => ({
    filter: { search: 'zoe', shown: 'open', unused: true },
    people: [],
    found: 0,
  })),
  saved: review(word => ({ ...DECIDED, canSign: true, notice: word('REVIEW_SAVED') })),
  refused: review(word => ({ error: word('REVIEW_NONE_CHOSEN') })),
  'pass-refused': review(word => ({
    pass: { to: 'zoe', reason: '' },
    problems: { reviewer: word('REQUEST_PERSON_UNKNOWN'), reason: word('REQUEST_WHY_EMPTY') },
  })),
  'sign-off': written(wording =>
    signOffMarkup(
      {
        application: 'Travel',
        kept: 1,
        revoked: 1,
        keeping: ['Alex Moreau (alex@example.com)'],
        losing: ['Kim Lindqvist (kim@example.com)'],
        ...{ previousHref: undefined, nextHref: undefined },
      },
      POSTING,
      wording,
    ),
  ),
  signed: review(() => ({ ...CLOSED, state: 'signed' })),
  ended: review(() => ({ ...CLOSED, state: 'ended' })),
  deputy: review(() => ({ standsInFor: ROBIN.userName })),
  watched: review(() => ({ canDecide: false })),
  progress: written(wording =>
    progressMarkup(
      {
        ...REVIEW,
        decided: 4,
        items: 9,
        reviews: [
          { href: HREF, reviewer: undefined, decided: 0, items: 1, state: 'open' },
          { href: HREF, reviewer: 'kim@example.com', decided: 1, items: 5, state: 'open' },
          { href: HREF, reviewer: 'robin@example.com', decided: 3, items: 3, state: 'signed' },
        ],
      },
      wording,
    ),
  ),
  passed: written(wording => {
    const title = wording.word('REVIEW_TITLE', { APPLICATION: isolated('Travel') })
    const text = wording.word('REVIEW_PASSED_ON', { PERSON: isolated('kim@example.com') })
    return passedOnMarkup({ title, text }, undefined, { appsHref: APPS }, wording)
  }),
  missing: written(wording =>
    passedOnMarkup(
      { title: wording.word('REVIEW_MISSING_TITLE'), text: wording.word('DECISION_MISSING') },
      ROBIN,
      { otherHref: '#', appsHref: APPS },
      wording,
    ),
  ),
}

/** The titles of the states. */
export const REVIEW_TITLES = {
  usual: ((word: Word) => word('REVIEW_TITLE', { APPLICATION: 'Travel' })) satisfies Written,
  signOff: ((word: Word) => word('SIGN_OFF_TITLE', { APPLICATION: 'Travel' })) satisfies Written,
  progress: ((word: Word) => word('REVIEWS_TITLE', { APPLICATION: 'Travel' })) satisfies Written,
  missing: ((word: Word) => word('REVIEW_MISSING_TITLE')) satisfies Written,
}
