import { APPS_STATES, DECISION_SAMPLES, REQUEST_SAMPLES, TITLES } from './access-samples.ts'
import type { PageEntry } from './entry.ts'
import { action, formVerifier, NAMELESS, namedPerson } from './macros.ts'
import { REVIEW_SAMPLES, REVIEW_TITLES } from './review-samples.ts'

/** Pages about access to applications. No script of a theme runs here: its author must not act for the person. */
export const ACCESS_PAGES = [
  {
    id: 'no-access',
    scriptless: true,
    group: 'Access',
    meaning: 'Somebody signed in who has no access to the application',
    folder: 'user_flows/access',
    file: 'no_access.html',
    macros: {
      ...action,
      ...formVerifier,
      ...namedPerson,
      OAUTH_CLIENT_NAME: { kind: 'text', meaning: 'name of the application', sample: 'Travel' },
      SHOW_REQUEST: {
        kind: 'switch',
        meaning: 'block if people can request access, otherwise none',
        sample: 'none',
      },
    },
    form: {
      form_verifier: 'the value of @FORM_VERIFIER@',
      operation:
        'back to return to the application, other_account to sign in as somebody else, or request to ask for access',
    },
    states: {
      refused: { meaning: 'normal' },
      requestable: { meaning: 'people can ask for access', values: { SHOW_REQUEST: 'block' } },
      nameless: {
        meaning: 'an account without a name',
        values: NAMELESS,
      },
    },
  },
  {
    id: 'apps',
    scriptless: true,
    group: 'Access',
    meaning: 'The applications that somebody may open or ask for, and the requests that concern them',
    folder: 'user_flows/access',
    file: 'apps.html',
    macros: {
      APPS_LIST: {
        kind: 'markup',
        meaning: 'the title and the lists, which the service writes',
        sample: APPS_STATES.full,
      },
    },
    states: {
      full: { meaning: 'with something of everything' },
      plain: { meaning: 'without requests', values: { APPS_LIST: APPS_STATES.plain } },
      first: { meaning: 'nothing to open yet', values: { APPS_LIST: APPS_STATES.first } },
      nothing: { meaning: 'nothing at all', values: { APPS_LIST: APPS_STATES.nothing } },
    },
  },
  {
    id: 'access-request',
    scriptless: true,
    group: 'Access',
    meaning: 'Somebody asks for access to an application, and sees what has become of it',
    folder: 'user_flows/access',
    file: 'request.html',
    macros: {
      REQUEST_TITLE: { kind: 'text', meaning: 'title of the page', sample: TITLES.ask },
      REQUEST_FORM: {
        kind: 'markup',
        meaning: 'the title, the request and its form, which the service writes',
        sample: REQUEST_SAMPLES.ask,
      },
    },
    states: {
      ask: { meaning: 'the form' },
      others: { meaning: 'with a field for somebody else', values: asking('others') },
      refused: { meaning: 'with mistakes in the form', values: asking('refused') },
      repeated: { meaning: 'there is an open request already', values: asking('repeated') },
      late: { meaning: 'sent after the session had ended', values: asking('late') },
      sent: { meaning: 'the request was sent just now', values: asked('sent') },
      waiting: { meaning: 'a request for somebody else waits', values: asked('waiting') },
      own: { meaning: 'of somebody who decides about requests of others', values: asked('own') },
      more: { meaning: 'more justification is wanted', values: asked('more') },
      'more-refused': { meaning: 'an answer without text', values: asked('more-refused') },
      approved: { meaning: 'it was approved', values: asked('approved') },
      rejected: { meaning: 'it was rejected', values: asked('rejected') },
      withdrawn: { meaning: 'it was withdrawn', values: asked('withdrawn') },
      expired: { meaning: 'nobody decided in time', values: asked('expired') },
      closed: { meaning: 'the application or the person was removed', values: asked('closed') },
    },
  },
  {
    id: 'access-decision',
    scriptless: true,
    group: 'Access',
    meaning: 'Somebody decides about a request for access',
    folder: 'user_flows/access',
    file: 'decision.html',
    macros: {
      DECISION_TITLE: { kind: 'text', meaning: 'title of the page', sample: TITLES.usual },
      DECISION_FORM: {
        kind: 'markup',
        meaning: 'the title, the request and its form, which the service writes',
        sample: DECISION_SAMPLES.waiting,
      },
    },
    states: {
      waiting: { meaning: 'a request waits' },
      others: { meaning: 'a request for somebody else', values: decided('others') },
      turns: { meaning: 'after a question and an answer', values: decided('turns') },
      asked: { meaning: 'a question is not answered yet', values: decided('asked') },
      refused: { meaning: 'without the comment that is needed', values: decided('refused') },
      late: { meaning: 'sent after the session had ended', values: decided('late') },
      approval: {
        meaning: 'the last step of an approval; no theme is ever applied to it',
        values: { ...decided('approval'), DECISION_TITLE: TITLES.approval },
      },
      approved: { meaning: 'it was approved', values: decided('approved') },
      rejected: { meaning: 'it was rejected', values: decided('rejected') },
      overtaken: { meaning: 'somebody else has decided meanwhile', values: decided('overtaken') },
      withdrawn: { meaning: 'it was withdrawn', values: decided('withdrawn') },
      expired: { meaning: 'nobody decided in time', values: decided('expired') },
      closed: { meaning: 'the application or the person was removed', values: decided('closed') },
      missing: {
        meaning: 'no request of this id, or one that concerns others',
        values: { ...decided('missing'), DECISION_TITLE: TITLES.missing },
      },
    },
  },
  {
    id: 'access-review',
    scriptless: true,
    group: 'Access',
    meaning: 'Somebody reviews who has access to an application',
    folder: 'user_flows/access',
    file: 'review.html',
    macros: {
      REVIEW_PAGE_TITLE: { kind: 'text', meaning: 'title of the page', sample: REVIEW_TITLES.usual },
      REVIEW_FORM: {
        kind: 'markup',
        meaning: 'the title, the people and the forms, which the service writes',
        sample: REVIEW_SAMPLES.open,
      },
    },
    states: {
      open: { meaning: 'people to decide about' },
      paged: { meaning: 'a page of many', values: reviewed('paged') },
      filtered: { meaning: 'a filter that finds nobody', values: reviewed('filtered') },
      saved: { meaning: 'everybody is decided about', values: reviewed('saved') },
      refused: { meaning: 'nobody was selected', values: reviewed('refused') },
      'pass-refused': {
        meaning: 'the review cannot be passed on like this',
        values: reviewed('pass-refused'),
      },
      'sign-off': {
        meaning: 'the last step of a review; no theme is ever applied to it',
        values: { ...reviewed('sign-off'), REVIEW_PAGE_TITLE: REVIEW_TITLES.signOff },
      },
      signed: { meaning: 'it was signed off', values: reviewed('signed') },
      ended: { meaning: 'the campaign has ended', values: reviewed('ended') },
      deputy: { meaning: 'as a deputy of the reviewer sees it', values: reviewed('deputy') },
      watched: { meaning: 'as a supervisor of the campaign sees it', values: reviewed('watched') },
      progress: {
        meaning: 'the progress of all reviewers, for a supervisor of the campaign',
        values: { ...reviewed('progress'), REVIEW_PAGE_TITLE: REVIEW_TITLES.progress },
      },
      passed: { meaning: 'it was passed on to somebody else', values: reviewed('passed') },
      missing: {
        meaning: 'no review of this id, or one that concerns others',
        values: { ...reviewed('missing'), REVIEW_PAGE_TITLE: REVIEW_TITLES.missing },
      },
    },
  },
] as const satisfies readonly PageEntry[]

function asking(state: keyof typeof REQUEST_SAMPLES) {
  return { REQUEST_FORM: REQUEST_SAMPLES[state] }
}

function asked(state: keyof typeof REQUEST_SAMPLES) {
  return { ...asking(state), REQUEST_TITLE: TITLES.usual }
}

function decided(state: keyof typeof DECISION_SAMPLES) {
  return { DECISION_FORM: DECISION_SAMPLES[state] }
}

function reviewed(state: keyof typeof REVIEW_SAMPLES) {
  return { REVIEW_FORM: REVIEW_SAMPLES[state] }
}
