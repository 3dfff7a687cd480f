import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDeputy, csvReport, removeDeputy } from '../../src/governance/governance.ts'
import { APPS, removeAccount, setStatus } from '../../src/identity/identity.ts'
import { usually } from '../support/database.ts'
import { BY, campaignWorld, DAY } from './campaign-world.ts'
import { type Resident, signedIn } from './steps.ts'

const HOUR = 3_600_000

for (const engine of usually('PostgreSQL')) {
  describe(`reviewers who are away or gone, on ${engine}`, () => {
    const { world, assigned, dayAt, started, reviewOf, reviewsOf, by, decide, mayUse, why, told, pass } =
      campaignWorld(engine)

    /** Bob stands in for somebody. */
    const deputyOf = async (who: Resident, days: number, from?: string) =>
      await addDeputy(
        world.stage.store,
        { account: who.userName, deputy: world.bob.userName, from, until: dayAt(days) },
        BY,
      )
    const partOf = async (who: Resident, review: string) =>
      (await world.reviews.seen(world.tenant, review, who.id))?.part

    test('a deputy hears of the review, decides, signs off, and is named as who decided', async () => {
      const { ada, bob, people, stage, reviews, tenant } = world
      await deputyOf(ada, 10)
      const id = await started()
      const review = await reviewOf(id)
      for (const who of [ada, bob]) assert.equal(await told(who, 'mail-campaign-reviewers'), 1)
      const mail = await stage.smtp.next(({ to }) => to === bob.userName)
      assert.ok(mail.html.includes(`/access/reviews/${review.id}"`))
      assert.equal(await partOf(bob, review.id), 'deputy')
      assert.deepEqual(
        (await reviews.waitingFor(tenant, bob.id)).map(seen => [seen.review.id, seen.part]),
        [[review.id, 'deputy']],
      )
      assert.equal(await decide(bob, review, 'keep'), 3)
      assert.equal(await decide(bob, review, 'revoke', { accounts: [people[0]!.id] }), 1)
      assert.equal((await stage.store.reviews.item(review.id, people[0]!.id))?.decidedBy?.id, bob.id)
      await reviews.signOff(tenant, by(bob), review.id)
      await pass(0)
      assert.equal(await mayUse(people[0]!), false)
      assert.equal((await stage.store.reviews.get(review.id))?.signedBy, bob.userName)
      const report = await Array.fromAsync(csvReport(stage.store, await world.campaigns.get(tenant, id)))
      const [columns, ...rows] = report.map(line => line.trim().split(','))
      const of = (name: string) => rows.map(cells => cells[columns!.indexOf(name)])
      assert.deepEqual(new Set(of('Reviewer')), new Set([ada.userName]))
      assert.deepEqual(new Set(of('Decided by')), new Set([bob.userName]))
      assert.deepEqual(new Set(of('Signed off by')), new Set([bob.userName]))
      const [entry] = await stage.store.audit.list({ event: 'campaign-signed-off', limit: 1 })
      assert.equal(entry?.details.by, `account:${bob.userName}`)
    })

    test('a deputy can do nothing before and after the time, or when it is ended', async () => {
      const { ada, bob, stage } = world
      const id = await started()
      const review = await reviewOf(id)
      const nothing = async () => {
        assert.equal(await partOf(bob, review.id), undefined)
        assert.equal(await why(decide(bob, review, 'keep')), 'review_unknown')
        assert.deepEqual(await world.reviews.waitingFor(world.tenant, bob.id), [])
      }
      await deputyOf(ada, 2, dayAt(1))
      await nothing()
      await pass(DAY + HOUR)
      assert.equal(await decide(bob, review, 'keep'), 3)
      await pass(DAY)
      await nothing()
      const { id: again } = await deputyOf(ada, 2)
      assert.equal(await partOf(bob, review.id), 'deputy')
      await removeDeputy(stage.store, again, BY)
      await nothing()
    })

    test('a deputy neither decides about their own access nor chooses who does', async () => {
      const { ada, bob, people, reviews, tenant } = world
      await deputyOf(ada, 10)
      const app = await assigned('Wiki', [people[0]!, bob])
      const review = await reviewOf(await started({ applications: [app] }))
      assert.equal(await decide(bob, review, 'keep'), 1, 'everybody but Bob')
      assert.equal(await decide(bob, review, 'keep', { accounts: [bob.id] }), 0)
      assert.equal(await why(reviews.signOff(tenant, by(bob), review.id)), 'review-incomplete')
      assert.equal(
        await why(reviews.reassign(tenant, by(bob), review.id, people[1]!.userName, 'I have no time.')),
        'own-access',
      )
      assert.equal(await decide(ada, review, 'revoke', { accounts: [bob.id] }), 1)
      assert.equal(await decide(bob, review, null), 1, 'Ada’s decision about Bob stays')
    })

    test('a deputy reminds nobody twice, and passes the review on', async () => {
      const { ada, bob, people, sue, reviews, tenant } = world
      await deputyOf(ada, 20)
      const id = await started()
      await pass(7 * DAY)
      for (const who of [ada, bob]) assert.equal(await told(who, 'mail-campaign-reminder'), 1)
      const review = await reviewOf(id)
      await reviews.reassign(tenant, by(bob), review.id, sue.userName, 'Ada is away.')
      assert.equal((await reviewOf(id, sue)).former?.id, ada.id)
      assert.equal(await why(decide(bob, review, 'keep')), 'review_unknown', 'it is no longer Ada’s')
      assert.equal(await told(people[0]!, 'mail-campaign-reassigned'), 0)
    })

    test('the page says for whom a deputy decides', async () => {
      const { ada, bob, stage } = world
      await deputyOf(ada, 10)
      const review = await reviewOf(await started())
      const person = await signedIn(stage, bob)
      await person.visit(APPS)
      assert.match(person.shown!.html, new RegExp(`standing in for \u2068?${ada.userName}`))
      await person.visit(`/access/reviews/${review.id}`)
      assert.match(person.shown!.html, new RegExp(`standing in for \u2068?${ada.userName}`))
      await person.submit({ everyone: '1' }, { button: 'Keep access' })
      assert.equal((await stage.store.reviews.get(review.id))?.kept, 3)
    })

    test('reviews of a reviewer who is removed or disabled go to the other reviewers', async () => {
      const { ada, bob, sue, office, stage } = world
      const id = await started({ reviewers: [ada.userName, bob.userName], escalateDays: 0, remindDays: 0 })
      const review = await reviewOf(id)
      await decide(ada, review, 'keep')
      await setStatus(office, ada.id, 'disabled')
      await pass(HOUR)
      const taken = (await stage.store.reviews.get(review.id))!
      assert.deepEqual([taken.reviewer?.id, taken.former?.id], [bob.id, ada.id])
      assert.match(taken.reason!, /removed or disabled/)
      assert.equal(taken.kept, review.items, 'decisions stay')
      assert.equal(await told(bob, 'mail-campaign-reassigned'), 1)
      await removeAccount(office, bob.id)
      await pass(HOUR)
      for (const each of await reviewsOf(id))
        assert.equal(each.reviewer?.id, sue.id, 'the supervisor is left')
      const mail = await stage.smtp.next(
        ({ to, subject }) => to === sue.userName && /is now yours/.test(subject),
      )
      assert.ok(mail.text.includes(bob.userName), 'the name of an account that is gone')
      await pass(3 * HOUR)
      assert.equal(await told(sue, 'mail-campaign-reassigned'), 2, 'one for each review')
      const events = await stage.store.audit.list({ event: 'campaign-taken-over', limit: 10 })
      assert.equal(events.filter(({ details }) => details.campaign === id).length, 3)
    })

    test('a review stays with the deputy of a reviewer who is disabled, as long as there is one', async () => {
      const { ada, bob, sue, office } = world
      await deputyOf(ada, 2)
      const id = await started({ escalateDays: 0 })
      const review = await reviewOf(id)
      await setStatus(office, ada.id, 'disabled')
      await pass(HOUR)
      assert.equal(await decide(bob, review, 'keep'), 3)
      assert.equal((await reviewOf(id)).id, review.id)
      await pass(2 * DAY)
      assert.equal((await reviewOf(id, sue)).id, review.id)
    })

    test('whoever takes over a review does not get their own access to review', async () => {
      const { ada, bob, sue, people, office, stage } = world
      const app = await assigned('Wiki', [people[0]!, bob])
      const settings = { applications: [app], reviewers: [ada.userName, bob.userName], escalateDays: 0 }
      const id = await started(settings)
      await setStatus(office, ada.id, 'disabled')
      await pass(HOUR)
      // What Bob cannot take over stays with Ada until the next look.
      await pass(HOUR)
      const reviewerOf = async (who: Resident) => {
        for (const { id: review, reviewer } of await reviewsOf(id))
          if ((await stage.store.reviews.item(review, who.id)) !== undefined) return reviewer?.id
        return undefined
      }
      assert.equal(await reviewerOf(people[0]!), bob.id)
      assert.equal(await reviewerOf(bob), sue.id)
    })

    test('nobody takes over a review of nothing but their own access, and the end comes in time', async () => {
      const { ada, sue, stage, office } = world
      const app = await assigned('Wiki', [sue])
      const id = await started({ applications: [app], escalateDays: 0, end: dayAt(1) })
      const review = await reviewOf(id)
      await setStatus(office, ada.id, 'disabled')
      await pass(5 * HOUR)
      assert.equal((await stage.store.reviews.get(review.id))?.reviewer?.id, ada.id)
      await pass(19 * HOUR)
      assert.equal((await stage.store.campaigns.get(id))?.state, 'ended')
      assert.equal(await told(sue, 'mail-campaign-reassigned'), 0)
    })
  })
}
