import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, type TestContext, test } from 'node:test'
import { ISSUER_PATH } from '../../src/identity/identity.ts'
import { secretHash } from '../../src/identity/tenancy/secrets.ts'
import { REGISTRATION } from '../analytics/pages.ts'
import { becomes } from '../support/becomes.ts'
import { EVERYTHING } from '../support/everything.ts'
import { packageOf } from '../support/packages.ts'
import { addApplication, PASSWORD } from '../support/people.ts'
import type { RelyingParty } from '../support/relying-party.ts'
import { packageForm } from '../support/service.ts'
import { authenticator } from './authenticator.ts'
import { codeIn, linkIn, staged, type Tab } from './stage.ts'

const FOLDER = join(import.meta.dirname, '../fixtures/field-scripts-package/templates')
const HOME = '/idaas/mtfim/sps/idaas/login?runtime=true'
const NEXT = 'seven green bottles'
/** Longer than a code is valid. */
const LIFETIME = 6 * 60_000
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

const WORDS = {
  'en-US': {
    wrong: 'The username or the password is incorrect.',
    code: 'The code is incorrect.',
    expired: /^Th(?:is|e) code is no longer valid\. Please ask for a new one\.$/,
    short: /The password needs at least \d+ characters\./,
    current: 'The current password is incorrect.',
    signedIn: 'You are signed in',
    sent: /link is on its way|a link/i,
    email: 'See your email address',
    out: 'You are signed out',
    verified: 'Your email is verified',
  },
  de: {
    wrong: 'Benutzername oder Passwort ist falsch.',
    code: 'Der Code ist falsch.',
    expired: /^D(?:ies)?er Code ist nicht mehr gültig\. Bitte fordern Sie einen neuen an\.$/,
    short: /mindestens \d+ Zeichen/,
    current: 'Das aktuelle Passwort ist falsch.',
    signedIn: 'Sie sind angemeldet',
    sent: 'ist ein Link unterwegs',
    email: 'E‑Mail-Adresse',
    out: 'Sie sind abgemeldet',
    verified: 'Fahren Sie fort',
  },
} as const

// The service fills in the labels, and the scripts are the same in every language: `npm run test:full` tries all pairs.
const WAYS = (['en-US', 'de'] as const)
  .flatMap(locale => [
    { locale, scripts: true },
    { locale, scripts: false },
  ])
  .filter(({ locale, scripts }) => EVERYTHING || scripts === (locale === 'en-US'))

