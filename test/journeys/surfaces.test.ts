import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MAILS, PAGES } from '../../src/core/catalogue/catalogue.ts'
import { GOVERNANCE_MAILS } from '../../src/core/catalogue/governance-mails.ts'
import {
  type AccountOffice,
  assignTheme,
  COMMAND_LINE,
  createAccount,
  DESIGNER_AT_COMMAND_LINE,
  decideRegistration,
  FIRST_TENANT,
  ISSUER_PATH,
  invite,
  removeAccount,
  resetPassword,
  SIGN_IN,
  SIGN_OUT,
  updateAccount,
} from '../../src/identity/identity.ts'
import { TenantKeys } from '../../src/identity/tenancy/keys.ts'
import { JOURNEY_MS, type Journey, Seals } from '../../src/identity/tenancy/seals.ts'
import { FILES, whole } from '../pages/addresses.ts'
import { usually } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import type { Shown } from '../support/person.ts'
import { officeOf } from './offices.ts'
import { identitySource } from './source-walk.ts'
import { browser, resident, type Stage, stageOf } from './steps.ts'
import {
  accountChoice,
  approval,
  consent,
  enrolmentDue,
  firstSignIn,
  forgotten,
  noAccess,
  registration,
  secondFactor,
  signedIn,
} from './surface-walks.ts'
import {
  assertInTheme,
  assertMails,
  linkIn,
  linkOn,
  markedTheme,
  pageOf,
  type Standing,
  standing,
  themedApplication,
  Witness,
} from './surfaces.ts'

/** Mails of processes that this service does not have yet: their templates are there for whoever sends them. */
const NOT_SENT = [
  ...MAILS.filter(({ unsent }) => unsent).map(({ id }) => id),
  ...['mail-group-added', 'mail-group-deleted', 'mail-group-joined', 'mail-group-left'],
  ...GOVERNANCE_MAILS.map(({ id }) => id),
]
/** A code by mail is asked for by applications, and before a change of the account: no address forces its theme. */
const CODE_MAILS = ['mail-one-time-code']
const CODE_PAGES = ['mfa-code']
/** Pages about an account or a session, on which no address forces a theme. */
const NEVER_FORCED = [
  ...['consent', 'mfa-enrollment', 'mfa-recovery-codes', 'profile', 'user-form', 'signed-in'],
  'account-links',
  ...['logout-confirm', 'logout', 'oidc-error', 'account-choice', 'no-access'],
]
/** Mails about what an administrator did, who has no address that could force a theme. */
const BY_ADMINISTRATORS = [
  ...['mail-account-created', 'mail-account-invited', 'mail-account-deleted'],
  ...['mail-password-reset', 'mail-password-link'],
  ...['mail-registration-invited', 'mail-registration-approved', 'mail-registration-rejected'],
]
/** Mails to administrators, who are at no application: they are in the tenant's theme. */
const TO_ADMINISTRATORS = ['mail-registration-request']
/** Pages that an application is the reason for. */
const FOR_APPLICATIONS = ['consent', 'account-choice', 'no-access']
/** Pages that no sign-in leads through: access-pages.test.ts and review-pages.test.ts have their themes. */
const ABOUT_ACCESS = ['apps', 'access-request', 'access-decision', 'access-review']

const idsOf = (entries: readonly { id: string }[], without: readonly string[] = []) =>
  entries
    .map(({ id }) => id)
    .filter(id => !without.includes(id))
    .sort()

const LOGIN = `${SIGN_IN}?runtime=true`

const NAMES = {
  application: 'for an application with a theme',
  forcedThere: 'for an application whose request names another theme',
  forced: 'forced on the sign-in page',
  plain: 'for an application without a theme',
  nothing: 'for nothing in particular',
}
const KEYS = Object.keys(NAMES) as (keyof typeof NAMES)[]

