import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { PersonalTurn } from '../../src/core/flows/access-request.ts'
import { Refusal, type RefusalCode, type Refusals } from '../../src/core/refusal.ts'
import { endingJobs } from '../../src/governance/endings.ts'
import {
  AccessRequests,
  addDeputy,
  addMembers,
  changeRules,
  createGroup,
  giveAccess,
  removeGroup,
  removeMember,
  type SeenRequest,
  type Steward,
} from '../../src/governance/governance.ts'
import {
  type AccountOffice,
  assignTheme,
  removeAccount,
  removeApplication,
  setStatus,
} from '../../src/identity/identity.ts'
import type { ClaimedJob, Tenant } from '../../src/store/store.ts'
import { becomes } from '../support/becomes.ts'
import { ENGINES, usually } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { unsentTemplates } from '../support/unsent.ts'
import { officeOf } from './offices.ts'
import {
  application,
  eventsOf,
  mailTo,
  type Resident,
  resident,
  type Stage,
  signedIn,
  stageOf,
} from './steps.ts'

const BY: Steward = { by: 'account:operator', address: null }
const DAY = 86_400_000
const WHY = 'I plan the trips of our team.'
const SUBJECT = 'notifications/access_application_request/default/approver_new_application_email_subject.txt'

for (const engine of ENGINES) {
  describe(`requests for access on ${engine}`, () => {
    let stage: Stage
    let office: AccountOffice & AsyncDisposable
    let requests: AccessRequests
    let tenant: Tenant
    let shop: string
    let approver: Resident
    let asker: Resident
    let ahead = 0
    const sent = new Set<string>()

    before(async () => {
      stage = await stageOf(engine, { TABARD_MAIL_DAYS: '3650' }, { now: () => Date.now() + ahead })
      office = await officeOf(stage)
      tenant = office.tenant
      requests = new AccessRequests({ ...office, mailQueued: () => stage.service.service.wake() })
    })
    beforeEach(async () => {
      approver = await resident(stage)
      asker = await resident(stage, { givenName: 'Alex', familyName: 'Moreau' })
      shop = await requestable([approver.userName])
    })
    after(async () => {
      await office[Symbol.asyncDispose]()
      await stage.stop()
    })

    const requestable = async (approvers: string[], name = 'Travel', forOthers = false) => {
      const { id } = await application(stage, { name })
      await changeRules(
        stage.store,
        id,
        { mode: 'request', approvers, keepRecent: false, requestsForOthers: forOthers },
        BY,
      )
      return id
    }
    const by = ({ id }: Resident) => ({ account: id, address: '203.0.113.7' })
    const ask = async (who = asker, wish: { person?: string; until?: string; justification?: string } = {}) =>
      await requests.ask(tenant, by(who), { application: shop, justification: WHY, ...wish })
    const act = async (who: Resident, { id }: SeenRequest, turn: PersonalTurn, comment = '') =>
      await requests.act(tenant, by(who), id, turn, comment)
    const mayUse = async (who: Resident) => (await stage.store.access.standing(shop, who.id))?.given
    const refusal = async <Code extends RefusalCode>(
      work: Promise<unknown>,
      code: Code,
    ): Promise<Refusals[Code]> => {
      const error = await work.then(
        () => assert.fail('it was not refused'),
        (fault: unknown) => fault,
      )
      assert.ok(error instanceof Refusal, String(error))
      assert.equal(error.code, code)
      return error.details as Refusals[Code]
    }
    const why = async (work: Promise<unknown>) => (await refusal(work, 'request_refused')).why
    const mails = async () => {
      const all = await stage.store.outbox.list(10_000)
      for (const { event } of all) sent.add(event)
      return all
    }
    const told = async (who: Resident, event: string) =>
      (await mails()).filter(mail => mail.event === event && mail.recipient === who.userName).length
    /** Lets time pass, and waits until the jobs that are due then have been done. */
    const pass = async (milliseconds: number) => {
      ahead += milliseconds
      const due = async () => {
        const jobs = await stage.store.jobs.list()
        return jobs.filter(
          // One that has failed, such as by a lock on a busy machine, is tried again.
          ({ kind, dueAt, problem }) =>
            /^(?:access|group|end)-/.test(kind) && (dueAt <= stage.store.now() || problem !== null),
        )
      }
      await becomes(async () => {
        stage.service.service.wake()
        return await due()
      }, [])
    }

    test('an approver is asked by mail, approves, and the requester can use the application', async () => {
      const offered = await requests.offer(tenant, asker.id, shop)
      assert.deepEqual([offered?.mayUse, offered?.mayAsk, offered?.mayAskForOthers], [false, true, false])
      const request = await ask()
      assert.equal(request.state, 'waiting')
      assert.deepEqual(request.can, ['withdraw'])
      assert.equal((await requests.offer(tenant, asker.id, shop))?.request, request.id)
      const mail = await mailTo(stage, approver.userName, 'Alex Moreau requests access to Travel')
      assert.ok(mail.html.includes(`${stage.service.url}/access/requests/${request.id}"`))
      assert.ok(mail.text.includes(WHY))
      assert.equal(await told(asker, 'mail-access-request'), 0)
      const { toDecide } = await requests.concerning(tenant, approver.id)
      assert.deepEqual(
        toDecide.map(({ id }) => id),
        [request.id],
      )
      const approved = await act(approver, request, 'approve', 'Welcome.')
      assert.equal(approved.state, 'approved')
      assert.equal(await mayUse(asker), true)
      const answer = await mailTo(stage, asker.userName, 'Approved: your request for access to Travel')
      assert.ok(answer.text.includes('Welcome.'))
      assert.deepEqual(
        approved.turns.map(({ turn, by: who }) => [turn, who?.userName]),
        [
          ['ask', asker.userName],
          ['approve', approver.userName],
        ],
      )
      const events = await eventsOf(stage, asker)
      for (const event of ['access-requested', 'access-request-approved', 'access-given'])
        assert.ok(events.includes(event), event)
      assert.deepEqual(await requests.concerning(tenant, approver.id), { toDecide: [], asked: [] })
      await mails()
    })

    test('an approver of more requests than a page has sees those first that have waited longest', async () => {
      const asked = stage.store.now()
      const person = { id: asker.id, userName: asker.userName }
      const shops: string[] = []
      for (let count = 0; count < 52; count++) shops.push(await requestable([approver.userName]))
      await stage.store.write(async tx => {
        for (const [count, application] of shops.entries())
          await tx.requests.create(
            {
              ...{ id: `many-${count}-${engine}`, application, applicationName: 'Travel' },
              ...{ requester: person, person, state: 'waiting', justification: WHY, endsAt: null },
              ...{ askedAt: asked + count, expiresAt: asked + DAY },
            },
            { turn: 'ask', at: asked + count, by: person, part: 'person', comment: '' },
          )
      })
      const { toDecide } = await requests.concerning(tenant, approver.id)
      assert.equal(toDecide.length, 50)
      assert.deepEqual([toDecide[0]?.askedAt, toDecide.at(-1)?.askedAt], [asked, asked + 49])
      // Those that the approver has asked something about wait for somebody else.
      for (const { id } of toDecide.slice(0, 49))
        await requests.act(tenant, by(approver), id, 'more', 'What for?')
      const later = (await requests.concerning(tenant, approver.id)).toDecide
      assert.deepEqual(
        later.slice(0, 4).map(({ askedAt, state }) => [askedAt - asked, state]),
        [
          [49, 'waiting'],
          [50, 'waiting'],
          [51, 'waiting'],
          [0, 'more-wanted'],
        ],
      )
    })

    test('mails are in the theme of the application and the language of the reader', async () => {
      const theme = await stage.service.createTheme(
        `shop ${engine}`,
        packageOf({ [SUBJECT]: 'Bitte: @APPLICATION.NAME@ / $EMAIL_ACCESS_REQUEST_HEADER$' }),
      )
      const german = await resident(stage, { locale: 'de' })
      const themed = await requestable([german.userName, approver.userName], 'Laden')
      await assignTheme(stage.store, themed, theme)
      const plain = await requestable([german.userName], 'Lager')
      for (const application of [themed, plain])
        await requests.ask(tenant, by(asker), { application, justification: WHY })
      const header = 'Eine Anfrage wartet auf Ihre Entscheidung'
      const own = await stage.smtp.next(
        mail => mail.to === german.userName && mail.subject.startsWith('Bitte'),
      )
      assert.equal(own.subject, `Bitte: Laden / ${header}`)
      assert.match(own.html, /lang="de"/)
      const other = await stage.smtp.next(
        mail => mail.to === german.userName && !mail.subject.startsWith('Bitte'),
      )
      assert.equal(other.subject, 'Alex Moreau bittet um Zugriff auf „Lager“ – Tabard')
      const english = await stage.smtp.next(
        mail => mail.to === approver.userName && mail.subject.startsWith('Bitte'),
      )
      assert.equal(english.subject, 'Bitte: Laden / A request is waiting for your decision')
      await mails()
    })

    test('an administrator sees what is theirs to decide, however many newer requests are for approvers', async () => {
      const administrator = await resident(stage)
      await stage.store.write(tx => tx.accounts.update(administrator.id, { administrator: true }))
      const busy = shop
      shop = await requestable([asker.userName])
      const left = await ask()
      shop = busy
      await stage.store.write(async tx => {
        const at = tx.now()
        const request = {
          ...({
            application: busy,
            applicationName: 'Travel',
            state: 'waiting',
            justification: WHY,
          } as const),
          ...{ endsAt: null, askedAt: at, expiresAt: at + DAY },
        }
        for (let number = 0; number < 60; number++) {
          const person = { id: `made-up-${number}`, userName: `made-up-${number}` }
          const turn = { turn: 'ask', at, by: person, part: 'person', comment: '' } as const
          await tx.requests.create({ ...request, id: tx.newId(), requester: person, person }, turn)
        }
      })
      const { toDecide } = await requests.concerning(tenant, administrator.id)
      assert.ok(
        toDecide.some(({ id }) => id === left.id),
        'its only approver has asked',
      )
      assert.ok(toDecide.every(({ application }) => application.id !== busy))
      assert.equal((await requests.concerning(tenant, approver.id)).toDecide.length, 50)
      await stage.store.write(tx => tx.accounts.update(administrator.id, { administrator: false }))
    })

    test('members of an approver group and deputies decide, deputies only in their time', async () => {
      const [member, deputy] = [await resident(stage), await resident(stage)]
      const group = await createGroup(stage.store, `approvers ${shop}`, BY)
      await addMembers(stage.store, group.id, [member.userName], BY)
      await changeRules(stage.store, shop, { approvers: [`group:${group.name}`] }, BY)
      const from = new Date(stage.store.now() + DAY).toISOString()
      const until = new Date(stage.store.now() + 2 * DAY).toISOString()
      await addDeputy(stage.store, { account: member.userName, deputy: deputy.userName, from, until }, BY)
      const request = await ask()
      assert.equal(await told(member, 'mail-access-request'), 1)
      assert.equal(await told(deputy, 'mail-access-request'), 0)
      await refusal(act(deputy, request, 'approve'), 'request_unknown')
      await pass(DAY)
      assert.deepEqual((await requests.concerning(tenant, deputy.id)).toDecide[0]?.parts, ['deputy'])
      const approved = await act(deputy, request, 'approve')
      assert.deepEqual(
        approved.turns.map(({ part }) => part),
        ['person', 'deputy'],
      )
      await pass(DAY)
      assert.equal(await requests.seen(tenant, request.id, deputy.id), undefined)
      assert.ok(await requests.seen(tenant, request.id, member.id))
    })

    test('of decisions at the same moment the first counts', async () => {
      const second = await resident(stage)
      await changeRules(stage.store, shop, { approvers: [approver.userName, second.userName] }, BY)
      const request = await ask()
      const results = await Promise.allSettled([
        act(approver, request, 'approve'),
        act(second, request, 'reject', 'No.'),
        act(asker, request, 'withdraw'),
      ])
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
      for (const result of results)
        if (result.status === 'rejected')
          assert.equal(
            (await refusal(Promise.reject(result.reason), 'request_refused')).why,
            'request-moved-on',
          )
      const left = await requests.seen(tenant, request.id, asker.id)
      assert.equal(left?.turns.length, 2)
      assert.equal(await mayUse(asker), left?.state === 'approved')
      assert.equal(await why(act(approver, request, 'approve')), 'request-moved-on')
      const again = await Promise.allSettled([ask(approver), ask(approver), ask(approver)])
      assert.equal(again.filter(({ status }) => status === 'fulfilled').length, 1)
    })

    test('a request ends with its application or its person, and stays readable', async () => {
      const request = await ask()
      await removeApplication(stage.store, shop)
      const closed = await requests.seen(tenant, request.id, asker.id)
      assert.equal(closed?.state, 'closed')
      assert.deepEqual(closed.application, { id: shop, name: 'Travel', removed: true })
      assert.equal(closed.turns.at(-1)?.turn, 'close')
      await refusal(act(approver, request, 'approve'), 'request_unknown')
      shop = await requestable([approver.userName])
      const other = await ask()
      await removeAccount(office, asker.id)
      const left = await requests.seen(tenant, other.id, approver.id)
      assert.equal(left?.state, 'closed')
      assert.deepEqual(left.person, { id: asker.id, userName: asker.userName, account: null })
      assert.equal(await why(act(approver, other, 'approve')), 'request-moved-on')
      const entries = await stage.store.audit.list({ event: 'access-request-closed', limit: 2 })
      assert.deepEqual(
        entries.map(({ account, application, details }) => ({ account, application, details })),
        [
          {
            account: asker.id,
            application: shop,
            details: { request: other.id, cause: 'account-removed' },
          },
          {
            account: asker.id,
            application: request.application.id,
            details: { request: request.id, cause: 'application-removed' },
          },
        ],
      )
    })

    test('approvers are reminded, and a request that nobody decides expires', async () => {
      const friend = await resident(stage)
      shop = await requestable([approver.userName], 'Travel', true)
      const request = await ask(asker, { person: friend.userName })
      await pass(3 * DAY)
      await mailTo(stage, approver.userName, 'Reminder: Alex Moreau requests access to Travel')
      assert.equal(await told(approver, 'mail-access-reminder'), 1)
      await pass(0)
      assert.equal(await told(approver, 'mail-access-reminder'), 1)
      await act(approver, request, 'more', 'Which trips?')
      await pass(8 * DAY)
      assert.equal(await told(approver, 'mail-access-reminder'), 1, 'it does not wait for the approver')
      await act(asker, request, 'answer', 'Oslo.')
      await pass(15 * DAY)
      assert.equal(await told(approver, 'mail-access-reminder'), 2, 'one stands for all that were missed')
      await pass(30 * DAY)
      assert.equal(await told(approver, 'mail-access-reminder'), 2)
      const expired = await requests.seen(tenant, request.id, asker.id)
      assert.deepEqual([expired?.state, expired?.turns.at(-1)?.turn], ['expired', 'expire'])
      await mailTo(stage, asker.userName, 'Expired: request for access to Travel')
      assert.deepEqual(
        [await told(asker, 'mail-request-expired'), await told(friend, 'mail-access-expired')],
        [1, 1],
      )
      assert.equal(await why(act(approver, request, 'approve')), 'request-moved-on')
      const left = (await stage.store.jobs.list()).filter(({ id }) => id.includes(request.id))
      assert.deepEqual(left, [])
      assert.equal((await eventsOf(stage, friend)).at(-1), 'access-request-expired')
    })

    test('access that was asked for until a date ends then, after a notice, and can be asked for again', async () => {
      const until = new Date(stage.store.now() + 20 * DAY).toISOString()
      await act(approver, await ask(asker, { until }), 'approve')
      assert.equal((await requests.offer(tenant, asker.id, shop))?.endsAt, Date.parse(until))
      await pass(12 * DAY)
      assert.equal(await told(asker, 'mail-access-ending'), 0)
      await pass(DAY)
      const notice = await mailTo(stage, asker.userName, 'Your access to Travel ends soon')
      assert.ok(notice.html.includes(`${stage.service.url}/apps"`))
      assert.equal(await told(asker, 'mail-access-ending'), 1)
      const longer = new Date(stage.store.now() + 40 * DAY).toISOString()
      await act(approver, await ask(asker, { until: longer }), 'approve')
      const shorter = new Date(stage.store.now() + 5 * DAY).toISOString()
      await act(approver, await ask(asker, { until: shorter }), 'approve')
      await pass(8 * DAY)
      assert.equal(await mayUse(asker), true, 'an approval never shortens access')
      await pass(27 * DAY)
      assert.equal(await told(asker, 'mail-access-ending'), 2)
      await pass(6 * DAY)
      assert.equal(await mayUse(asker), false)
    })

    test('whoever creates a group hears of it, and members that they were added and removed, and that it is gone', async () => {
      const [first, second] = [await resident(stage), await resident(stage)]
      const group = await createGroup(stage.store, `told ${shop}`, { ...BY, account: approver.id })
      await createGroup(stage.store, `untold ${shop}`, BY)
      await pass(0)
      const created = await mailTo(stage, approver.userName, `New group told ${shop}`)
      assert.match(created.html, /you are responsible for it/)
      await addMembers(stage.store, group.id, [first.userName, second.userName], BY)
      await addMembers(stage.store, group.id, [first.userName], BY)
      await removeMember(stage.store, group.id, first.userName, BY)
      await removeGroup(stage.store, group.id, BY)
      await pass(0)
      await mailTo(stage, first.userName, `You were added to told ${shop}`)
      await mailTo(stage, first.userName, `You were removed from told ${shop}`)
      await mailTo(stage, second.userName, `Group told ${shop} was deleted`)
      assert.deepEqual(
        [await told(first, 'mail-group-joined'), await told(first, 'mail-group-deleted')],
        [1, 0],
      )
    })

    test('members of a removed group hear of it once, also where a node that has lost its claim goes on', async () => {
      const member = await resident(stage)
      const group = await createGroup(stage.store, `twice ${shop}`, BY)
      await addMembers(stage.store, group.id, [member.userName], BY)
      await stage.store.write(tx => tx.groups.retire(group.id))
      const payload = { what: 'removed-group', group: group.id, name: group.name }
      const job = { tenant: tenant.id, payload } as unknown as ClaimedJob
      const work = endingJobs(stage.service.service.store)['end-issued']!
      await Promise.all([work(job, () => false), work(job, () => false)])
      await pass(0)
      assert.equal(await told(member, 'mail-group-deleted'), 1)
    })

    test('nobody floods approvers', async () => {
      for (let count = 0; count < 20; count++) await act(asker, await ask(), 'withdraw')
      assert.equal(await why(ask()), 'too-many-requests')
      const busy = await resident(stage)
      for (let count = 0; count < 10; count++) {
        shop = await requestable([approver.userName])
        await ask(busy)
      }
      shop = await requestable([approver.userName])
      assert.equal(await why(ask(busy)), 'too-many-requests')
    })

    // What follows is about rules and mails, whatever the database.
    if (!usually('SQLite').includes(engine)) return

    test('more justification is asked for and given', async () => {
      const request = await ask()
      assert.equal(await why(act(approver, request, 'more')), 'comment-missing')
      assert.equal((await act(approver, request, 'more', 'Which trips?')).state, 'more-wanted')
      const question = await mailTo(stage, asker.userName, 'More information needed: access to Travel')
      assert.ok(question.text.includes('Which trips?'))
      assert.ok(question.html.includes(`/access/requests/${request.id}"`))
      assert.equal((await act(asker, request, 'answer', 'Those to Oslo.')).state, 'waiting')
      const reason = await mailTo(stage, approver.userName, 'Alex Moreau gave a reason for access to Travel')
      assert.ok(reason.text.includes('Those to Oslo.'))
      assert.equal((await act(approver, request, 'reject', 'Not this year.')).state, 'rejected')
      const refused = await mailTo(stage, asker.userName, 'Not approved: your request for access to Travel')
      assert.ok(refused.text.includes('Not this year.'))
      assert.equal(await mayUse(asker), false)
      assert.equal((await ask()).state, 'waiting', 'a rejection does not end everything')
      await mails()
    })

    test('somebody asks for somebody else where that is allowed, and both hear of each turn', async () => {
      const friend = await resident(stage)
      assert.equal(await why(ask(asker, { person: friend.userName })), 'not-for-others')
      shop = await requestable([approver.userName], 'Travel', true)
      assert.equal(await why(ask(asker, { person: 'nobody@example.com' })), 'person-unknown')
      const request = await ask(asker, { person: friend.userName })
      const forFriend = await mailTo(stage, friend.userName, 'Alex Moreau requested access to Travel for you')
      assert.ok(forFriend.html.includes(`/access/requests/${request.id}"`))
      const toApprover = await mailTo(stage, approver.userName, 'Alex Moreau requests access to Travel')
      assert.ok(toApprover.text.includes(friend.userName))
      await act(approver, request, 'more', 'Who is that?')
      await act(friend, request, 'answer', 'A colleague.')
      assert.deepEqual(
        [await told(asker, 'mail-request-questioned'), await told(friend, 'mail-access-questioned')],
        [1, 1],
      )
      await act(approver, request, 'approve')
      assert.deepEqual(
        [await told(asker, 'mail-request-approved'), await told(friend, 'mail-access-granted')],
        [1, 1],
      )
      assert.deepEqual([await mayUse(asker), await mayUse(friend)], [false, true])
      const second = await resident(stage)
      const rejected = await ask(asker, { person: second.userName })
      await act(approver, rejected, 'reject', 'No.')
      assert.deepEqual(
        [await told(asker, 'mail-request-rejected'), await told(second, 'mail-access-refused')],
        [1, 1],
      )
      await act(asker, await ask(asker, { person: second.userName }), 'withdraw')
      await act(second, await ask(asker, { person: second.userName }), 'withdraw')
      assert.deepEqual(
        [await told(asker, 'mail-request-withdrawn'), await told(second, 'mail-access-withdrawn')],
        [1, 1],
      )
    })

    test('nobody sees or decides a request that is not theirs, and nobody decides about their own', async () => {
      const stranger = await resident(stage)
      const request = await ask()
      assert.equal(await requests.seen(tenant, request.id, stranger.id), undefined)
      await refusal(act(stranger, request, 'approve'), 'request_unknown')
      assert.equal(await why(act(asker, request, 'approve')), 'turn-not-allowed')
      assert.equal(await why(act(approver, request, 'withdraw')), 'turn-not-allowed')
      const own = await ask(approver)
      assert.equal(await why(act(approver, own, 'approve')), 'turn-not-allowed')
      assert.equal(
        await why(requests.decide(tenant, { ...BY, account: approver.id }, own.id, 'approve', '')),
        'turn-not-allowed',
      )
      await requests.decide(tenant, BY, own.id, 'approve', '')
      assert.equal(await mayUse(approver), true)
    })

    test('an approver who withdraws their own request does so as whoever asked', async () => {
      const withdrawn = await act(approver, await ask(approver), 'withdraw')
      assert.deepEqual(
        withdrawn.turns.map(({ part }) => part),
        ['person', 'person'],
      )
    })

    test('nobody whose account is disabled gets a mail', async () => {
      const friend = await resident(stage)
      shop = await requestable([approver.userName], 'Travel', true)
      const request = await ask(asker, { person: friend.userName })
      await setStatus(office, friend.id, 'disabled')
      await act(approver, request, 'reject', 'No.')
      assert.deepEqual(
        [await told(asker, 'mail-request-rejected'), await told(friend, 'mail-access-refused')],
        [1, 0],
      )
    })

    test('administrators decide where no approver is left', async () => {
      const administrator = await resident(stage)
      await stage.store.write(tx => tx.accounts.update(administrator.id, { administrator: true }))
      const request = await ask()
      assert.equal(await requests.seen(tenant, request.id, administrator.id), undefined)
      await setStatus(office, approver.id, 'disabled')
      await refusal(act(approver, request, 'approve'), 'request_unknown')
      assert.deepEqual((await requests.seen(tenant, request.id, administrator.id))?.parts, ['administrator'])
      const { toDecide } = await requests.concerning(tenant, administrator.id)
      assert.ok(toDecide.some(({ id }) => id === request.id))
      await act(administrator, request, 'approve')
      assert.equal(await mayUse(asker), true)
      await stage.store.write(tx => tx.accounts.update(administrator.id, { administrator: false }))
    })

    test('approvers give no more access once an application is assigned, and administrators do', async () => {
      const request = await ask()
      await changeRules(stage.store, shop, { mode: 'assigned' }, BY)
      assert.deepEqual((await requests.seen(tenant, request.id, approver.id))?.can, ['reject', 'more'])
      assert.equal(await why(act(approver, request, 'approve')), 'access-not-requestable')
      assert.equal(await mayUse(asker), false)
      assert.equal((await requests.concerning(tenant, approver.id)).toDecide[0]?.id, request.id)
      const person = await signedIn(stage, approver)
      await person.visit(`/access/requests/${request.id}`)
      assert.match(person.shown!.html, /Access to this application cannot be requested\./)
      assert.doesNotMatch(person.shown!.html, /value="approve"/)
      await requests.decide(tenant, BY, request.id, 'approve', '')
      assert.equal(await mayUse(asker), true)
      await changeRules(stage.store, shop, { mode: 'request' }, BY)
      const friend = await resident(stage)
      const second = await ask(friend)
      await changeRules(stage.store, shop, { mode: 'assigned' }, BY)
      await act(approver, second, 'reject', 'We assign it now.')
      assert.equal(await mayUse(friend), false)
    })

    test('bad input is refused', async () => {
      assert.equal(await why(ask(asker, { justification: '  ' })), 'justification-missing')
      assert.equal(await why(ask(asker, { justification: 'a'.repeat(2_001) })), 'justification-too-long')
      assert.equal(await why(ask(asker, { until: '2020-01-31' })), 'until-past')
      assert.equal(await why(ask(asker, { until: 'soon' })), 'until-invalid')
      await refusal(act(approver, { id: 'no\0body' } as SeenRequest, 'approve'), 'request_unknown')
      await giveAccess(stage.store, shop, { kind: 'account', id: asker.id }, undefined, BY)
      assert.equal(await why(ask()), 'access-already-given')
      await changeRules(stage.store, shop, { mode: 'assigned' }, BY)
      assert.equal(await why(ask(approver)), 'access-not-requestable')
      shop = 'nothing'
      assert.equal(await why(ask()), 'access-not-requestable')
    })

    test('control characters in what people write are left out', async () => {
      const request = await ask(asker, { justification: '\u0000I plan\u0007\r\nthe trips.\u0000 ' })
      assert.equal(request.justification, 'I plan\nthe trips.')
      assert.equal(await why(act(approver, request, 'reject', '\u0000')), 'comment-missing')
      const rejected = await act(approver, request, 'reject', 'No\u0000, \ud800 sorry.')
      assert.equal(rejected.turns.at(-1)?.comment, 'No, \ufffd sorry.')
    })

    test('nobody hears of a request any more once everybody may use the application', async () => {
      const { id } = await ask()
      await changeRules(stage.store, shop, { mode: 'open' }, BY)
      await pass(3 * DAY)
      assert.equal(await told(approver, 'mail-access-reminder'), 0)
      await pass(27 * DAY)
      assert.equal((await requests.seen(tenant, id, asker.id))?.state, 'expired')
      assert.equal(await told(asker, 'mail-request-expired'), 0)
    })

    test('every template of the workflow was sent', async () => {
      await mails()
      const folders = ['notifications/access_application_request', 'notifications/user_management/group']
      assert.deepEqual(unsentTemplates(folders, sent), [])
    })
  })
}