describe('the journeys of a package made for IBM Security Verify', () => {
  const stage = staged()
  let bank: RelyingParty
  let travel: Awaited<ReturnType<typeof addApplication>>

  before(async () => {
    const files = globSync('**/*.*', { cwd: FOLDER }).map(path => [path, readFileSync(join(FOLDER, path))])
    const everything = packageForm(packageOf(Object.fromEntries(files)))
    const answer = await stage.service.call('PUT', '/v1.0/branding/themes/default', everything)
    assert.ok(answer.ok, await answer.text())
    bank = await stage.application({ name: 'Bank', secondFactor: true })
    travel = await addApplication(stage.service, {
      name: 'Travel',
      redirects: [`${bank.url}/callback`],
      consent: true,
    })
  })

  for (const { locale, scripts } of WAYS) {
    const words = WORDS[locale]
    const opened = async (t: TestContext, address: string): Promise<Tab> => {
      const tab = await (await stage.visitor(t, { locale, javaScriptEnabled: scripts })).tab()
      if (scripts) await tab.page.clock.install()
      await tab.open(address)
      await settled(tab)
      return tab
    }
    /** A browser without scripts is led to a page that needs none. */
    const settled = async ({ page }: Tab) => {
      if (!scripts && (await page.locator('noscript meta[http-equiv=refresh]').count()) > 0)
        await page.waitForURL(/scripts=none/)
    }
    /** Fills in fields, and sends them by Enter in the last one. */
    const entered = async (tab: Tab, fields: Record<string, string>) => {
      for (const [name, value] of Object.entries(fields)) await tab.page.fill(inputs(name), value)
      await tab.moved(() => tab.page.press(inputs(Object.keys(fields).at(-1)!), 'Enter'))
      await settled(tab)
    }
    const code = async (tab: Tab, value: string) => {
      const name = (await tab.page.locator(inputs('otp')).count()) > 0 ? 'otp' : 'otp.user.otp'
      await entered(tab, { [name]: value })
    }
    const says = async (tab: Tab, text: string | RegExp) => {
      await tab.page.getByText(text).filter({ visible: true }).first().waitFor()
      // The header of the theme, or the logo in the master's: both are the theme's style.
      await tab.page.locator('link[href*="theme.css"]').first().waitFor({ state: 'attached' })
    }

    test(`signing in and out, and a new password, ${named(locale, scripts)}`, async t => {
      const alex = await stage.account()
      const tab = await opened(t, `${stage.service.url}${HOME}`)
      await becomes(() => tab.page.locator('#larch-logo').count(), 1)
      await entered(tab, { username: alex, password: 'not it' })
      await says(tab, words.wrong)
      await entered(tab, { username: alex, password: PASSWORD })
      await says(tab, words.signedIn)
      await tab.open(`${stage.service.url}${HOME}&operation=change_password`)
      await settled(tab)
      await entered(tab, { oldpassword: 'not it', newpassword: NEXT, confirmpassword: NEXT })
      await says(tab, words.current)
      await entered(tab, { oldpassword: PASSWORD, newpassword: NEXT, confirmpassword: NEXT })
      await says(tab, words.signedIn)
      await tab.moved(() => tab.page.locator('main form button').click())
      await says(tab, words.out)
      await becomes(() => tab.page.locator('#larch-logo').count(), 1)
    })

    test(`a forgotten and a first password, ${named(locale, scripts)}`, async t => {
      const alex = await stage.account()
      const tab = await opened(t, `${stage.service.url}${HOME}&operation=forgot_password`)
      await entered(tab, { username: alex })
      await says(tab, words.sent)
      await tab.open(linkIn(await stage.mail(alex), 'recover'))
      await entered(tab, { newpassword: 'short', confirmpassword: 'short' })
      await says(tab, words.short)
      await entered(tab, { newpassword: NEXT, confirmpassword: NEXT })

      const kim = await stage.account({ temporary: true })
      await tab.open(`${stage.service.url}${HOME}`)
      await settled(tab)
      await entered(tab, { username: kim, password: PASSWORD })
      await entered(tab, { newpassword: 'short', confirmpassword: 'short' })
      await says(tab, words.short)
      await entered(tab, { newpassword: NEXT, confirmpassword: NEXT })
      await says(tab, words.signedIn)
    })

    test(`codes, a choice and an authenticator, ${named(locale, scripts)}`, async t => {
      const alex = await stage.account()
      const store = stage.service.service.store.tenant('main')
      const tab = await opened(t, bank.login())
      await entered(tab, { username: alex, password: PASSWORD })
      const resent = async () => {
        await stage.waited()
        if (scripts) await tab.moved(() => tab.page.click('#cs-resend-link a'))
        else await tab.moved(() => tab.page.locator('form:has([value=generate]) button').click())
        await settled(tab)
        return codeIn(await stage.mail(alex))
      }
      const first = codeIn(await stage.mail(alex))
      await code(tab, first === '000000' ? '111111' : '000000')
      await says(tab, words.code)
      const second = await resent()
      if (scripts) await tab.page.clock.runFor(LIFETIME)
      else {
        await stage.expired()
        await code(tab, second)
      }
      await says(tab, words.expired)
      await code(tab, await resent())
      await tab.greeted(bank)

      const { id } = (await store.accounts.named(alex))!
      await store.write(async tx => {
        await tx.factors.setAuthenticator(id, { secret: SECRET, usedStep: 0 })
        await tx.factors.setRecoveryCodes(id, [secretHash('another method')])
      })
      const app = authenticator(SECRET)
      const again = await opened(t, bank.login())
      await entered(again, { username: alex, password: PASSWORD })
      if (scripts) await again.moved(() => again.page.click('.use-another-method a'))
      else await again.moved(() => again.page.locator('form:has([value=restart]) button').click())
      await settled(again)
      if (scripts) await again.moved(() => again.page.locator('.method-action').first().click())
      else {
        await again.page.check('[value=totp]')
        await again.moved(() => again.page.locator('main form button').first().click())
      }
      await settled(again)
      await code(again, app.now() === '000000' ? '111111' : '000000')
      await says(again, words.code)
      await code(again, app.next())
      await again.greeted(bank)
    })

    test(`consent with one scope left out, and a registration, ${named(locale, scripts)}`, async t => {
      const alex = await stage.account()
      const query = new URLSearchParams({
        client_id: travel.id,
        response_type: 'code',
        scope: 'openid profile email',
        redirect_uri: `${bank.url}/callback`,
      })
      const address = `${stage.service.url}${ISSUER_PATH}/authorize?${query}`
      const tab = await opened(t, address)
      await entered(tab, { username: alex, password: PASSWORD })
      await says(tab, words.email)
      await becomes(() => tab.page.locator('#larch-logo').count(), 1)
      await becomes(
        () => tab.page.locator('[name^=dscope]:not([type=hidden]):not([disabled]):checked').count(),
        0,
      )
      await tab.page.check('[value=profile]')
      await tab.moved(() => tab.page.click('[name=trust_level][value=Permit]'))
      const scopes = await granted(alex)
      assert.deepEqual(scopes, 'openid profile')
      await tab.open(`${address}&prompt=consent`)
      await settled(tab)
      await tab.moved(() => tab.page.click('[name=trust_level][value=CONSENT_DENY]'))
      assert.match(tab.page.url(), /error=access_denied/)

      await tab.open(`${stage.service.url}${REGISTRATION}`)
      await settled(tab)
      const email = `new-${locale}-${scripts}@example.com`.toLowerCase()
      await entered(tab, { given_name: 'Kim', family_name: 'Stone', email, password: NEXT })
      await entered(tab, { code: codeIn(await stage.mail(email)) })
      await says(tab, words.verified)
    })
  }

  /** The scopes that somebody agreed to last. */
  const granted = async (userName: string) => {
    const store = stage.service.service.store.tenant('main')
    const { id } = (await store.accounts.named(userName))!
    const [entry] = (await store.audit.list({ limit: 50, account: id })).filter(
      ({ event }) => event === 'consent-given',
    )
    return entry!.details.scopes
  }
})

function inputs(name: string): string {
  return `input[name="${name}"]:not([type=hidden])`
}

function named(locale: string, scripts: boolean): string {
  return `${scripts ? 'with' : 'without'} scripts, in ${locale}`
}
