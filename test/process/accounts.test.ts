import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ISSUER_PATH, SIGN_IN } from '../../src/identity/identity.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { appCode } from '../journeys/steps.ts'
import { COMMAND_ENGINES, CommandLine, ONE_SENTENCE } from '../support/command.ts'
import { installedDatabase, type TestDatabase } from '../support/database.ts'
import { Person, type Shown } from '../support/person.ts'
import { type Server, startServer } from '../support/process.ts'
import { TENANT, within } from '../support/store.ts'

const ALEX = 'alex@example.com'
const KIM = 'kim@example.com'
const [CHOSEN, GIVEN, WRONG] = ['quiet lamp over water', 'violet anchor on sand', 'no such horse here']
const LOGIN = `${SIGN_IN}?runtime=true`

interface Listed {
  readonly id: string
  readonly event: string
  readonly recipient: string
  readonly state: string
}

for (const engine of COMMAND_ENGINES) {
  describe(`tabard account on ${engine}, beside a server that runs`, () => {
    let database: TestDatabase
    let server: Server
    let line: CommandLine
    let store: Store
    let alex: string
    let fields: string[]
    /** Whatever proves who somebody is, by what it is. */
    const secrets = new Map<string, string>([
      ['the chosen password', CHOSEN],
      ['the given password', GIVEN],
      ['the wrong password', WRONG],
    ])

    before(async () => {
      database = await installedDatabase(engine)
      // Without a mail server: the mails stay in the outbox.
      server = await startServer({ ...database.environment, TABARD_PUBLIC_URL: 'http://id.example.com' })
      line = new CommandLine(database, { TABARD_PUBLIC_URL: 'http://id.example.com' })
      store = await openStore(database)
    })
    after(async () => {
      await store.close()
      await server.stop()
      await database.remove()
    })

    const signIn = async (username: string, password: string): Promise<{ person: Person; page: Shown }> => {
      const person = new Person(server.url)
      await person.visit(LOGIN)
      return { person, page: await person.submit({ username, password }) }
    }
    const isSignedIn = async (person: Person) => (await person.visit(LOGIN)).heading === 'You are signed in'
    const mailsTo = async (address: string): Promise<string[]> =>
      (await store.tenant(TENANT).outbox.list(100))
        .filter(({ recipient }) => recipient === address)
        .map(({ event }) => event)
        .reverse()
    const eventsOf = async (account: string): Promise<string[]> =>
      (await store.tenant(TENANT).audit.list({ limit: 100, account })).map(({ event }) => event).reverse()

    test('create prints a temporary password and a link this once, and writes a mail', async () => {
      const words = ['--email', ALEX, '--first-name', 'Alex', '--last-name', 'Moreau', '--locale', 'de_CH']
      const made = await line.json([
        'account',
        'create',
        ...words,
        '--age',
        '34',
        '--mobile',
        '+1 555 010 9999',
      ])
      const { id, temporaryPassword, link, createdAt, updatedAt, passwordExpiresAt, ...shown } = made
      assert.match(
        link!,
        /^http:\/\/id\.example\.com\/idaas\/mtfim\/sps\/idaas\/login\?\S+&recover=[\w-]{43}$/,
      )
      fields = Object.keys(made).filter(field => field !== 'temporaryPassword' && field !== 'link')
      assert.deepEqual(Object.keys(made).slice(0, 5), [
        'id',
        'userName',
        'email',
        'temporaryPassword',
        'link',
      ])
      assert.equal(Number(passwordExpiresAt), Number(createdAt) + 72 * 3_600_000)
      assert.deepEqual(shown, {
        userName: ALEX,
        email: ALEX,
        emailVerified: false,
        givenName: 'Alex',
        familyName: 'Moreau',
        age: 34,
        mobileNumber: '+15550109999',
        locale: 'de-CH',
        status: 'active',
        administrator: false,
        themeDeveloper: false,
        passwordTemporary: true,
        recoveredAt: null,
      })
      assert.ok(Math.abs(Number(createdAt) - Date.now()) < 60_000 && createdAt === updatedAt)
      assert.match(temporaryPassword!, /^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/)
      alex = id!
      secrets.set('the first temporary password', temporaryPassword!)
      const [mail] = await line.json<Listed[]>(['outbox', 'list'])
      assert.equal(mail!.event, 'mail-account-created')
      assert.equal(mail!.recipient, ALEX)
      assert.equal(mail!.state, 'waiting')
      const text = await line.printed(['outbox', 'show', mail!.id])
      assert.match(text, new RegExp(`^id +${mail!.id}\n.*recipient +${ALEX}\n.*\n\n`, 's'))
      assert.ok(text.includes(temporaryPassword!), 'whoever sends the mails by hand needs it')
      assert.doesNotMatch(text, /<html/)
      const whole = await line.json(['outbox', 'show', mail!.id])
      assert.match(whole.html!, /<html lang="de"/)
      assert.match(whole.text!, /http:\/\/id\.example\.com\/idaas\/mtfim\/sps\/idaas\/login/)
    })

    test('the temporary password works, and has to be changed', async () => {
      const { person, page } = await signIn(ALEX, secrets.get('the first temporary password')!)
      assert.match(page.html, /name="newpassword"/)
      const done = await person.submit({ newpassword: CHOSEN, confirmpassword: CHOSEN })
      assert.equal(done.status, 200)
      assert.equal(await isSignedIn(person), true)
    })

    test('create takes a password from standard input, and prints none', async () => {
      const made = await line.json(['account', 'create', '--email', KIM, '--password-stdin'], `${GIVEN}\n`)
      assert.equal(made.temporaryPassword, undefined)
      assert.equal(String(made.passwordTemporary), 'false')
      assert.deepEqual(await mailsTo(KIM), ['mail-account-registered'])
      const { page } = await signIn(KIM, GIVEN)
      assert.equal(page.heading, 'You are signed in')
    })

    test('create refuses a username that is taken, as a conflict', async () => {
      await line.refused(['account', 'create', '--email', ALEX.toUpperCase()], 4, ONE_SENTENCE)
    })

    test('list tells all, by username', async () => {
      const page = await line.run(['account', 'list', '--offset', '1', '--limit', '1', '--json'])
      const found = { id: alex, userName: ALEX, email: ALEX, status: 'active', administrator: false }
      assert.deepEqual(JSON.parse(page.stdout), [found])
      assert.match(page.stderr, /^1 of 3 accounts\. See more with --offset 2 or --all[^\n]*\.\n$/)
      assert.equal((await line.json<object[]>(['account', 'list', '--all', '--limit', '1'])).length, 3)
      const [head, ...rows] = (await line.printed(['account', 'list'])).trimEnd().split('\n')
      assert.match(head!, /^id +userName +email +status +administrator$/)
      assert.equal(rows.length, 3)
      assert.match(rows[0]!, /^[\w-]{36} {2}admin +- +active {2}true$/)
    })

    test('list finds accounts by a text, a status or a part in the console', async () => {
      const found = async (...words: string[]) =>
        (await line.json<{ userName: string }[]>(['account', 'list', ...words])).map(
          ({ userName }) => userName,
        )
      assert.deepEqual(await found('--search', ALEX.slice(0, 4).toUpperCase()), [ALEX])
      assert.deepEqual(await found('--administrators'), ['admin'])
      assert.deepEqual(await found('--status', 'disabled'), [])
      assert.deepEqual(await found('--status', 'active', '--administrators', '--search', ALEX), [])
      for (const filter of [
        ['--search', '%'],
        ['--status', 'disabled'],
        ['--administrators', '--search', ALEX],
      ]) {
        const none = await line.run(['account', 'list', ...filter])
        assert.deepEqual([none.stdout, none.stderr], ['', 'No account matches.\n'])
      }
    })

    test('show tells all of one, but nothing of its password', async () => {
      const shown = await line.json(['account', 'show', ALEX.toUpperCase()])
      assert.deepEqual(Object.keys(shown), [...fields, 'authenticator'])
      assert.equal(shown.id, alex)
      assert.equal(String(shown.authenticator), 'false')
      const text = await line.printed(['account', 'show', alex])
      assert.match(text, new RegExp(`^id +${alex}\nuserName +${ALEX}\n`))
      assert.match(text, /^createdAt +\d{4}-\d\d-\d\dT[\d:.]+Z$/m)
      for (const said of [JSON.stringify(shown), text]) assert.doesNotMatch(said, /hash|argon|\$/i)
      await line.refused(
        ['account', 'show', 'nobody'],
        1,
        /^No account has the id, username or e-mail address "nobody"\. Run "tabard account list --search <text>" to find it\.\n$/,
      )
    })

    test('update changes what is given, and tells the person at both addresses', async () => {
      const moved = 'alex.moreau@example.com'
      const changed = await line.json(['account', 'update', ALEX, '--email', moved, '--mobile', ''])
      assert.equal(changed.email, moved)
      assert.equal(changed.userName, ALEX)
      assert.equal(changed.mobileNumber, null)
      assert.equal(changed.givenName, 'Alex')
      assert.equal(String(changed.emailVerified), 'false')
      assert.equal((await mailsTo(ALEX)).at(-1), 'mail-profile-modified')
      assert.deepEqual(await mailsTo(moved), ['mail-profile-modified'])
      const [entry] = await line.json<{ details: object }[]>(['audit', '--account', alex, '--limit', '1'])
      assert.deepEqual(entry!.details, { changed: 'email mobileNumber' })
    })

    test('an address is marked as verified by whoever knows, until it changes', async () => {
      const verified = async (words: string[]) =>
        String((await line.json(['account', ...words])).emailVerified)
      const lea = ['create', '--username', 'lea', '--email', 'lea@example.com', '--email-verified']
      assert.equal(await verified(lea), 'true')
      const told = await mailsTo('lea@example.com')
      assert.equal(await verified(['update', 'lea', '--no-email-verified']), 'false')
      assert.equal(await verified(['update', 'lea', '--email-verified']), 'true')
      assert.deepEqual(await mailsTo('lea@example.com'), told)
      assert.equal(await verified(['update', 'lea', '--first-name', 'Lea']), 'true')
      assert.equal(await verified(['update', 'lea', '--email', 'lea.b@example.com']), 'false')
      const moved = ['update', 'lea', '--email', 'lea.c@example.com', '--email-verified']
      assert.equal(await verified(moved), 'true')
      const none = ['account', 'create', '--username', 'max', '--email-verified']
      await line.refused(
        none,
        2,
        /^The account has no e-mail address\. Add one first, then mark it as verified\.\n$/,
      )
      await line.printed(['account', 'remove', 'lea'])
    })

    test('update that changes nothing tells nobody', async () => {
      const before = await eventsOf(alex)
      await line.printed(['account', 'update', alex])
      await line.printed(['account', 'update', alex, '--first-name', 'Alex'])
      assert.deepEqual(await eventsOf(alex), before)
      assert.deepEqual(await mailsTo('alex.moreau@example.com'), ['mail-profile-modified'])
    })

    test('disable ends what is open, and enable lets in again', async () => {
      const { person } = await signIn(ALEX, CHOSEN)
      assert.deepEqual(await line.json<object>(['account', 'disable', ALEX]), {
        account: ALEX,
        status: 'disabled',
      })
      await within(60_000, async () => !(await isSignedIn(person)))
      assert.notEqual((await signIn(ALEX, CHOSEN)).page.alert, '')
      assert.equal(await line.printed(['account', 'enable', alex]), `account  ${alex}\nstatus   active\n`)
      assert.equal((await signIn(ALEX, CHOSEN)).page.heading, 'You are signed in')
    })

    test('reset-factors takes the app away', async () => {
      const { person } = await signIn(ALEX, CHOSEN)
      await person.visit(`${LOGIN}&operation=enroll`)
      await person.submit({})
      const [mail] = await store.tenant(TENANT).outbox.list(1)
      assert.equal(mail!.event, 'mail-one-time-code')
      const [mailed] = /\b\d{6}\b/.exec(mail!.text)!
      secrets.set('the mailed code', mailed)
      const page = await person.submit({ 'otp.user.otp': mailed })
      const secret = /class="key"[^>]*>([A-Z2-7 ]+)</.exec(page.html)![1]!
      secrets.set('the secret of the app', secret).set('the same without blanks', secret.replaceAll(' ', ''))
      const { html } = await person.submit({ 'otp.user.otp': appCode(secret) })
      const codes = [...html.matchAll(/<code>([0-9a-z-]{19})<\/code>/g)].map(([, code]) => code!)
      assert.equal(codes.length, 10)
      for (const code of codes) secrets.set(`the recovery code ${code}`, code)
      await person.submit({})
      assert.equal(await isSignedIn(person), true)
      assert.equal((await signIn(ALEX, CHOSEN)).page.heading, 'Confirm that it is you')
      assert.deepEqual(await line.json<object>(['account', 'reset-factors', alex]), {
        account: alex,
        authenticator: false,
      })
      const told = await mailsTo('alex.moreau@example.com')
      assert.equal(told.at(-1), 'mail-profile-modified')
      const [removed] = await store.tenant(TENANT).outbox.list(1)
      assert.match(removed!.text, /Ihre Authenticator-App wurde entfernt\./)
      await line.json(['account', 'reset-factors', alex])
      assert.deepEqual(await mailsTo('alex.moreau@example.com'), told, 'who has no app gets no mail')
      await within(60_000, async () => !(await isSignedIn(person)))
      assert.equal((await signIn(ALEX, CHOSEN)).page.heading, 'You are signed in')
    })

    test('unlock lets somebody sign in who has to wait, and says how many waits it lifted', async () => {
      const told = /Wait for|Wait a|Try again|wait/i
      let page: Shown | undefined
      // The first wait is a second, which may be over before the next try on a busy machine; the waits after it double.
      for (let count = 0; count < 6 || (count < 12 && !told.test(page!.alert)); count += 1)
        page = (await signIn(KIM, WRONG)).page
      assert.match(page!.alert, told)
      const { account, waitsLifted } = await line.json<{ account: string; waitsLifted: number }>([
        'account',
        'unlock',
        KIM.toUpperCase(),
      ])
      assert.equal(account, KIM.toUpperCase())
      assert.ok(waitsLifted > 0)
      assert.doesNotMatch((await signIn(KIM, WRONG)).page.alert, /seconds|minutes/)
      const [entry] = await line.json<{ event: string }[]>(['audit', '--event', 'account-unlocked'])
      assert.equal(entry?.event, 'account-unlocked')
      assert.equal(
        (await line.json<{ waitsLifted: number }>(['account', 'unlock', KIM])).waitsLifted > 0,
        true,
      )
      assert.equal((await line.json<{ waitsLifted: number }>(['account', 'unlock', KIM])).waitsLifted, 0)
      await line.refused(['account', 'unlock', 'nobody'], 1, ONE_SENTENCE)
    })

    test('reset-password prints and mails a temporary one, and ends what is open', async () => {
      const { person } = await signIn(ALEX, CHOSEN)
      const { userName, temporaryPassword, link, ...more } = await line.json([
        'account',
        'reset-password',
        ALEX,
      ])
      assert.match(link!, /&recover=[\w-]{43}$/)
      assert.equal(userName, ALEX)
      assert.deepEqual(more, {})
      secrets.set('the second temporary password', temporaryPassword!)
      await within(60_000, async () => !(await isSignedIn(person)))
      assert.notEqual((await signIn(ALEX, CHOSEN)).page.alert, '')
      assert.match((await signIn(ALEX, temporaryPassword!)).page.html, /name="newpassword"/)
      assert.equal((await mailsTo('alex.moreau@example.com')).at(-1), 'mail-password-reset')
    })

    test('audit tells what happened, to all and to one', async () => {
      await signIn(ALEX, WRONG)
      const person = new Person(server.url)
      await person.visit(LOGIN)
      await person.visit(`${person.shown!.forms[0]!.action}&operation=forgot_password`)
      await person.submit({ username: KIM })
      const [mail] = await line.json<Listed[]>(['outbox', 'list', '--limit', '1'])
      const { text } = await line.json(['outbox', 'show', mail!.id])
      secrets.set('the secret of the link', /recover=([\w-]+)/.exec(text!)![1]!)

      const told = async (account: string) =>
        (await line.json<{ event: string }[]>(['audit', '--account', account])).map(({ event }) => event)
      const own = await told(alex)
      assert.deepEqual(await told(ALEX.toUpperCase()), own)
      for (const event of [
        ...['account-created', 'password-changed', 'signed-in', 'profile-changed', 'account-disabled'],
        ...['account-enabled', 'factor-enrolled', 'factor-removed', 'password-reset', 'sign-in-failed'],
      ])
        assert.ok(own.includes(event), event)
      assert.ok(!own.includes('password-forgotten'))
      const all = await line.json<Record<string, unknown>[]>(['audit'])
      const { at: _, ...viewed } = all[0]!
      assert.deepEqual(viewed, {
        event: 'mail-viewed',
        account: null,
        application: null,
        applicationName: null,
        userName: null,
        address: null,
        details: { mail: mail!.id, about: 'mail-password-recovery', recipient: KIM },
      })
      assert.equal(all[1]!.event, 'password-forgotten')
      assert.equal(all[1]!.address, '127.0.0.1')
      const made = all.find(({ event, account }) => event === 'account-created' && account === alex)!
      assert.deepEqual(
        { ...made, at: '' },
        { ...made, at: '', application: null, address: null, details: {} },
      )
      const lines = await line.printed(['audit', '--limit', '2'])
      assert.match(
        lines,
        /^at +event +account +application +address +details\n\d{4}-\d\d-\d\dT[^\n]+\n[^\n]+\n$/,
      )
    })

    test('remove takes an account away once; what happened to it stays', async () => {
      const before = await eventsOf(alex)
      assert.deepEqual(await line.json<object>(['account', 'remove', ALEX]), { account: ALEX, removed: true })
      await line.refused(['account', 'remove', ALEX], 1, ONE_SENTENCE)
      await line.refused(['account', 'show', alex], 1, ONE_SENTENCE)
      const [newest, ...more] = await line.json<{ event: string }[]>(['audit', '--account', alex])
      assert.equal(newest!.event, 'account-removed')
      assert.equal(more.length, before.length)
    })

    test('outbox show tells of a mail that there is not', async () => {
      await line.refused(['outbox', 'show', 'nothing'], 1, ONE_SENTENCE)
    })

    test('keys rotate makes a key that is known beside the one before', async () => {
      const known = async (): Promise<string[]> => {
        const response = await fetch(`${server.url}${ISSUER_PATH}/jwks`)
        const { keys } = (await response.json()) as { keys: Record<string, string>[] }
        for (const key of keys)
          assert.deepEqual(Object.keys(key).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use'])
        return keys.map(({ kid }) => kid!)
      }
      const before = await known()
      assert.equal(before.length, 1)
      const { kid, ...more } = await line.json(['keys', 'rotate'])
      assert.deepEqual(more, {})
      await within(60_000, async () => (await known()).includes(kid!))
      await within(60_000, async () => (await known())[0] === kid)
      assert.deepEqual(await known(), [kid, ...before])
    })

    // Six digits stand in many a number.
    const holds = (text: string, secret: string) => new RegExp(`(?<![\\w.-])${secret}(?![\\w-])`).test(text)

    test('no secret was said but where it has to be', async () => {
      const meant = new Map([
        ['the first temporary password', ['account create', 'outbox show', 'outbox show']],
        ['the second temporary password', ['account reset-password']],
        ['the secret of the link', ['outbox show']],
      ])
      for (const [what, secret] of secrets) {
        const said = line.spoken
          .filter(({ stdout, stderr }) => holds(`${stdout}${stderr}`, secret))
          .map(({ words }) => words.slice(0, 2).join(' '))
        assert.deepEqual(said, meant.get(what) ?? [], what)
      }
      for (const { words, stdout } of line.spoken)
        assert.doesNotMatch(stdout, /\$argon2|"passwordHash"/, words.join(' '))
      const rows = JSON.stringify(await store.tenant(TENANT).audit.list({ limit: 10_000 }))
      for (const [what, secret] of secrets) assert.ok(!holds(rows, secret), `the audit trail has ${what}`)
      assert.ok(!`${server.said.stdout}${server.said.stderr}`.includes(CHOSEN))
    })
  })
}

describe('an account that cannot be', () => {
  let database: TestDatabase
  let line: CommandLine

  before(async () => {
    database = await installedDatabase('SQLite')
    line = new CommandLine(database)
  })
  after(() => database.remove())

  const CASES: [string, string[], number, RegExp, string?][] = [
    ['has neither name nor address', [], 2, /username or an e-mail address/],
    ['has a bad address', ['--email', 'alex'], 2, /^Enter an e-mail address such as /],
    ['has a name that nobody can see', ['--username', '\u200b'], 2, /^The username must have /],
    ['has a bad age', ['--email', ALEX, '--age', '200'], 2, /^The age must be /],
    ['has a bad number', ['--email', ALEX, '--mobile', 'none'], 2, /^Enter a mobile number such as /],
    ['has a bad locale', ['--email', ALEX, '--locale', '!'], 2, /^Enter a locale such as /],
    [
      'has a short password',
      ['--email', ALEX, '--password-stdin'],
      2,
      /^The password is not allowed /,
      'short\n',
    ],
    ['has no password', ['--email', ALEX, '--password-stdin'], 2, /^The password is not allowed /, ''],
    ['is for no application', ['--email', ALEX, '--app', 'nobody'], 1, /^No application has /],
    [
      'is for no tenant',
      ['--email', ALEX, '--tenant', 'nobody'],
      1,
      /^No tenant has [^\n]+ Run "tabard tenant list" to see all\.\n$/,
    ],
  ]
  for (const [what, words, code, expected, input] of CASES) {
    test(`because it ${what}`, async () => {
      await line.refused(['account', 'create', ...words], code, expected, input)
    })
  }

  test('leaves nothing behind', async () => {
    assert.deepEqual(await line.json<object[]>(['account', 'list']), [])
    assert.deepEqual(await line.json<object[]>(['outbox', 'list']), [])
    assert.deepEqual(await line.json<object[]>(['audit']), [])
  })
})
