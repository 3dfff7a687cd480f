import type { RefusalCode, Refusals } from '../../core/refusal.ts'
import { type Message, RECORD_MESSAGES } from './record-messages.ts'

const REALM = 'Bearer realm="tabard"'

const LIMIT_TEXTS: Record<Refusals['over_limit']['what'], (limit: number) => string> = {
  archive: limit => `the archive has more than ${limit} bytes`,
  expanded: limit => `the files have more than ${limit} bytes together`,
  file: limit => `the file has more than ${limit} bytes`,
  entries: limit => `there are more than ${limit} entries`,
  ratio: limit => `the content is more than ${limit} times as large as the archive`,
  body: limit => `the body has more than ${limit} bytes`,
  form: limit => `the form has more than ${limit} bytes`,
  authorization: limit => `the parameters of the application have more than ${limit} bytes`,
  locales: limit => `there are files in more than ${limit} languages`,
  themes: limit => `there are ${limit} themes already; delete one that is not needed`,
}

/** One row for each refusal: a code without a row does not compile. */
export const MESSAGES: { readonly [C in RefusalCode]: Message<Refusals[C]> } = {
  route_unknown: {
    id: 'TABRD0101E',
    status: 404,
    title: 'Nothing is here',
    text: () => 'There is nothing at this address. GET /docs describes all calls of the service.',
  },
  method_unknown: {
    id: 'TABRD0102E',
    status: 405,
    title: 'Method not allowed',
    text: ({ method, allow }) => `${method} is not possible here; what is: ${allow.join(', ')}.`,
    headers: ({ allow }) => ({ allow: allow.join(', ') }),
  },
  host_unknown: {
    id: 'TABRD0103E',
    status: 404,
    title: 'Unknown host',
    text: () => 'No tenant answers to the host name of this request.',
  },
  target_invalid: {
    id: 'TABRD0104E',
    status: 400,
    title: 'Bad address',
    text: ({ why }) => `The address of the request is not in its normal form: ${why}.`,
  },
  request_malformed: {
    id: 'TABRD0105E',
    status: 400,
    title: 'Bad request',
    text: () => 'The request is not well-formed HTTP.',
    headers: () => ({ connection: 'close' }),
  },
  headers_too_large: {
    id: 'TABRD0106E',
    status: 431,
    title: 'Headers too large',
    text: () => 'The request line and the headers have more than 16 KiB, or there are more than 100 headers.',
  },
  query_invalid: {
    id: 'TABRD0107E',
    status: 400,
    title: 'Bad query parameter',
    text: ({ parameter, problem }) => `The query parameter ${parameter} ${problem}.`,
  },
  stopping: {
    id: 'TABRD0108E',
    status: 503,
    title: 'Stopping',
    text: () => 'This node is stopping; ask again, another one may answer.',
    headers: () => ({ 'retry-after': '1' }),
  },
  starting: {
    id: 'TABRD0112E',
    status: 503,
    title: 'Starting',
    text: () => 'This node is starting and not ready yet. Try again in a second.',
    headers: () => ({ 'retry-after': '1' }),
  },

  busy: {
    id: 'TABRD0109E',
    status: 503,
    title: 'Busy',
    text: () => 'Too many uploads or previews are being received or examined. Try again in a few seconds.',
    headers: () => ({ 'retry-after': '2' }),
  },
  overloaded: {
    id: 'TABRD0110E',
    status: 503,
    title: 'Overloaded',
    text: () =>
      'The service has too much to do at the moment; nothing was changed. Try again in a few seconds.',
    headers: () => ({ 'retry-after': '5' }),
  },
  too_many_requests: {
    id: 'TABRD0111E',
    status: 429,
    title: 'Too many requests',
    text: ({ retryAfter }) =>
      `You sent too many requests of this kind. Wait ${retryAfter} seconds, then try again.`,
    headers: ({ retryAfter }) => ({ 'retry-after': String(retryAfter) }),
  },

  navigation_required: {
    id: 'TABRD0120E',
    status: 403,
    title: 'Not a navigation',
    text: () =>
      'This page answers only when a person opens it in a window of its own. Scripts, frames and prefetches cannot load it.',
  },
  cookie_repeated: {
    id: 'TABRD0121E',
    status: 400,
    title: 'Repeated cookie',
    text: () =>
      'The browser sent a cookie of this service twice, so one of them is not from this service. It has been removed; open the page again.',
  },
  worker_refused: {
    id: 'TABRD0122E',
    status: 403,
    title: 'No service workers',
    text: () => 'Nothing at this address can be registered as a service worker.',
  },

  token_missing: {
    id: 'TABRD0201E',
    status: 401,
    title: 'No access token',
    text: () => 'This call needs the header Authorization: Bearer with an access token.',
    headers: () => ({ 'www-authenticate': REALM }),
  },
  token_malformed: {
    id: 'TABRD0202E',
    status: 400,
    title: 'Bad authorization header',
    text: ({ sentence }) => sentence,
    headers: () => ({ 'www-authenticate': `${REALM}, error="invalid_request"` }),
  },
  token_invalid: {
    id: 'TABRD0203E',
    status: 401,
    title: 'Bad access token',
    text: () => 'The access token is unknown, expired or revoked; request a new one.',
    headers: () => ({ 'www-authenticate': `${REALM}, error="invalid_token"` }),
  },
  entitlement_missing: {
    id: 'TABRD0204E',
    status: 403,
    title: 'Entitlement missing',
    text: ({ entitlement }) =>
      `The API client does not hold the entitlement that this call needs: ${entitlement}.`,
    headers: () => ({ 'www-authenticate': `${REALM}, error="insufficient_scope"` }),
  },
  too_many_tries: {
    id: 'TABRD0205E',
    status: 429,
    title: 'Too many failed tries',
    text: ({ retryAfter }) => `There were too many failed tries; try again in ${retryAfter} seconds.`,
    headers: ({ retryAfter }) => ({ 'retry-after': String(retryAfter) }),
  },

  theme_unknown: {
    id: 'TABRD0301E',
    status: 404,
    title: 'Unknown theme',
    text: () => 'No theme has this id. GET /v1.0/branding/themes lists all themes.',
  },
  theme_in_use: {
    // 405, not 409: the interface fixes status and id, and existing tools match on them.
    id: 'CSIAZ3024E',
    status: 405,
    title: 'Theme in use',
    text: ({ themeId }) =>
      `The theme with the id ${themeId} cannot be deleted because an application uses it; assign another theme to it first.`,
    headers: () => ({ allow: 'GET, HEAD, PUT' }),
  },
  themes_in_use: {
    id: 'TABRD0302E',
    status: 409,
    title: 'Themes in use',
    text: ({ applications }) =>
      `Branding cannot be reset because ${applications === 1 ? 'an application uses a theme' : `${applications} applications use themes`} other than the default one; assign the default theme first.`,
  },
  theme_protected: {
    id: 'TABRD0303E',
    status: 405,
    title: 'Protected theme',
    text: ({ themeId }) =>
      themeId === 'master'
        ? 'The master is the original package; it can be read and never changed.'
        : 'The default theme cannot be deleted; replace it with the master package to bring it back to its original state.',
    headers: ({ allow }) => ({ allow: allow.join(', ') }),
  },
  theme_name_taken: {
    id: 'TABRD0304E',
    status: 409,
    title: 'Name taken',
    text: ({ name }) =>
      `Another theme has the name ${JSON.stringify(name)} already; names differ by more than case.`,
  },
  theme_name_reserved: {
    id: 'TABRD0305E',
    status: 400,
    title: 'Reserved name',
    text: ({ name }) => `The name ${JSON.stringify(name)} is reserved; choose another one.`,
  },
  theme_name_fixed: {
    id: 'TABRD0306E',
    status: 400,
    title: 'Fixed name',
    text: () => 'The default theme cannot be renamed; its description can be changed.',
  },
  configuration_invalid: {
    id: 'TABRD0307E',
    status: 400,
    title: 'Bad configuration',
    text: ({ sentence }) => sentence,
  },
  file_unknown: {
    id: 'TABRD0308E',
    status: 404,
    title: 'Unknown file',
    text: ({ path }) => `Neither the theme nor the master has the file ${path}.`,
  },
  page_unknown: {
    id: 'TABRD0310E',
    status: 404,
    title: 'Unknown page',
    text: () => 'There is no page or mail with this id; /v1.0/tabard/pages lists them.',
  },
  session_missing: {
    id: 'TABRD0601E',
    status: 401,
    title: 'Not signed in',
    text: () => 'Nobody is signed in to the console, or the session has ended. Sign in again.',
  },
  origin_foreign: {
    id: 'TABRD0602E',
    status: 403,
    title: 'Call from elsewhere',
    text: () => 'Calls with the session of the console are taken from its own pages only.',
  },
  role_missing: {
    id: 'TABRD0603E',
    status: 403,
    title: 'Not for this role',
    text: () => 'Only an administrator may do this. Ask one, or sign in as one.',
  },
  console_forbidden: {
    id: 'TABRD0604E',
    status: 403,
    title: 'No access to the console',
    text: () =>
      'This account may not use the console. It takes the account of an administrator or of a theme developer.',
  },
  console_unbuilt: {
    id: 'TABRD0605E',
    status: 503,
    title: 'Console not built',
    text: () =>
      'The pages of the console have not been built: install with all dependencies (npm ci), then start again.',
  },
  console_missing: {
    id: 'TABRD0607E',
    status: 404,
    title: 'No console here',
    text: () =>
      'This tenant has no console. An operator of the service can give it one: tabard tenant update <tenant> --console-url https://console.example.com',
  },
  demo_unknown: {
    id: 'TABRD0606E',
    status: 400,
    title: 'Nothing was tried',
    text: () => 'No sign-in that you began ended here, or it is over. Begin again with Try the sign-in.',
  },
  revision_unknown: {
    id: 'TABRD0311E',
    status: 404,
    title: 'Unknown revision',
    text: ({ revision }) => `The theme has no revision ${revision}, or it is no longer kept.`,
  },
  tag_manager_taken: {
    id: 'TABRD0312E',
    status: 409,
    title: 'Another container',
    text: ({ path, container }) =>
      `${path} carries the container ${container} already, which was put there by hand: name that one, or take it out of the page first.`,
  },
  precondition_failed: {
    id: 'TABRD0309E',
    status: 412,
    title: 'Changed in the meantime',
    text: ({ what, header }) =>
      header === 'If-Match'
        ? `The ${what} is not, or not any more, what If-Match names; get it again and repeat the change on top of it.`
        : `The ${what} exists already, and If-None-Match asks that it does not.`,
  },

  upload_type: {
    id: 'TABRD0401E',
    status: 415,
    title: 'Wrong content type',
    text: ({ expected }) => `The content type has to be ${expected}.`,
  },
  upload_encoded: {
    id: 'TABRD0410E',
    status: 415,
    title: 'Encoded body',
    text: ({ encoding }) =>
      `The body has the Content-Encoding ${JSON.stringify(encoding)}. Send it as it is, without a Content-Encoding.`,
    headers: () => ({ 'accept-encoding': 'identity' }),
  },
  upload_malformed: {
    id: 'TABRD0402E',
    status: 400,
    title: 'Bad upload',
    text: ({ why }) => `The upload is malformed. ${why}`,
  },
  upload_timeout: {
    id: 'TABRD0403E',
    status: 408,
    title: 'Upload too slow',
    text: ({ seconds }) => `The upload did not arrive within ${seconds} seconds; nothing of it was kept.`,
    headers: () => ({ connection: 'close' }),
  },
  upload_aborted: {
    id: 'TABRD0404E',
    status: 400,
    title: 'Upload broken off',
    text: () => 'The upload broke off; nothing of it was kept.',
  },
  archive_invalid: {
    id: 'TABRD0405E',
    status: 400,
    title: 'Bad archive',
    text: ({ why, entry }) =>
      `The archive was refused${entry === undefined ? '' : ` at ${JSON.stringify(entry)}`}: ${why}.`,
  },
  over_limit: {
    id: 'TABRD0406E',
    status: 413,
    title: 'Over a limit',
    text: ({ what, limit, entry }) =>
      `${entry === undefined ? 'Over a limit' : `${JSON.stringify(entry)} is over a limit`}: ${LIMIT_TEXTS[what](limit)}.`,
  },
  path_invalid: {
    id: 'TABRD0407E',
    status: 400,
    title: 'Bad path',
    text: ({ why }) => `The path of the file is refused: ${why}.`,
  },
  path_collides: {
    id: 'TABRD0408E',
    status: 400,
    title: 'Colliding path',
    text: ({ path, other }) =>
      `${JSON.stringify(path)} cannot stand beside ${JSON.stringify(other)}: names have to differ by more than case, and a file cannot be a folder too.`,
  },
  content_contradicts: {
    id: 'TABRD0409E',
    status: 400,
    title: 'Content and name disagree',
    text: ({ path, expected }) =>
      `${JSON.stringify(path)} is not ${expected}, as its name says: its first bytes are different.`,
  },

  ...RECORD_MESSAGES,
}
