import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changeRules, giveAccess, type Steward } from '../../src/governance/governance.ts'
import { APPS, askingAddress, removeApplication, SIGN_IN } from '../../src/identity/identity.ts'
import { randomText } from '../../src/random.ts'
import { usually } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person, Shown } from '../support/person.ts'
import { accountOf } from '../support/store.ts'
import {
  appCode,
  application,
  assertSentBack,
  browser,
  enrolledResident,
  letPass,
  type Resident,
  resident,
  type Stage,
  signedIn,
  stageOf,
} from './steps.ts'

const BY: Steward = { by: 'account:operator', address: null }
const DECISION = 'user_flows/access/default/decision.html'
const HEADER = 'common/page_components/page_header.html'
const TITLE = 'Access to \u2068Travel\u2069'
const SECOND_TITLE = 'Give \u2068Alex Moreau\u2069 access to \u2068Travel\u2069?'
const MISSING = 'This request is not available'

/** What a page of somebody else's request shows, without what differs from one showing to the next. */
const bare = ({ html }: Shown) =>
  html
    .replaceAll(/flow=[0-9a-f]+/g, '')
    .replaceAll(/(?:nonce|value)="[^"]*"/g, '')
    .replaceAll(/requests\/[\w-]+/g, '')

for (const engine of usually('PostgreSQL')) {
  describe(`asking for access and deciding, on ${engine}`, () => {
    let stage: Stage
    let theme: string
    let travel: Awaited<ReturnType<typeof application>>
    let robin: Resident

    const themed = async (files: Record<string, string>) =>
      await stage.service.createTheme(`Theme ${Math.random()}`, packageOf(files))
    /** An application that robin decides about, in a theme. */
    const requestable = async (themeId: string) => {
      const added = await application(stage, { themeId })
      const settings = { mode: 'request', keepRecent: false, approvers: [robin.id] } as const
      await changeRules(stage.store, added.id, settings, BY)
      return added
    }
    const alexandra = async () => await resident(stage, { givenName: 'Alex', familyName: 'Moreau' })
    /** Somebody's request, and its address. */
    const asked = async (to = travel.id) => {
      const who = await alexandra()
      const person = await signedIn(stage, who)
      await person.visit(askingAddress(to))
      await person.submit({ justification: 'I plan the trips.' })
      return { who, person, address: new URL(person.shown!.url).pathname }
    }
    const decider = async (address: string) => {
      const person = await signedIn(stage, robin)
      await person.visit(address)
      return person
    }
    const approve = async (person: Person, comment = '') => {
      await person.submit({ comment }, { button: 'Approve' })
      return await person.submit({}, { button: 'Give access' })
    }
    const endSessions = async ({ id }: Resident) =>
      void (await stage.store.write(tx => tx.records.removeOwned(id, 'SignIn')))
    const assertTheme = ({ html }: Shown, themeId: string) =>
      assert.match(html, new RegExp(`theme\\.css\\?themeId=${themeId}`))

    before(async () => {
      stage = await stageOf(engine)
      robin = await resident(stage, { givenName: 'Robin', familyName: 'Okafor' })
      theme = await themed({ [HEADER]: '<header><b id="brand">Harbour</b></header>' })
      travel = await requestable(theme)
    })
    after(async () => await stage.stop())

    test('the page that greets somebody who is signed in leads to their applications', async () => {
      const person = await signedIn(stage, await alexandra())
      await person.visit(`${SIGN_IN}?runtime=true&ui_locales=de`)
      assert.match(person.shown!.html, /<a href="\/apps\?ui_locales=de">Ihre Anwendungen<\/a>/)
    })

    test('somebody asks at the end of a sign-in, an approver follows the link and approves, and the sign-in goes on', async () => {
      const who = await alexandra()
      const person = browser(stage)
      await person.visit(travel.address)
      await person.submit({ username: who.userName, password: PASSWORD })
      await person.submit({}, { button: 'Request access' })
      assert.equal(person.shown!.heading, 'Request access to \u2068Travel\u2069')
      assertTheme(person.shown!, theme)
      assert.match(person.shown!.html, /<textarea [^>]*name="justification"[^>]* required/)
      assert.doesNotMatch(person.shown!.html, /<input [^>]*name="until"[^>]* required/)
      await person.submit({ justification: ' ', until: '2001-01-31' })
      assert.match(person.shown!.alert, /Please (?:give a reason|choose a day)/)
      assert.match(person.shown!.title, /^Error: /)
      await person.submit({ justification: 'I plan the <b>trips</b>.', until: '' })
      assert.equal(person.shown!.heading, TITLE)
      assert.match(person.shown!.html, /Your request was sent\./)
      assert.match(person.shown!.html, /I plan the &lt;b&gt;trips/)
      assertTheme(person.shown!, theme)
      const address = new URL(person.shown!.url).pathname

      const approver = browser(stage)
      await approver.visit(address)
      assert.equal(approver.shown!.heading, 'Sign in')
      assertTheme(approver.shown!, 'default')
      await approver.submit({ username: robin.userName, password: PASSWORD })
      assert.equal(approver.shown!.heading, TITLE)
      assert.equal(new URL(approver.shown!.url).pathname, address)
      assertTheme(approver.shown!, theme)
      assert.match(approver.shown!.html, /id="brand">Harbour/)
      await approver.submit({ comment: 'Have a good trip.' }, { button: 'Approve' })
      assert.equal(approver.shown!.heading, SECOND_TITLE)
      await approver.submit({}, { button: 'Give access' })
      assert.match(approver.shown!.html, /data-state="approved"/)
      assert.match(approver.shown!.html, /Have a good trip\./)

      await person.visit(address)
      assert.match(person.shown!.html, /data-state="approved"/)
      assert.match(person.shown!.html, /href="https:\/\/app\.example\.com\/"/)
      await person.visit(travel.address)
      assertSentBack(person)
    })

    test('the page of applications shows what somebody may open, ask for, has asked for and decides about', async () => {
      const { person, address } = await asked()
      await person.visit(APPS)
      assert.equal(person.shown!.heading, 'Your applications')
      assertTheme(person.shown!, 'default')
      assert.match(person.shown!.html, new RegExp(address))
      const approver = await signedIn(stage, robin)
      await approver.visit(APPS)
      assert.match(approver.shown!.html, new RegExp(`${address}"><strong><bdi>Alex Moreau`))
      await person.submit({}, { button: 'Withdraw the request for \u2068Travel\u2069' })
      assert.match(person.shown!.html, /data-state="withdrawn"/)
      await approver.visit(address)
      assert.match(approver.shown!.html, /data-state="withdrawn"/)
      assert.equal(approver.shown!.forms.length, 0)
    })

    test('the page of applications leads to asking for longer, and for others', async () => {
      const who = await alexandra()
      const { id } = await requestable(theme)
      const person = await signedIn(stage, who)
      const leadsToAsking = async () => (await person.visit(APPS)).html.includes(`"${askingAddress(id)}"`)
      assert.equal(await leadsToAsking(), true)
      await giveAccess(stage.store, id, { kind: 'account', id: who.id }, '2099-01-31', BY)
      assert.equal(await leadsToAsking(), true, 'access that will end')
      await giveAccess(stage.store, id, { kind: 'account', id: who.id }, undefined, BY)
      assert.equal(await leadsToAsking(), false, 'access that does not end')
      await changeRules(stage.store, id, { requestsForOthers: true }, BY)
      assert.equal(await leadsToAsking(), true, 'access for others')
    })

    test('asking goes on in the language that the application asked for', async () => {
      const who = await alexandra()
      const person = await signedIn(stage, who)
      await person.visit(`${travel.address}&ui_locales=de`)
      await person.submit({}, { button: 'Zugriff anfragen' })
      assert.match(person.shown!.html, /lang="de"/)
    })

    test('whoever goes back from the last step finds the comment again', async () => {
      const { address } = await asked()
      const approver = await decider(address)
      await approver.submit({ comment: 'Have a good trip.' }, { button: 'Approve' })
      await approver.submit({}, { button: 'Back' })
      assert.match(approver.shown!.html, />\nHave a good trip\.<\/textarea>/)
      assertTheme(approver.shown!, theme)
      await approve(approver, 'Have a good trip.')
      assert.match(approver.shown!.html, /data-state="approved"/)
    })

    test('nobody sees the page of applications without signing in first', async () => {
      const person = browser(stage)
      await person.visit(APPS)
      assert.equal(person.shown!.heading, 'Sign in')
      await person.submit({ username: robin.userName, password: PASSWORD })
      assert.equal(person.shown!.heading, 'Your applications')
    })

    test('test accounts of the demo ask for nothing', async () => {
      const id = 'tabard-demo.operator'
      await stage.store.write(tx => tx.accounts.create(accountOf(id)))
      const person = await signedIn(stage, { id, userName: id })
      for (const address of [APPS, askingAddress(travel.id)]) {
        await person.visit(address)
        assert.equal(person.shown!.heading, 'Sign in', address)
      }
    })

    test('an approver asks for more, gets an answer, and rejects; a comment is needed', async () => {
      const { person, address } = await asked()
      const approver = await decider(address)
      await approver.submit({ comment: '' }, { button: 'Reject' })
      assert.equal(approver.shown!.alert, 'Please write a comment.')
      await approver.submit({ comment: 'Which team?' }, { button: 'Ask for more information' })
      assert.match(approver.shown!.html, /data-state="more-wanted"/)
      await person.visit(address)
      await person.submit({ comment: '' }, { button: 'Send answer' })
      assert.equal(person.shown!.alert, 'Please write a comment.')
      await person.submit({ comment: 'Sales.' }, { button: 'Send answer' })
      assert.match(person.shown!.html, /data-state="waiting"/)
      await approver.visit(address)
      await approver.submit({ comment: 'Kim does that.' }, { button: 'Reject' })
      await person.visit(address)
      assert.match(person.shown!.html, /data-state="rejected"/)
      assert.match(person.shown!.html, /Kim does that\./)
      assert.match(person.shown!.html, /Request access again/)
    })

    test('what somebody else decided meanwhile stays, and the page says so', async () => {
      const { person, address } = await asked()
      const [first, second] = [await decider(address), await decider(address)]
      await second.submit({ comment: '' }, { button: 'Approve' })
      await first.submit({ comment: 'No.' }, { button: 'Reject' })
      await second.submit({}, { button: 'Give access' })
      assert.equal(
        second.shown!.alert,
        'This request has changed in the meantime. Your decision was not saved.',
      )
      assert.match(second.shown!.html, /data-state="rejected"/)
      await person.visit(travel.address)
      assert.equal(person.shown!.heading, 'You don’t have access')
    })

    test('strangers learn nothing from an id: the page is the same for one that does not exist', async () => {
      const { address } = await asked()
      const stranger = await signedIn(stage, await resident(stage))
      const foreign = await stranger.visit(address)
      assert.equal(foreign.heading, MISSING)
      assert.equal(foreign.status, 404)
      assertTheme(foreign, 'default')
      const none = await stranger.visit(`${address.slice(0, -3)}xyz`)
      assert.equal(bare(none), bare(foreign))
      const posted = await stranger.send('POST', address, { operation: 'approve' })
      assert.equal(posted.status, 404)
      for (const odd of ['%00', 'a'.repeat(400), '..%2f..', "'"]) {
        const answer = await stranger.send('GET', `/access/requests/${odd}`)
        assert.ok([400, 404, 414].includes(answer.status), `${odd} ${answer.status}`)
      }
    })

    test('nobody decides about their own request, also not by a form of somebody else', async () => {
      const own = await signedIn(stage, robin)
      await own.visit(askingAddress(travel.id))
      await own.submit({ justification: 'For me.' })
      assert.match(own.shown!.html, /You cannot decide about this request yourself\./)
      assert.ok(own.shown!.forms.every(({ buttons }) => buttons.every(({ value }) => value === 'withdraw')))
      const [form] = own.shown!.forms
      for (const operation of ['approve', 'confirm', 'reject', 'more']) {
        await own.send('POST', form!.action, { ...form!.fields, operation, comment: 'x' })
        await own.visit(new URL(own.shown!.url).pathname)
        assert.match(own.shown!.html, /data-state="waiting"/, operation)
      }
      await own.submit({}, { button: 'Withdraw request' })
    })

    test('a form is worth nothing without its verifier, from another person, page or origin', async () => {
      const { address } = await asked()
      const other = await asked()
      const approver = await decider(address)
      const [form] = approver.shown!.forms
      const reject = { ...form!.fields, operation: 'reject', comment: 'No.' }
      const refused = async (target: string, fields: Record<string, string>, headers = {}) => {
        const answer = await approver.send('POST', target, fields, headers)
        assert.equal(answer.status, 403)
      }
      await refused(form!.action, { ...reject, form_verifier: '' })
      await refused(form!.action, reject, { 'sec-fetch-site': 'cross-site' })
      await refused(form!.action, reject, { origin: 'https://evil.example' })
      await refused(form!.action.replace(address, other.address), reject)
      await refused(address, reject)
      const stranger = await signedIn(stage, await resident(stage))
      assert.equal((await stranger.send('POST', form!.action, reject)).status, 404)
      // The verifier of this page does not confirm an approval.
      await approver.submit({ comment: '' }, { button: 'Approve' })
      const [approval] = approver.shown!.forms
      await refused(approval!.action, { ...reject, operation: 'confirm' })
      await refused(form!.action, { ...approval!.fields, operation: 'confirm' })
      await approver.visit(address)
      assert.match(approver.shown!.html, /data-state="waiting"/)
    })

    test('the same form twice is one decision, and a link that was used shows what became of it', async () => {
      const { person, address } = await asked()
      const approver = await decider(address)
      await approve(approver)
      const last = approver.steps.findLast(({ method }) => method === 'POST')!
      const again = await approver.send('POST', last.url, {})
      assert.equal(again.status, 403)
      await approver.visit(address)
      assert.match(approver.shown!.html, /data-state="approved"/)
      assert.equal(approver.shown!.html.match(/data-turn="approve"/g)!.length, 1)
      await person.visit(askingAddress(travel.id))
      assert.equal(person.shown!.heading, 'Your applications')
    })

    test('what was typed before the session ended is there again after a new sign-in', async () => {
      const { who, person, address } = await asked()
      const approver = await decider(address)
      await endSessions(robin)
      await approver.submit({ comment: 'Kim does <b>that</b>.' }, { button: 'Reject' })
      assert.equal(approver.shown!.heading, 'Sign in')
      assert.ok(approver.steps.every(({ url }) => !/Kim|4b696d/i.test(url)))
      await approver.submit({ username: robin.userName, password: PASSWORD })
      assert.equal(approver.shown!.heading, TITLE)
      assert.match(approver.shown!.alert, /^Nothing has been sent yet/)
      assert.match(approver.shown!.html, /data-state="waiting"/)
      assert.match(approver.shown!.html, /<textarea[^>]*>\s*Kim does &lt;b&gt;that/)
      await approver.submit({ comment: 'Kim does that.' }, { button: 'Ask for more information' })
      await person.visit(address)
      await endSessions(who)
      await person.submit({ comment: 'Kim is away.' }, { button: 'Send answer' })
      await person.submit({ username: who.userName, password: PASSWORD })
      assert.match(person.shown!.html, /Nothing has been sent yet/)
      assert.match(person.shown!.html, /<textarea[^>]*>\s*Kim is away\./)

      const asking = await signedIn(stage, who)
      const wiki = await requestable(theme)
      await asking.visit(askingAddress(wiki.id))
      await endSessions(who)
      await asking.submit({ justification: 'I write it.', until: '2099-01-31' })
      await asking.submit({ username: who.userName, password: PASSWORD })
      assert.match(asking.shown!.alert, /^Nothing has been sent yet/)
      assertTheme(asking.shown!, theme)
      assert.match(asking.shown!.html, /<textarea[^>]*>\s*I write it\./)
      await asking.submit({ justification: 'I write it.' })
      assert.match(asking.shown!.html, /Your request was sent\./)
      assert.match(asking.shown!.html, /datetime="2099-01-31"/)
    })

    test('nobody else sees what was typed, also not in the same browser', async () => {
      const kim = await resident(stage)
      const shared = await application(stage, { themeId: theme })
      const settings = { mode: 'request', keepRecent: false, approvers: [robin.id, kim.id] } as const
      await changeRules(stage.store, shared.id, settings, BY)
      const { address } = await asked(shared.id)
      const approver = await decider(address)
      await endSessions(robin)
      await approver.submit({ comment: 'A secret.' }, { button: 'Reject' })
      await approver.submit({ username: kim.userName, password: PASSWORD })
      assert.equal(approver.shown!.heading, TITLE)
      assert.doesNotMatch(approver.shown!.html, /A secret|Nothing has been sent/)
    })

    test('a form of a session before this one does nothing, and its text is shown again', async () => {
      const { address } = await asked()
      const known = randomText()
      const approver = await signedIn(stage, robin, known)
      await approver.visit(address)
      const later = await signedIn(stage, robin, known)
      approver.setCookie('tabard-session', later.cookie('tabard-session')!)
      await approver.submit({ comment: 'Kim does that.' }, { button: 'Reject' })
      assert.match(approver.shown!.html, /data-state="waiting"/)
      assert.match(approver.shown!.html, /<textarea[^>]*>\s*Kim does that\./)
      await approver.submit({ comment: 'Kim does that.' }, { button: 'Reject' })
      assert.match(approver.shown!.html, /data-state="rejected"/)
    })

    test('the last step is there again after a new sign-in, and leads back with the comment', async () => {
      const { address } = await asked()
      const approver = await decider(address)
      await approver.submit({ comment: 'Fine.' }, { button: 'Approve' })
      await endSessions(robin)
      await approver.submit({}, { button: 'Give access' })
      await approver.submit({ username: robin.userName, password: PASSWORD })
      assert.equal(approver.shown!.heading, SECOND_TITLE)
      await approver.submit({}, { button: 'Back' })
      assert.match(approver.shown!.html, /<textarea[^>]*>\s*Fine\./)
      assertTheme(approver.shown!, theme)
      await approver.submit({ comment: 'Fine.' }, { button: 'Approve' })
      await approver.submit({}, { button: 'Give access' })
      assert.match(approver.shown!.html, /data-state="approved"/)
    })

    test('giving access takes a fresh proof, and goes on where it was', async () => {
      const { address } = await asked()
      const approver = await decider(address)
      await letPass(stage, approver, 10 * 60_000)
      await approver.submit({ comment: 'Fine.' }, { button: 'Approve' })
      assert.equal(approver.shown!.heading, 'Sign in')
      assertTheme(approver.shown!, 'master')
      await approver.submit({ password: PASSWORD })
      assert.equal(approver.shown!.heading, SECOND_TITLE)
      await approver.submit({}, { button: 'Give access' })
      assert.match(approver.shown!.html, /data-state="approved"/)
      assert.match(approver.shown!.html, /Fine\./)
    })

    test('an approver with an authenticator app proves that as well', async () => {
      const kim = await enrolledResident(stage)
      const { id } = await application(stage, { themeId: theme })
      const settings = { mode: 'request', keepRecent: false, approvers: [kim.id] } as const
      await changeRules(stage.store, id, settings, BY)
      const { address } = await asked(id)
      const approver = await signedIn(stage, kim)
      await approver.visit(address)
      await approver.submit({ comment: '' }, { button: 'Approve' })
      assert.notEqual(approver.shown!.heading, SECOND_TITLE)
      assertTheme(approver.shown!, 'master')
      await approver.submit({ 'otp.user.otp': appCode(kim.secret) })
      assert.equal(approver.shown!.heading, SECOND_TITLE)
      await approver.submit({}, { button: 'Give access' })
      assert.match(approver.shown!.html, /data-state="approved"/)
    })

    test('the last step has nothing of a theme, and the pages before run no script of it', async () => {
      const hostile = await themed({
        [DECISION]: `<!doctype html><html lang="@LANG@" dir="@DIR@"><head><title>@DECISION_TITLE@</title>
          <meta http-equiv="refresh" content="0;url=?operation=approve"><base href="https://evil.example/">
          <script>document.forms[0].submit()</script></head>
          <body onload="document.forms[0].submit()"><main>@DECISION_FORM@</main></body></html>`,
        'common/page_style.css': 'button[value="approve"] { position: fixed; inset: 0; opacity: 0 }',
        'common/default/template_labels.properties':
          '$DECISION_APPROVE$=Look at a picture\n$APPROVAL_CONFIRM$=Another picture\n$APPROVAL_TITLE$=Pictures\n',
      })
      const { address } = await asked((await requestable(hostile)).id)
      const approver = await decider(address)
      const policy = approver.shown!.headers.get('content-security-policy')!
      assert.match(policy, /script-src 'none'/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.doesNotMatch(policy, /form-action[^;]*evil/)
      assert.doesNotMatch(policy, /base-uri[^;]*evil/)
      await approver.visit(`${address}?operation=approve`)
      assert.match(approver.shown!.html, /data-state="waiting"/)
      await approver.submit({ comment: '' }, { button: 'Look at a picture' })
      assert.equal(approver.shown!.heading, SECOND_TITLE)
      assertTheme(approver.shown!, 'master')
      assert.deepEqual(
        approver.shown!.forms[0]!.buttons.map(({ text }) => text),
        ['Give access', 'Back'],
      )
      assert.doesNotMatch(approver.shown!.html, new RegExp(hostile))
    })

    const HOSTILE = {
      'a form around it': '<form method="post">@DECISION_FORM@</form>',
      'a form that is never closed': '<table><form method="post"></table>@DECISION_FORM@',
      'a form for browsers without scripts': '<noscript><form method="post"></noscript>@DECISION_FORM@',
      'a second form':
        '@DECISION_FORM@<form method="post"><button name="operation" value="approve">Go</button></form>',
      'a label around it': '<label>@DECISION_FORM@</label>',
      'a link around it': '<a href="/">@DECISION_FORM@</a>',
      'no place for it': '<p>Nothing here.</p>',
      'a covered place for it': '<div style="display: none">@DECISION_FORM@</div>',
    }
    test('a template that has a hand in the form gives way to the master', async () => {
      for (const [what, inside] of Object.entries(HOSTILE)) {
        const page = `<!doctype html><html lang="@LANG@"><head><title>x</title></head><body id="own">${inside}</body></html>`
        const { address } = await asked((await requestable(await themed({ [DECISION]: page }))).id)
        const approver = await decider(address)
        assert.doesNotMatch(approver.shown!.html, /id="own"/, what)
        assert.deepEqual(approver.shown!.forms.length, 1, what)
        assert.doesNotMatch(approver.shown!.html, /<(?:form|button)[^>]* id=/, what)
      }
    })

    test('an application or a person that is removed in the middle leaves a clear page', async () => {
      const wiki = await requestable(theme)
      const first = await asked(wiki.id)
      const approver = await decider(first.address)
      await removeApplication(stage.store, wiki.id)
      await approver.submit({ comment: 'x' }, { button: 'Approve' })
      assert.ok([200, 404].includes(approver.shown!.status))
      assert.match(approver.shown!.html, /data-state="closed"|not available/)
      const second = await asked()
      const again = await decider(second.address)
      await stage.store.write(tx => tx.accounts.remove(second.who.id))
      await again.submit({ comment: '' }, { button: 'Approve' })
      assert.ok([200, 404].includes(again.shown!.status))
      assert.match(again.shown!.html, /data-state="closed"|not available/)
    })

    test('an application that takes no requests is not told from one that does not exist', async () => {
      const assigned = await application(stage, {})
      await changeRules(stage.store, assigned.id, { mode: 'assigned', keepRecent: false }, BY)
      const person = await signedIn(stage, await alexandra())
      for (const id of [assigned.id, 'nothing', '']) {
        await person.visit(askingAddress(id))
        assert.equal(person.shown!.heading, 'Your applications', id)
      }
      await person.visit(assigned.address)
      assert.equal(person.shown!.heading, 'You don’t have access')
      assert.match(person.shown!.html, /data-show="none"/)
    })
  })
}