for (const engine of usually('SQLite')) {
  describe(`the theme of everything that people see on ${engine}`, () => {
    let stage: Stage
    let office: AccountOffice & AsyncDisposable
    const themes = { application: '', forced: '' }
    const ids = { application: '', plain: '' }
    const standings = {} as Record<keyof typeof NAMES, Standing>

    before(async () => {
      // Without a mail server the mails stay in the outbox, with all that is in them.
      stage = await stageOf(engine, { TABARD_SMTP_URL: '' })
      themes.application = await markedTheme(stage)
      themes.forced = await markedTheme(stage)
      const { application: own, forced } = themes
      const application = await themedApplication(stage, own)
      const factor = await themedApplication(stage, own, { secondFactor: true })
      const plain = await themedApplication(stage, undefined)
      const plainFactor = await themedApplication(stage, undefined, { secondFactor: true })
      ids.application = application.id
      ids.plain = plain.id
      const force = `&themeId=${forced}`
      const entrances: Record<
        keyof typeof NAMES,
        [theme: string | undefined, ...addresses: [string, string?]]
      > = {
        application: [own, application.address, factor.address],
        forcedThere: [own, application.address + force, factor.address + force],
        forced: [forced, LOGIN + force],
        plain: [undefined, plain.address, plainFactor.address],
        nothing: [undefined, LOGIN],
      }
      for (const key of KEYS) standings[key] = standing(NAMES[key], ...entrances[key])
      office = await officeOf(stage)
    })
    after(async () => {
      await office[Symbol.asyncDispose]()
      await stage.stop()
    })

    for (const key of KEYS) {
      describe(NAMES[key], () => {
        test('a wrong and a forgotten password', () => forgotten(stage, standings[key]))
        test('the first sign-in', () => firstSignIn(stage, standings[key]))
        test('a second factor', () => secondFactor(stage, standings[key]))
        test('what somebody does who is signed in', () => signedIn(stage, standings[key]))
        test('a registration', () => registration(stage, standings[key]))
        test('a registration that waits for approval', () => approval(stage, standings[key]))
        test('an identity source', () => identitySource(stage, standings[key]))
        if (key !== 'forced' && key !== 'nothing')
          test('an app that has to be set up', () => enrolmentDue(stage, standings[key]))
      })
    }

    describe('the mails of an administrator', () => {
      for (const key of ['application', 'plain', 'nothing'] as const) {
        test(NAMES[key], async () => {
          const [tenant] = await stage.service.service.store.tenants()
          const applicationId = key === 'nothing' ? undefined : ids[key]
          const here = { ...office, tenant: tenant!, applicationId }
          const email = `made-for-${key}@example.com`
          const { account } = await createAccount(here, { email })
          await updateAccount(here, account.id, { givenName: 'Alex' })
          await resetPassword(here, account.id)
          await resetPassword(here, account.id, { mailPassword: true })
          await removeAccount(here, account.id)
          await createAccount(here, { email }, { mailPassword: true })
          const [, , , reset, , made] = await assertMails(stage, standings[key], email, [
            'mail-account-invited',
            'mail-profile-modified',
            'mail-password-link',
            'mail-password-reset',
            'mail-account-deleted',
            'mail-account-created',
          ])
          for (const mail of [made!, reset!])
            assert.equal(pageOf(await new Witness(stage, standings[key]).visit(linkIn(mail))), 'login')
        })

        test(`about registrations ${NAMES[key]}`, async () => {
          const [tenant] = await stage.service.service.store.tenants()
          const applicationId = key === 'nothing' ? undefined : ids[key]
          const here = { ...office, tenant: tenant!, applicationId }
          const asked = { reference: 'registration', email: `invited-for-${key}@example.com`, mail: true }
          await invite(here, asked, DESIGNER_AT_COMMAND_LINE)
          const [invited] = await assertMails(stage, standings[key], asked.email, [
            'mail-registration-invited',
          ])
          assert.match(linkIn(invited!), /reference=registration&invitation=/)
          for (const approved of [true, false]) {
            const { id, userName } = await resident(stage)
            await stage.store.write(tx => tx.accounts.update(id, { status: 'waiting' }))
            await decideRegistration(here, userName, approved, COMMAND_LINE)
            await assertMails(stage, standings[key], userName, [
              approved ? 'mail-registration-approved' : 'mail-registration-rejected',
            ])
          }
        })
      }
    })

    test('every mail that is sent was in each theme', () => {
      const { application, forced, forcedThere, plain, nothing } = standings
      const sent = idsOf(MAILS, NOT_SENT)
      assert.deepEqual(
        [...application.mails].sort(),
        sent.filter(id => !TO_ADMINISTRATORS.includes(id)),
      )
      assert.deepEqual([...plain.mails].sort(), sent)
      assert.deepEqual([...nothing.mails].sort(), sent)
      const forcible = idsOf(MAILS, [...NOT_SENT, ...BY_ADMINISTRATORS, ...TO_ADMINISTRATORS])
      assert.deepEqual([...forcedThere.mails].sort(), forcible)
      assert.deepEqual(
        [...forced.mails].sort(),
        forcible.filter(id => !CODE_MAILS.includes(id)),
      )
    })

    // The store has no part in the rest.
    if (engine !== 'SQLite') return

    test('the sign-in page of a theme that has several sources', async () => {
      const choice = await markedTheme(stage, {
        [FILES.choice]: whole(
          '<!doctype html><title>Several</title>@PAGE_HEADER@<a href="/template/v1.0/static/x.css?themeId=@THEME_ID@">x</a>',
        ),
      })
      const { address } = await themedApplication(stage, choice)
      for (const [where, enter] of [
        [standings.application, address],
        [standings.forced, `${LOGIN}&themeId=${choice}`],
      ] as const) {
        const witness = new Witness(stage, { ...where, theme: choice })
        assert.equal(pageOf(await witness.visit(enter)), 'login-choice')
      }
    })

    test('an application that asks what it may see', async () => {
      const own = await themedApplication(stage, themes.application, { consent: true })
      const plain = await themedApplication(stage, undefined, { consent: true })
      const asking = (address: string) => address.replace('scope=openid', 'scope=openid+profile+email')
      await consent(stage, standings.application, asking(own.address))
      await consent(stage, standings.forcedThere, `${asking(own.address)}&themeId=${themes.forced}`)
      await consent(stage, standings.plain, asking(plain.address))
    })

    test('an application that asks which account to use', async () => {
      for (const where of [standings.application, standings.forcedThere, standings.plain])
        await accountChoice(stage, where)
    })

    test('an application that somebody has no access to', async () => {
      const own = await themedApplication(stage, themes.application)
      const plain = await themedApplication(stage, undefined)
      for (const { id } of [own, plain])
        await stage.store.write(tx => tx.applications.update(id, { access: 'assigned' }))
      await noAccess(stage, standings.application, own.address)
      await noAccess(stage, standings.forcedThere, `${own.address}&themeId=${themes.forced}`)
      await noAccess(stage, standings.plain, plain.address)
    })

    /** The provider's own way out. */
    const signOut = async (where: Standing, query: Record<string, string>) => {
      const { userName } = await resident(stage)
      const witness = new Witness(stage, where)
      await witness.visit(where.enter)
      await witness.submit({ username: userName, password: PASSWORD })
      const out = `${ISSUER_PATH}/logout?${new URLSearchParams(query)}`
      assert.equal(pageOf(await witness.visit(out)), 'logout-confirm')
      assert.equal(pageOf(await witness.submit({})), 'logout')
      assert.equal(pageOf(await witness.visit(out)), 'logout', 'nobody is signed in any more')
      assert.equal(pageOf(await witness.follow(/runtime=true/)), 'login')
    }

    test('signing out at the application', async () => {
      await signOut(standings.application, { client_id: ids.application })
      await signOut(standings.plain, { client_id: ids.plain })
      await signOut(standings.plain, {})
    })

    test('signing out at the application whatever theme the address names', async () => {
      await signOut(standings.forcedThere, { client_id: ids.application, themeId: themes.forced })
    })

    test('signing out here', async () => {
      for (const where of [standings.forced, standings.nothing]) {
        const { userName } = await resident(stage)
        const witness = new Witness(stage, where)
        await witness.visit(where.enter)
        await witness.submit({ username: userName, password: PASSWORD })
        const out = where.enter.replace(SIGN_IN, SIGN_OUT)
        assert.equal(pageOf(await witness.visit(out)), 'logout-confirm')
        assert.equal(pageOf(await witness.submit({})), 'logout')
        assert.equal(pageOf(await witness.visit(out)), 'logout')
        assert.equal(pageOf(await witness.follow(/runtime=true/)), 'login')
      }
    })

    test('a flow that has ended', async () => {
      for (const where of Object.values(standings)) {
        const { userName } = await resident(stage)
        const witness = new Witness(stage, where)
        await witness.visit(where.enter)
        const { action } = witness.shown!.forms[0]!
        await witness.submit({ username: userName, password: PASSWORD })
        const again = await witness.send('POST', action, { username: userName, password: PASSWORD })
        assert.equal(again.status, 403)
        assertInTheme(await again.text(), where.theme, `a form that is sent again ${where.name}`)
        // Without the session there is nobody to show a page to.
        witness.setCookie('tabard-session', 'A'.repeat(43))
        witness.back()
        assert.equal(pageOf(await witness.visit(action)), 'login-error')
        // To the application, where there is one.
        assert.equal(pageOf(await witness.follow(/runtime=true|\/authorize\?/)), 'login')
      }
    })

    test('a flow that took too long', async () => {
      const { store } = stage.service.service
      const keys = new TenantKeys(store, Date.now)
      const before = new Seals(keys, () => Date.now() - JOURNEY_MS - 1_000)
      const purposes: Record<keyof typeof standings, Partial<Journey>> = {
        application: { applicationId: ids.application },
        forcedThere: { applicationId: ids.application },
        forced: { themeId: themes.forced },
        plain: { applicationId: ids.plain },
        nothing: {},
      }
      for (const [key, purpose] of Object.entries(purposes)) {
        const where = standings[key as keyof typeof standings]
        const witness = new Witness(stage, where)
        await witness.visit(where.enter)
        for (const [kind, base] of [
          ['sign-in', LOGIN],
          ['registration', '/flows/?reference=registration'],
        ] as const) {
          const journey = before.journey({ kind, ...purpose })
          const flow = await before.sealed(FIRST_TENANT, witness.cookie('tabard-browser')!, journey)
          const address = `${base}&flow=${flow}`
          assert.equal(pageOf(await witness.visit(address)), 'login-error')
          const sent = await witness.send('POST', address, {})
          assert.equal(sent.status, 403)
          const text = await sent.text()
          assertInTheme(text, where.theme, `a ${kind} that is too old ${where.name}`)
          assert.match(text, /This page is too old/)
          const again = kind === 'registration' ? /reference=registration/ : /runtime=true/
          assert.equal(pageOf(await witness.follow(again)), kind === 'registration' ? kind : 'login')
        }
      }
    })

    test('what is wrong with the request of an application', async () => {
      const bad = (address: string) => address.replace('callback', 'elsewhere')
      for (const where of [standings.application, standings.forcedThere, standings.plain]) {
        assert.equal(pageOf(await new Witness(stage, where).visit(bad(where.enter))), 'oidc-error')
        const unable = where.enter.replace('response_type=code', 'response_type=token')
        await new Witness(stage, where).visit(unable)
      }
      const unknown = standings.plain.enter.replace(ids.plain, 'nobody')
      for (const [where, enter] of [
        [standings.nothing, unknown],
        [standings.nothing, `${unknown}&themeId=${themes.forced}`],
      ] as const)
        assert.equal(pageOf(await new Witness(stage, where).visit(enter)), 'oidc-error')
    })

    test('an address that leads nowhere', async () => {
      const queries: Record<keyof typeof NAMES, string> = {
        application: `client_id=${ids.application}`,
        forcedThere: `client_id=${ids.application}&themeId=${themes.forced}`,
        forced: `themeId=${themes.forced}`,
        plain: `client_id=${ids.plain}`,
        nothing: 'themeId=nowhere&client_id=nobody&flow=none',
      }
      for (const key of KEYS) {
        // Only an address of the sign-in page or of a flow forces a theme.
        const where = key === 'forced' ? standings.nothing : standings[key]
        assert.equal(pageOf(await new Witness(stage, where).visit(`/nowhere?${queries[key]}`)), 'error')
        const flow = await new Witness(stage, standings[key]).visit(`/flows/?reference=x&${queries[key]}`)
        assert.equal(pageOf(flow), 'error')
      }
    })

    test('a form that cannot be read', async () => {
      for (const where of Object.values(standings)) {
        const witness = new Witness(stage, where)
        await witness.visit(where.enter)
        const { action } = witness.shown!.forms[0]!
        const answer = await witness.send('POST', action, { username: 'x'.repeat(1_000_000) })
        assert.equal(answer.status, 413)
        assertInTheme(await answer.text(), where.theme, `a form that is too large ${where.name}`)
      }
    })

    test('every page was in each theme that it can be in', () => {
      const { application, forced, forcedThere, plain, nothing } = standings
      for (const [{ pages }, without] of [
        [application, []],
        [forcedThere, []],
        // The page to change a password in a forced theme has a test of its own below.
        [forced, [...NEVER_FORCED, ...CODE_PAGES, 'change-password']],
        [plain, []],
        [nothing, FOR_APPLICATIONS],
      ] as const)
        assert.deepEqual([...pages].sort(), idsOf(PAGES, [...without, ...ABOUT_ACCESS]))
    })

    /** That a page is in a theme, or in the default one. */
    const sees = async (page: Promise<Shown>, theme: string | undefined) => {
      const { html, url } = await page
      assertInTheme(html, theme, url)
    }
    const wrong = { username: 'nobody', password: 'wrong password' }

    test('a forced theme is bound to its flow, not to the browser', async () => {
      const { forced, application } = themes
      const person = browser(stage)
      await sees(person.visit(standings.forced.enter), forced)
      const { action } = person.shown!.forms[0]!
      await sees(person.visit(LOGIN), undefined)
      await sees(person.submit(wrong), undefined)
      await sees(person.visit(standings.application.enter), application)
      await sees(person.submit(wrong), application)
      await sees(person.visit(action), forced)
      await sees(person.submit(wrong), forced)

      const { userName } = await resident(stage)
      await sees(person.submit({ username: userName, password: PASSWORD }), undefined)
      await sees(person.visit(LOGIN), undefined)
      await sees(person.visit(standings.forced.enter), undefined)
      await sees(person.visit(`${standings.forced.enter}&operation=change_password`), forced)
      assert.ok(!person.shown!.html.includes(userName), 'and does not tell whose password it is')
      await sees(person.visit(`${standings.forced.enter}&operation=enroll`), undefined)
      await sees(person.visit(`/flows/?reference=profile&themeId=${forced}`), undefined)
      await sees(person.visit(SIGN_OUT), undefined)
    })

    test('nothing but the address of a first page forces a theme', async () => {
      const person = browser(stage)
      const force = `&themeId=${themes.forced}`
      await sees(person.visit(standings.application.enter), themes.application)
      const { action } = person.shown!.forms[0]!
      await sees(person.visit(action + force), themes.application)
      await person.send('POST', action + force, { ...wrong, themeId: themes.forced })
      await sees(person.visit(action), themes.application)
      await sees(person.visit(`${standings.application.enter}&themeId=nowhere`), themes.application)
      await sees(person.visit(`${LOGIN}&themeId=nowhere`), undefined)
    })

    test('an application whose theme is taken away and deleted goes on in the default one', async () => {
      const theme = await markedTheme(stage)
      const { id, address } = await themedApplication(stage, theme)
      const { userName } = await resident(stage)
      const person = browser(stage)
      await sees(person.visit(address), theme)
      await sees(person.submit(wrong), theme)
      await assignTheme(stage.store, id, 'default')
      await sees(person.visit(person.shown!.url), undefined)
      const gone = await stage.service.call('DELETE', `/v1.0/branding/themes/${theme}`)
      assert.equal(gone.status, 204)
      await sees(person.submit(wrong), undefined)
      await sees(person.visit(linkOn(person.shown!, /forgot_password/)), undefined)
      await sees(person.submit({ username: userName }), undefined)
      await assertMails(stage, standings.nothing, userName, ['mail-password-recovery'])
    })

    test('a forced theme that is deleted gives way to the default one', async () => {
      const theme = await markedTheme(stage)
      const here = browser(stage)
      const force = `&themeId=${theme}`
      await sees(here.visit(LOGIN + force), theme)
      const gone = await stage.service.call('DELETE', `/v1.0/branding/themes/${theme}`)
      assert.equal(gone.status, 204)
      await sees(here.submit(wrong), undefined)
      const { userName } = await resident(stage)
      await sees(here.submit({ username: userName, password: PASSWORD }), undefined)
    })
  })
}
