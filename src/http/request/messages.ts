import type { RefusalCode, Refusals } from '../../core/refusal.ts'
import { LIMIT_TEXTS } from './limit-texts.ts'
import { type Message, RECORD_MESSAGES } from './record-messages.ts'

const REALM = 'Bearer realm="tabard"'

/** One row for each refusal: a code without a row does not compile. */
export const MESSAGES: { readonly [C in RefusalCode]: Message<Refusals[C]> } = {
  route_unknown: {
    id: 'TABRD0101E',
    status: 404,
    title: 'Not found',
    text: () => 'There is nothing at this address. See /docs/calls for all calls of the service.',
  },
  method_unknown: {
    id: 'TABRD0102E',
    status: 405,
    title: 'Method not allowed',
    text: ({ method, allow }) =>
      `The method ${method} is not allowed at this address. Use ${allow.join(', ')}.`,
    headers: ({ allow }) => ({ allow: allow.join(', ') }),
  },
  host_unknown: {
    id: 'TABRD0103E',
    status: 404,
    title: 'Unknown host',
    text: () =>
      'No tenant has the host name of this address. Check the address, or ask an operator to add it to a tenant.',
  },
  target_invalid: {
    id: 'TABRD0104E',
    status: 400,
    title: 'Bad address',
    text: ({ why }) => `The address of the request is not valid: ${why}.`,
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
  expectation_unknown: {
    id: 'TABRD0113E',
    status: 417,
    title: 'Unknown expectation',
    text: () => 'The header Expect can only be 100-continue. Send the request without it.',
    headers: () => ({ connection: 'close' }),
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
    text: () => 'This node is stopping. Try again in a second; another node may answer.',
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
    text: () => 'Too many uploads or previews are in progress. Try again in a few seconds.',
    headers: () => ({ 'retry-after': '2' }),
  },
  overloaded: {
    id: 'TABRD0110E',
    status: 503,
    title: 'Overloaded',
    text: () => 'The service is overloaded. Nothing was changed. Try again in a few seconds.',
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
      'This page can only be opened by a person, in a tab or window. Scripts, frames and prefetches cannot load it.',
  },
  cookie_repeated: {
    id: 'TABRD0121E',
    status: 400,
    title: 'Repeated cookie',
    text: () =>
      'Your browser sent a cookie of this service twice, so one of the two is not from this service. Both were removed. Open the page again.',
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
    text: () => 'The access token is unknown, expired or revoked. Request a new one.',
    headers: () => ({ 'www-authenticate': `${REALM}, error="invalid_token"` }),
  },
  entitlement_missing: {
    id: 'TABRD0204E',
    status: 403,
    title: 'Entitlement missing',
    text: ({ entitlement }) =>
      `The API client lacks the entitlement ${entitlement}, which this call needs. Ask an administrator for it.`,
    headers: () => ({ 'www-authenticate': `${REALM}, error="insufficient_scope"` }),
  },
  client_limited: {
    id: 'TABRD0206E',
    status: 403,
    title: 'API client limited to themes',
    text: () =>
      'The API client is limited to some themes. It cannot create, rename or reset themes. Use a client without this limit.',
    headers: () => ({ 'www-authenticate': `${REALM}, error="insufficient_scope"` }),
  },
  too_many_tries: {
    id: 'TABRD0205E',
    status: 429,
    title: 'Too many failed attempts',
    text: ({ retryAfter }) => `There were too many failed attempts. Try again in ${retryAfter} seconds.`,
    headers: ({ retryAfter }) => ({ 'retry-after': String(retryAfter) }),
  },

  theme_unknown: {
    id: 'TABRD0301E',
    status: 404,
    title: 'Unknown theme',
    text: () => 'No theme has this id. See the list of themes.',
  },
  theme_in_use: {
    // 405, not 409: the branding REST API defines status and id, and existing tools match on them.
    id: 'CSIAZ3024E',
    status: 405,
    title: 'Theme in use',
    text: ({ themeId }) =>
      `The theme with the id ${themeId} cannot be deleted because an application uses it. Assign another theme to the application first.`,
    headers: () => ({ allow: 'GET, HEAD, PUT' }),
  },
  themes_in_use: {
    id: 'TABRD0302E',
    status: 409,
    title: 'Themes in use',
    text: ({ applications }) =>
      `Branding cannot be reset because ${applications === 1 ? 'an application uses a theme' : `${applications} applications use themes`} other than the default one. Assign the default theme first.`,
  },
  theme_protected: {
    id: 'TABRD0303E',
    status: 405,
    title: 'Protected theme',
    text: ({ themeId }) =>
      themeId === 'master'
        ? 'The master is the original theme and cannot be changed. Create a theme from it instead.'
        : 'The default theme cannot be deleted. To bring it back to its original state, replace it with the package of the master.',
    headers: ({ allow }) => ({ allow: allow.join(', ') }),
  },
  theme_name_taken: {
    id: 'TABRD0304E',
    status: 409,
    title: 'Name taken',
    text: ({ name }) =>
      `Another theme has the name ${JSON.stringify(name)} already. Choose a name that differs in more than upper and lower case.`,
  },
  theme_name_reserved: {
    id: 'TABRD0305E',
    status: 400,
    title: 'Reserved name',
    text: ({ name }) => `The name ${JSON.stringify(name)} is reserved. Choose another one.`,
  },
  theme_name_fixed: {
    id: 'TABRD0306E',
    status: 400,
    title: 'Fixed name',
    text: () => 'The default theme cannot be renamed. You can change its description.',
  },
  configuration_invalid: {
    id: 'TABRD0307E',
    status: 400,
    title: 'Bad configuration',
    text: ({ sentence }) => sentence,
  },
  range_outside: {
    id: 'TABRD0313E',
    status: 416,
    title: 'Range outside of the file',
    text: ({ size }) => `The file has ${size} bytes, and the requested range has none of them.`,
    headers: ({ size }) => ({ 'content-range': `bytes */${size}` }),
  },
  file_unknown: {
    id: 'TABRD0308E',
    status: 404,
    title: 'Unknown file',
    text: ({ path, places }) => {
      if (places?.length === 0)
        return `${path} is not sent here: only style sheets, scripts, images, fonts and videos are.`
      if (places !== undefined)
        return `Neither the theme nor the master has the asset ${path}. Its file would be ${places.join(' or ')}.`
      if (path === '')
        return 'The address names no file. Add the path of one, or leave out the slash at the end for the whole theme.'
      return `Neither the theme nor the master has the file ${path}. Check the path: it begins below the folder templates.`
    },
  },
  page_unknown: {
    id: 'TABRD0310E',
    status: 404,
    title: 'Unknown page',
    text: ({ kind, id }) =>
      `No ${kind} has the id ${JSON.stringify(id)}. See /docs/theme-reference of this service for all ids.`,
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
    title: 'Request from another site',
    text: () =>
      'Another site sent this request with your session of the console, so it was rejected. Use the console itself.',
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
    text: () => 'This account may not use the console. Sign in as an administrator or a theme developer.',
  },
  console_unbuilt: {
    id: 'TABRD0605E',
    status: 503,
    title: 'Console not built',
    text: () =>
      'The console has not been built. Install with all dependencies (npm ci), then start the service again.',
  },
  console_missing: {
    id: 'TABRD0607E',
    status: 404,
    title: 'No console here',
    text: () =>
      'This tenant has no console. An operator of the service can add one: tabard tenant update <tenant> --console-url https://console.example.com',
  },
  demo_unknown: {
    id: 'TABRD0606E',
    status: 400,
    title: 'No sign-in to show',
    text: () =>
      'There is no sign-in of yours to show here, or it has expired. Select “Try the sign-in” to start again.',
  },
  revision_unknown: {
    id: 'TABRD0311E',
    status: 404,
    title: 'Unknown revision',
    text: ({ revision }) =>
      `The theme has no revision ${revision}, or it was deleted because it was too old. See the history of the theme.`,
  },
  tag_manager_taken: {
    id: 'TABRD0312E',
    status: 409,
    title: 'Another container',
    text: ({ path, container }) =>
      `${path} already has the container ${container}, which somebody added by hand. Use that container, or remove it from the page first.`,
  },
  precondition_failed: {
    id: 'TABRD0309E',
    status: 412,
    title: 'Changed in the meantime',
    text: ({ what, header, isVain }) => {
      if (isVain)
        return `The header If-Match has no ETag that can match. Send the ETag of the ${what} in its quotes and without W/, which proxies add when they compress answers.`
      if (what === 'linter settings' || what === 'access settings')
        return header === 'If-Match'
          ? `The ${what} were changed after you read them. Read them again and repeat your change.`
          : `The ${what} exist already. Send your change without If-None-Match.`
      return header === 'If-Match'
        ? `The ${what} was changed or removed after you read it. Read it again and repeat your change.`
        : `The ${what} exists already. Choose another name, or change the existing one.`
    },
  },

  upload_type: {
    id: 'TABRD0401E',
    status: 415,
    title: 'Wrong content type',
    text: ({ expected }) => `The content type must be ${expected}.`,
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
    text: ({ seconds }) =>
      `The upload did not arrive within ${seconds} seconds. Nothing was stored. Try again.`,
    headers: () => ({ connection: 'close' }),
  },
  upload_aborted: {
    id: 'TABRD0404E',
    status: 400,
    title: 'Upload interrupted',
    text: () => 'The upload was interrupted. Nothing was stored. Try again.',
  },
  archive_invalid: {
    id: 'TABRD0405E',
    status: 400,
    title: 'Bad archive',
    text: ({ why, entry }) =>
      `The archive was rejected${entry === undefined ? '' : ` at ${JSON.stringify(entry)}`}: ${why}.`,
  },
  over_limit: {
    id: 'TABRD0406E',
    status: 413,
    title: 'Over a limit',
    text: ({ what, limit, entry }) =>
      LIMIT_TEXTS[what](limit, entry === undefined ? undefined : JSON.stringify(entry)),
  },
  path_invalid: {
    id: 'TABRD0407E',
    status: 400,
    title: 'Bad path',
    text: ({ why }) => `The path of the file is not allowed: ${why}.`,
  },
  path_collides: {
    id: 'TABRD0408E',
    status: 400,
    title: 'Colliding path',
    text: ({ path, other }) =>
      `A theme cannot have both ${JSON.stringify(path)} and ${JSON.stringify(other)}. Rename one. Names must differ in more than upper and lower case, and a file cannot also be a folder.`,
  },
  content_contradicts: {
    id: 'TABRD0409E',
    status: 400,
    title: 'Content and name disagree',
    text: ({ path, expected }) =>
      `${JSON.stringify(path)} is not ${expected}, although its name says so. Upload a file of that type, or rename it.`,
  },

  ...RECORD_MESSAGES,
}
