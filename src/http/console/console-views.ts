import { escapedHtml } from '../../core/template/template.ts'
import { CONSOLE_PATHS, type ConsoleView } from '../../identity/identity.ts'
import { MESSAGES } from '../request/messages.ts'

/** A page of the console that the server renders: its title, and its content. */
export interface ConsolePage {
  readonly title: string
  readonly body: string
}

/** Settings of a page besides its content. */
export interface ViewPlace {
  /** Where its form is posted. */
  readonly action: string
  /** Where signing in begins again. */
  readonly again: string
  /** The sign-in address that also works for a person who is signed in. */
  readonly another: string
  /** Where a forgotten password is replaced. */
  readonly forgotten: string
  /** What has just happened, in a sentence. */
  readonly notice?: string | undefined
}

type ViewOf<Name extends ConsoleView['name']> = Extract<ConsoleView, { name: Name }>

/** A page of the sign-in to the console. */
export function consolePage(view: ConsoleView, place: ViewPlace): ConsolePage {
  switch (view.name) {
    case 'sign-in':
      return signIn(view, place)
    case 'code':
      return code(view, place)
    case 'new-password':
      return newPassword(view, place)
    case 'enrolment':
      return enrolment(view, place)
    case 'recovery-codes':
      return recoveryCodes(view, place)
    case 'forgotten':
      return forgotten(view, place)
    case 'forgotten-sent':
      return {
        title: 'Check your inbox',
        body: `<p>If somebody with this username uses the console, a link is on its way to their e-mail address.
          It works for 30 minutes.</p>
          <p class="hint">It can take a few minutes. Also check your spam folder.</p>
          ${button(place.again, 'Back to sign-in')}`,
      }
    case 'held':
      return {
        title: 'You cannot set up an app yet',
        body: `<p>The console needs an authenticator app, and you have just replaced your password through a link in an
          e-mail. Access to your mailbox alone must not open the console. You can set up an app from
          <b>${escapedHtml(view.until)}</b> on.</p>
          <p class="hint">An operator can lift this wait with
          <code>tabard account reset-factors ${escapedHtml(view.userName)}</code>.</p>
          ${button(place.another, 'Sign in with another account')}`,
      }
    case 'link-invalid':
      return {
        title: 'This link no longer works',
        body: `<p>The link has expired, or it was used before. Request a new one.</p>
          ${button(place.forgotten, 'Get a new link')}${footer(link(place.again, 'Back to sign-in'))}`,
      }
    case 'forbidden':
      return {
        title: MESSAGES.console_forbidden.title,
        body: `<p>${MESSAGES.console_forbidden.text({})}</p>
          ${button(place.another, 'Sign in with another account')}`,
      }
    case 'lost':
      return {
        title: 'Please sign in again',
        body: `<p>This step took too long, was already done, or belongs to another browser.</p>
          ${button(place.again, 'Sign in')}`,
      }
  }
}

/** What people see when they have signed out. */
export const SIGNED_OUT: ConsolePage = {
  title: 'You are signed out',
  body: `<p>Your session in the console has ended. You are still signed in to other applications.</p>
    ${button(CONSOLE_PATHS.signIn, 'Sign in again')}`,
}

/** A form that did not come from a page of the console. */
export function foreignPage(consoleUrl: string): ConsolePage {
  return {
    title: 'This form came from another site',
    body: `<p>The console only accepts forms from its own address, ${escapedHtml(consoleUrl)}. Open that address, and sign in.</p>
      ${button(escapedHtml(consoleUrl), 'Open the console')}`,
  }
}

function signIn({ userName, problem }: ViewOf<'sign-in'>, place: ViewPlace): ConsolePage {
  return {
    title: 'Sign in',
    body: `<p class="lead">to the Tabard console</p>
      ${told(place.notice, problem)}
      <form method="post" action="${place.action}">
        ${field({ name: 'username', label: 'Username', value: userName, focus: userName === '', more: 'autocomplete="username" autocapitalize="none" spellcheck="false"' })}
        ${field({ name: 'password', label: 'Password', type: 'password', focus: userName !== '', more: 'autocomplete="current-password"' })}
        <button type="submit">Sign in</button>
      </form>
      ${footer(link(place.forgotten, 'Forgot your password?'))}`,
  }
}

const CODE = 'class="code" autocomplete="one-time-code" inputmode="numeric" maxlength="20"'

function code({ userName, problem }: ViewOf<'code'>, { action, another }: ViewPlace): ConsolePage {
  return {
    title: 'Enter your code',
    body: `<p class="lead">Open your authenticator app, and enter the code that it shows for
      <b>${escapedHtml(userName)}</b>.</p>
      ${told(undefined, problem)}
      <form method="post" action="${action}">
        ${field({ name: 'code', label: 'Code from the app', focus: true, more: CODE })}
        <button type="submit">Continue</button>
      </form>
      <details>
        <summary>Use a recovery code instead</summary>
        <form method="post" action="${action}">
          ${field({ name: 'code', id: 'recovery', label: 'Recovery code', more: 'class="code" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="64"' })}
          <button type="submit" class="plain">Continue with a recovery code</button>
        </form>
      </details>
      ${footer(link(another, 'Sign in with another account'))}`,
  }
}

