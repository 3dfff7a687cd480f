import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endingJobs } from '../../src/governance/endings.ts'
import {
  addMembers,
  changeRules,
  createGroup,
  giveAccess,
  removeGroup,
  removeMember,
  type Steward,
  takeAccess,
} from '../../src/governance/governance.ts'
import { FIRST_TENANT, ISSUER_PATH } from '../../src/identity/identity.ts'
import { json } from '../support/answers.ts'
import { becomes } from '../support/becomes.ts'
import { ENGINES } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import {
  application,
  assertSentBack,
  browser,
  eventsOf,
  type Resident,
  resident,
  type Stage,
  signedIn,
  stageOf,
} from './steps.ts'

const BY: Steward = { by: 'account:operator', address: null }
const NO_ACCESS = 'You don’t have access'

type Application = Awaited<ReturnType<typeof application>>
interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

for (const engine of ENGINES) {
  describe(`who may use an application on ${engine}`, () => {
    let stage: Stage
    let shop: Application

    before(async () => {
      stage = await stageOf(engine)
      shop = await application(stage, {})
      await changeRules(stage.store, shop.id, { mode: 'assigned', keepRecent: false }, BY)
    })
    after(async () => await stage.stop())

    const holder = ({ id, userName }: Resident) => ({ kind: 'account', id, name: userName }) as const
    const give = async (who: Resident, until?: string) =>
      await giveAccess(stage.store, shop.id, holder(who), until, BY)
    const take = async (who: Resident) => await takeAccess(stage.store, shop.id, holder(who), BY)

    const asked = async (form: Record<string, string>) =>
      await fetch(`${stage.service.url}${ISSUER_PATH}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${shop.id}:${shop.secret}`)}` },
        body: new URLSearchParams(form),
      })
    const codeIn = (person: Person) => new URL(person.left!).searchParams.get('code')!
    const redeem = async (code: string) =>
      await asked({
        grant_type: 'authorization_code',
        code,
        redirect_uri: 'https://app.example.com/callback',
      })
    const refresh = async ({ refresh_token }: Tokens) =>
      await asked({ grant_type: 'refresh_token', refresh_token })
    const userInfo = async ({ access_token }: Tokens) =>
      await fetch(`${stage.service.url}${ISSUER_PATH}/userinfo`, {
        headers: { authorization: `Bearer ${access_token}` },
      })

    const entered = async (who: Resident): Promise<{ person: Person; tokens: Tokens }> => {
      const person = await signedIn(stage, who)
      await person.visit(shop.address)
      assertSentBack(person)
      const answer = await redeem(codeIn(person))
      assert.equal(answer.status, 200)
      return { person, tokens: (await json(answer)) as Tokens }
    }

    const assertShutOut = async (person: Person, tokens: Tokens) => {
      assert.equal((await userInfo(tokens)).status, 401)
      assert.equal((await refresh(tokens)).status, 400)
      await person.visit(shop.address)
      assert.equal(person.shown!.heading, NO_ACCESS)
    }

    /** Runs what is due, as a node would; the service does so too, at its own pace. */
    const runJobs = async () => {
      const { store } = stage.service.service
      const jobs = endingJobs(store)
      for (;;) {
        const job = await store.claimJob(Object.keys(jobs), store.now(), store.now() + 60_000)
        if (job === undefined) return
        await store.jobDone(job, await jobs[job.kind]!(job, () => false))
      }
    }

    test('a sign-in without access ends on a page that says so, and leads back', async () => {
      const who = await resident(stage, { givenName: 'Alex', familyName: 'Moreau' })
      const person = browser(stage)
      await person.visit(shop.address)
      await person.submit({ username: who.userName, password: PASSWORD })
      assert.equal(person.shown!.heading, NO_ACCESS)
      assert.match(person.shown!.html, /Alex Moreau/)
      assert.equal((await eventsOf(stage, who)).at(-1), 'access-refused')
      await person.submit({}, { button: 'Back to Travel' })
      assert.match(person.left!, /^https:\/\/app\.example\.com\/callback\?error=access_denied/)
      const silent = await signedIn(stage, who)
      await silent.visit(`${shop.address}&prompt=none`)
      assert.match(silent.left!, /error=access_denied/)
    })

    test('the same page goes on once access was given', async () => {
      const who = await resident(stage)
      const person = await signedIn(stage, who)
      await person.visit(shop.address)
      assert.equal(person.shown!.heading, NO_ACCESS)
      await give(who)
      await person.visit(shop.address)
      assertSentBack(person)
      assert.equal((await redeem(codeIn(person))).status, 200)
    })

    test('another account can be used instead', async () => {
      const [without, having] = [await resident(stage), await resident(stage)]
      await give(having)
      const person = await signedIn(stage, without)
      await person.visit(shop.address)
      await person.submit({}, { button: 'Use another account' })
      await person.submit({ username: having.userName, password: PASSWORD })
      assertSentBack(person)
    })

    test('access that is taken away ends tokens, userinfo and further sign-ins at once', async () => {
      const who = await resident(stage)
      await give(who)
      const { person, tokens } = await entered(who)
      assert.equal((await userInfo(tokens)).status, 200)
      await take(who)
      await assertShutOut(person, tokens)
      await give(who)
      assert.equal((await refresh(tokens)).status, 400, 'what has ended does not come back')
      await assert.rejects(
        async () => {
          await take(who)
          await take(who)
        },
        { code: 'access_unknown' },
      )
    })

    test('a code is worth nothing after access was taken away', async () => {
      const who = await resident(stage)
      await give(who)
      const person = await signedIn(stage, who)
      await person.visit(shop.address)
      await take(who)
      assert.equal((await redeem(codeIn(person))).status, 400)
    })

    test('leaving a group ends what came through it, unless there is another way', async () => {
      const [one, other] = [await resident(stage), await resident(stage)]
      const group = await createGroup(stage.store, `Sales ${engine}`, BY)
      await addMembers(stage.store, group.id, [one.userName, other.id], BY)
      await giveAccess(stage.store, shop.id, { kind: 'group', id: group.id }, undefined, BY)
      await give(other)
      const [first, second] = [await entered(one), await entered(other)]
      for (const { id } of [one, other]) await removeMember(stage.store, group.id, id, BY)
      await assertShutOut(first.person, first.tokens)
      assert.equal((await refresh(second.tokens)).status, 200)
    })

    test('removing a group ends what came through it', async () => {
      const who = await resident(stage)
      const group = await createGroup(stage.store, `Guests ${engine}`, BY)
      await addMembers(stage.store, group.id, [who.id], BY)
      await giveAccess(stage.store, shop.id, { kind: 'group', id: group.id }, undefined, BY)
      const { person, tokens } = await entered(who)
      await removeGroup(stage.store, group.id, BY)
      await assertShutOut(person, tokens)
      await runJobs()
      // The service itself may have taken the job.
      await becomes(() => stage.store.groups.accountsAfter(group.id, '', 10), [])
    })

    test('access until a date gives nobody anything after it, however late the job is', async () => {
      const who = await resident(stage)
      await give(who, new Date(Date.now() + 3_600_000).toISOString())
      const { person, tokens } = await entered(who)
      await stage.store.write(async tx => {
        const past = {
          application: shop.id,
          holder: holder(who),
          endsAt: tx.now() - 1,
          origin: 'given',
        } as const
        await tx.access.give(past)
        await tx.jobs.cancel('end-access')
      })
      await assertShutOut(person, tokens)
      await stage.store.write(tx =>
        tx.jobs.advance({ id: 'end-access', kind: 'end-access', dueAt: tx.now() - 1 }),
      )
      const isEnded = async () => (await eventsOf(stage, who)).includes('access-ended')
      // The service itself may have taken the job.
      while (!(await isEnded())) await runJobs()
      await runJobs()
    })

    test('an application that ceases to be open keeps those who used it recently, where that is wanted', async () => {
      const own = await application(stage, {})
      const [user, stranger] = [await resident(stage), await resident(stage)]
      const person = await signedIn(stage, user)
      await person.visit(own.address)
      assertSentBack(person)
      await assert.rejects(changeRules(stage.store, own.id, { mode: 'request' }, BY), {
        code: 'value_invalid',
      })
      const { kept } = await changeRules(stage.store, own.id, { mode: 'request', keepRecent: true }, BY)
      assert.equal(kept, 1)
      await person.visit(own.address)
      assertSentBack(person)
      const other = await signedIn(stage, stranger)
      await other.visit(own.address)
      assert.equal(other.shown!.heading, NO_ACCESS)
    })

    test('the claim groups has the names of the groups, where the scope is asked for', async () => {
      const who = await resident(stage)
      const group = await createGroup(stage.store, `Editors ${engine}`, BY)
      await addMembers(stage.store, group.id, [who.id], BY)
      await give(who)
      const person = await signedIn(stage, who)
      await person.visit(`${shop.address.replace('scope=openid', 'scope=openid%20groups')}`)
      const tokens = (await json(await redeem(codeIn(person)))) as Tokens
      const told = (await json(await userInfo(tokens))) as { groups: string[] }
      assert.deepEqual(told.groups, [`Editors ${engine}`])
      const plain = await entered(who)
      assert.equal(((await json(await userInfo(plain.tokens))) as { groups?: string[] }).groups, undefined)
    })

    test('of a sign-in and a revocation at the same moment, no token survives', async () => {
      const people = await Promise.all(Array.from({ length: 6 }, () => resident(stage)))
      for (const who of people) await give(who)
      const browsers = await Promise.all(people.map(who => signedIn(stage, who)))
      const visits = browsers.map(async person => {
        await person.visit(shop.address)
        const code = person.left && new URL(person.left).searchParams.get('code')
        return code ? await redeem(code) : undefined
      })
      await Promise.all([...visits, ...people.map(take)])
      for (const who of people) {
        await give(who)
        const left = await issuedTo(who)
        assert.deepEqual(left, [])
      }
    })

    /** What the application holds for somebody. */
    async function issuedTo({ id }: Resident): Promise<string[]> {
      let after: string | undefined
      const found: string[] = []
      do {
        const piece = await stage.service.service.store.tenant(FIRST_TENANT).records.issuedTo(shop.id, after)
        found.push(...piece.accounts.filter(account => account === id))
        after = piece.after
      } while (after !== undefined)
      return found
    }
  })
}