function newPassword(view: ViewOf<'new-password'>, { action, again }: ViewPlace): ConsolePage {
  const { userName, rules, recovery, field: wrong, problem } = view
  const why = recovery ? 'For' : 'Your password is temporary. Choose a new one that only you know, for'
  const error = (name: string) => (name === wrong ? problem : undefined)
  return {
    title: 'Choose a new password',
    body: `<p class="lead">${why} <b>${escapedHtml(userName)}</b>.</p>
      <ul class="rules">${rules.map(rule => `<li>${escapedHtml(rule)}</li>`).join('')}</ul>
      <form method="post" action="${action}">
        <input type="text" name="username" value="${escapedHtml(userName)}" autocomplete="username" hidden>
        ${field({ name: 'newpassword', label: 'New password', type: 'password', error: error('newpassword'), focus: wrong !== 'confirmpassword', more: 'autocomplete="new-password"' })}
        ${field({ name: 'confirmpassword', label: 'Repeat the new password', type: 'password', error: error('confirmpassword'), focus: wrong === 'confirmpassword', more: 'autocomplete="new-password"' })}
        <button type="submit">Save and continue</button>
      </form>
      ${footer(link(again, 'Cancel'))}`,
  }
}

function enrolment(view: ViewOf<'enrolment'>, { action, another }: ViewPlace): ConsolePage {
  const secret = view.secret.replace(/....(?=.)/g, '$& ')
  return {
    title: 'Set up an authenticator app',
    body: `<p class="lead">The console requires a second factor. You enter a code from the app each time you sign in.</p>
      <ol>
        <li>Open an authenticator app on your phone, or install one first.</li>
        <li>Add an account in the app, and scan this code:${view.qrCode}
          If you cannot scan it, type this key: <code class="key">${secret}</code></li>
        <li>Enter the six-digit code that the app shows.</li>
      </ol>
      <form method="post" action="${action}">
        ${field({ name: 'code', label: 'Code from the app', error: view.problem, focus: view.problem !== undefined, more: CODE })}
        <button type="submit">Continue</button>
      </form>
      ${footer(link(another, 'Sign in with another account'))}`,
  }
}

function recoveryCodes({ codes }: ViewOf<'recovery-codes'>, { action }: ViewPlace): ConsolePage {
  return {
    title: 'Save your recovery codes',
    body: `<p class="lead">If you lose your phone, each of these codes signs you in once in place of a code of the app.</p>
      <ul class="codes">${codes.map(one => `<li>${escapedHtml(one)}</li>`).join('')}</ul>
      <p>Print them, or keep them in a password manager. They are not shown again.</p>
      <form method="post" action="${action}"><button type="submit">I have saved the codes</button></form>`,
  }
}

function forgotten({ userName, problem }: ViewOf<'forgotten'>, { action, again }: ViewPlace): ConsolePage {
  return {
    title: 'Reset your password',
    body: `<p class="lead">Enter your username. You get a link by e-mail to choose a new password.</p>
      <form method="post" action="${action}">
        ${field({ name: 'username', label: 'Username', value: userName, error: problem, focus: true, more: 'autocomplete="username" autocapitalize="none" spellcheck="false"' })}
        <button type="submit">Send the link</button>
      </form>
      ${footer(link(again, 'Back to sign-in'))}`,
  }
}

interface Field {
  readonly name: string
  readonly label: string
  readonly id?: string
  readonly type?: 'text' | 'password'
  readonly value?: string
  readonly error?: string | undefined
  readonly focus?: boolean
  /** Further attributes. */
  readonly more: string
}

function field({
  name,
  label,
  id = name,
  type = 'text',
  value = '',
  error,
  focus = false,
  more,
}: Field): string {
  const wrong = error === undefined ? '' : ` aria-invalid="true" aria-describedby="${id}-error"`
  return `<div>
    <label for="${id}">${label}</label>
    <input id="${id}" name="${name}" type="${type}" value="${escapedHtml(value)}" ${more} required${wrong}${focus ? ' autofocus' : ''}>
    ${error === undefined ? '' : `<p class="error" id="${id}-error" role="alert">${escapedHtml(error)}</p>`}
  </div>`
}

function told(notice: string | undefined, problem: string | undefined): string {
  if (problem !== undefined) return `<p class="problem" role="alert">${escapedHtml(problem)}</p>`
  return notice === undefined ? '' : `<p class="notice" role="status">${escapedHtml(notice)}</p>`
}

function button(address: string, text: string): string {
  return `<a class="button" href="${address}">${text}</a>`
}

function link(address: string, text: string): string {
  return `<a href="${address}">${text}</a>`
}

function footer(...links: readonly string[]): string {
  return `<footer>${links.join('')}</footer>`
}
