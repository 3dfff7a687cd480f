import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import type { ReviewDecision } from '../../src/core/flows/campaign.ts'
import { applyPiece } from '../../src/governance/campaign-apply.ts'
import { FIRST, startPiece } from '../../src/governance/campaign-start.ts'
import {
  addMembers,
  createGroup,
  csvReport,
  giveAccess,
  htmlReport,
  removeGroup,
  removeMember,
  setSupervisor,
  takeAccess,
  type WantedCampaign,
} from '../../src/governance/governance.ts'
import { assignTheme, removeAccount, removeApplication } from '../../src/identity/identity.ts'
import type { TenantStore } from '../../src/store/store.ts'
import { ENGINES, usually } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { unsentTemplates } from '../support/unsent.ts'
import { BY, campaignWorld, DAY } from './campaign-world.ts'
import { application, resident } from './steps.ts'

const SUBJECT = 'notifications/campaign/default/new_campaign_to_reviewers_email_subject.txt'

for (const engine of ENGINES) {
  describe(`certification campaigns on ${engine}`, () => {
    const {
      world,
      assigned,
      dayAt,
      wanted,
      started,
      reviewsOf,
      reviewOf,
      by,
      decide,
      mayUse,
      why,
      mails,
      told,
      outcomes,
      stateOf,
      pass,
    } = campaignWorld(engine)

    test('reviewers and supervisors hear of a start, decisions are signed off, and revoked access ends at once', async () => {
      const id = await started()
      assert.equal(await stateOf(id), 'running')
      const review = await reviewOf(id)
      assert.equal(review.items, 3)
      const mail = await world.stage.smtp.next(({ to }) => to === world.ada.userName)
      assert.match(mail.subject, /^Access review Yearly review: due /)
      assert.ok(mail.html.includes(`${world.stage.service.url}/access/reviews/${review.id}"`))
      assert.match(mail.text, /Access to Travel/)
      const overview = await world.stage.smtp.next(({ to }) => to === world.sue.userName)
      const [part] = await world.stage.store.campaigns.applications(id)
      assert.ok(overview.html.includes(`/access/reviews/${part!.id}"`))
      const [first, second, third] = world.people
      const item = await world.stage.store.reviews.item(review.id, first!.id)
      assert.deepEqual(
        item?.ways.map(({ origin, by }) => [origin, by]),
        [['given', 'operator']],
      )
      assert.equal(await decide(world.ada, review, 'keep', { accounts: [first!.id, second!.id] }), 2)
      assert.equal(
        await why(world.reviews.signOff(world.tenant, by(world.ada), review.id)),
        'review-incomplete',
      )
      assert.equal(await decide(world.ada, review, 'revoke', { accounts: [third!.id] }, 'Left the team.'), 1)
      assert.equal(await mayUse(third!), true)
      await world.reviews.signOff(world.tenant, by(world.ada), review.id)
      await pass(0)
      assert.deepEqual(await Promise.all(world.people.map(who => mayUse(who))), [true, true, false])
      assert.equal(await told(third!, 'mail-campaign-revoked'), 1)
      const revoked = await world.stage.smtp.next(
        ({ to, subject }) => to === third!.userName && /has ended/.test(subject),
      )
      assert.match(revoked.text, /Left the team\./)
      assert.equal(await stateOf(id), 'ended', 'the last review was signed off')
      assert.equal(await told(world.ada, 'mail-campaign-status'), 1)
      assert.equal(await told(world.sue, 'mail-campaign-status'), 1)
      const events = (await world.stage.store.audit.list({ limit: 1_000 })).map(({ event }) => event)
      for (const event of ['campaign-created', 'campaign-started', 'campaign-signed-off', 'campaign-ended'])
        assert.ok(events.includes(event), event)
    })

    test('a campaign ends early, whether an application is removed before the last sign-off or after it', async () => {
      const app = await assigned('Wiki', world.people)
      const id = await started({ applications: [world.shop, app] })
      const [review] = (await reviewsOf(id)).filter(({ position }) => position === 0)
      await decide(world.ada, review!, 'keep')
      await world.reviews.signOff(world.tenant, by(world.ada), review!.id)
      await pass(0)
      assert.equal(await stateOf(id), 'running', 'another review is left')
      await removeApplication(world.stage.store, app)
      await pass(3_600_000)
      assert.equal(await stateOf(id), 'ended')
      const [entry] = await world.stage.store.audit.list({ event: 'campaign-ended', limit: 1 })
      assert.deepEqual([entry?.details.campaign, entry?.details.how], [id, 'complete'])
    })

    /** Takes the first step of a campaign's start; `meanwhile` happens between its read and its write. */
    const startedDuring = async (of: Partial<WantedCampaign>, meanwhile: () => Promise<unknown>) => {
      const { store } = world.stage
      const { campaign } = await world.campaigns.create(world.tenant, wanted({ start: dayAt(5), ...of }), BY)
      const whole = await world.campaigns.get(world.tenant, campaign.id)
      const late = {
        campaigns: {
          active: store.campaigns.active.bind(store.campaigns),
          async people(...place: Parameters<TenantStore['campaigns']['people']>) {
            const found = await store.campaigns.people(...place)
            await meanwhile()
            return found
          },
        },
        write: (work: Parameters<TenantStore['write']>[0]) => store.write(work),
      } as unknown as TenantStore
      await startPiece(late, whole, FIRST, tx => tx.jobs.cancel(`campaign ${campaign.id}`))
      return campaign.id
    }

    test('an account that is removed while a campaign starts is no part of it', async () => {
      const [gone, ...others] = world.people
      const id = await startedDuring({}, () => removeAccount(world.office, gone!.id))
      assert.deepEqual(
        Object.keys(await outcomes(id)).toSorted(),
        others.map(({ userName }) => userName).toSorted(),
      )
      assert.equal((await reviewOf(id)).items, 2)
    })

    test('an application that is removed while a campaign starts is not reviewed', async () => {
      const app = await assigned('Atlas', world.people)
      const id = await startedDuring({ applications: [app] }, () => removeApplication(world.stage.store, app))
      assert.deepEqual(await reviewsOf(id), [])
    })

    test('every application has its own theme, and every reader their language', async () => {
      const theme = await world.stage.service.createTheme(
        `world.reviews ${engine}`,
        packageOf({ [SUBJECT]: 'Harbour: $EMAIL_CAMPAIGN_REVIEWER_HEADER$' }),
      )
      const german = await resident(world.stage, { locale: 'de' })
      const themed = await assigned('Laden', world.people)
      await assignTheme(world.stage.store, themed, theme)
      const id = await started({ applications: [themed, world.shop], reviewers: [german.userName] })
      const to = (themedSubject: boolean) =>
        world.stage.smtp.next(
          mail => mail.to === german.userName && mail.subject.startsWith('Harbour') === themedSubject,
        )
      assert.equal((await to(true)).subject, 'Harbour: Ihre Prüfung ist erforderlich')
      const plain = await to(false)
      assert.match(plain.subject, /^Zugriffsprüfung „Yearly review“/)
      assert.match(plain.html, /lang="de"/)
      assert.equal((await reviewsOf(id)).length, 2)
    })

    test('decisions in bulk follow the filter, and can be undone until the sign-off', async () => {
      const review = await reviewOf(await started())
      const counted = async () => {
        const { kept, revoked } = (await world.stage.store.reviews.get(review.id))!
        return [kept, revoked]
      }
      assert.equal(
        await decide(world.ada, review, 'revoke', { search: world.people[0]!.userName.toUpperCase() }),
        1,
      )
      assert.equal(await decide(world.ada, review, 'keep', { decision: 'open' }), 2)
      assert.deepEqual(await counted(), [2, 1])
      assert.equal(await decide(world.ada, review, null, { decision: 'keep' }), 2)
      assert.deepEqual(await counted(), [0, 1])
      assert.equal(await decide(world.ada, review, 'keep', { unusedSince: world.stage.store.now() }), 3)
      assert.deepEqual(await counted(), [3, 0])
      await world.reviews.signOff(world.tenant, by(world.ada), review.id)
      assert.equal(await why(decide(world.ada, review, null)), 'review-signed')
    })

    test('two reviewers at once and two decisions at once leave counts that are right', async () => {
      const id = await started({ reviewers: [world.ada.userName, world.bob.userName] })
      const [one, other] = [await reviewOf(id, world.ada), await reviewOf(id, world.bob)]
      await Promise.all([
        decide(world.ada, one, 'keep'),
        decide(world.ada, one, 'revoke'),
        decide(world.bob, other, 'keep'),
        decide(world.bob, other, null),
      ])
      for (const { id: review } of [one, other]) {
        const { items, kept, revoked } = (await world.stage.store.reviews.get(review))!
        const counted = async (decision: ReviewDecision) =>
          await world.stage.store.reviews.countItems(review, { decision })
        assert.deepEqual([kept, revoked], [await counted('keep'), await counted('revoke')])
        assert.ok(kept + revoked <= items)
      }
      await decide(world.ada, one, 'keep')
      const signs = await Promise.allSettled([
        world.reviews.signOff(world.tenant, by(world.ada), one.id),
        world.reviews.signOff(world.tenant, by(world.ada), one.id),
      ])
      assert.deepEqual(signs.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    })

    test('a reviewer whose review is taken away at the same moment cannot pass it on any more', async () => {
      const review = await reviewOf(await started())
      let late: Promise<string> | undefined
      await world.stage.store.write(async tx => {
        const held = (await tx.reviews.lock(review.id))!
        late = why(
          world.reviews.reassign(
            world.tenant,
            by(world.ada),
            review.id,
            world.people[0]!.userName,
            'On leave.',
          ),
        )
        // Ada is still the reviewer when she is let in.
        await new Promise(done => setTimeout(done, 50))
        await tx.reviews.pass(held, world.bob, { reason: 'Ada is suspected.', escalated: false })
      })
      assert.equal(await late, 'review-not-yours')
      assert.equal((await world.stage.store.reviews.get(review.id))?.reviewer?.id, world.bob.id)
    })

    test('reviewers are reminded, overdue reviews go to supervisors, and the end applies what is left', async () => {
      const id = await started({ openItems: 'revoke' })
      const review = await reviewOf(id)
      await pass(7 * DAY)
      assert.equal(await told(world.ada, 'mail-campaign-reminder'), 1)
      await pass(15 * DAY)
      assert.equal(
        await told(world.ada, 'mail-campaign-reminder'),
        2,
        'one stands for those that were missed',
      )
      assert.equal(
        await world.campaigns.remind(world.tenant, id, review.id, BY),
        false,
        'that was a moment ago',
      )
      await pass(DAY)
      assert.equal(await world.campaigns.remind(world.tenant, id, review.id, BY), true)
      assert.equal(await world.campaigns.remind(world.tenant, id, review.id, BY), false)
      await decide(world.ada, review, 'keep', { accounts: [world.people[0]!.id] })
      await pass(3 * DAY)
      const passed = await reviewOf(id, world.sue)
      assert.equal(passed.id, review.id)
      assert.equal(await told(world.sue, 'mail-campaign-escalated'), 1)
      const mail = await world.stage.smtp.next(
        ({ to, subject }) => to === world.sue.userName && /^Overdue/.test(subject),
      )
      assert.match(mail.subject, /Ada Byron/)
      await pass(2 * DAY)
      assert.equal(await stateOf(id), 'ended')
      assert.deepEqual(Object.values(await outcomes(id)), ['left-revoked', 'left-revoked', 'left-revoked'])
      assert.deepEqual(await Promise.all(world.people.map(who => mayUse(who))), [false, false, false])
      assert.equal(await told(world.sue, 'mail-campaign-status'), 1)
    })

    test('access through a group ends by leaving the group, and what was given later stays', async () => {
      const [member, other] = world.people
      const group = await createGroup(world.stage.store, `sales ${world.shop}`, BY)
      await addMembers(world.stage.store, group.id, [member!.userName], BY)
      const app = await assigned('Wiki', [other!])
      await giveAccess(world.stage.store, app, { kind: 'group', id: group.id }, undefined, BY)
      const id = await started({ applications: [app], signOff: false })
      const review = await reviewOf(id)
      const item = (await world.stage.store.reviews.item(review.id, member!.id))!
      assert.deepEqual(
        item.ways.map(way => way.group?.name),
        [group.name],
      )
      await decide(world.ada, review, 'revoke')
      assert.equal(
        await why(world.reviews.signOff(world.tenant, by(world.ada), review.id)),
        'sign-off-not-wanted',
      )
      world.ahead += 1_000
      const later = await assigned('Later', [])
      await giveAccess(world.stage.store, app, { kind: 'account', id: member!.id }, undefined, BY)
      await world.campaigns.end(world.tenant, id, BY)
      await pass(0)
      assert.equal(await world.stage.store.groups.countMembers(group.id), 0)
      assert.equal(await mayUse(member!, app), true, 'somebody gave it after the start')
      assert.equal(await mayUse(other!, app), false)
      assert.equal(await mayUse(other!, later), false)
    })

    test('everybody who loses access is told, also where two jobs settle items at the same time', async () => {
      const { store } = world.stage
      const id = await started({ signOff: false })
      await decide(world.ada, await reviewOf(id), 'revoke')
      const whole = await world.campaigns.get(world.tenant, id)
      const [first] = await store.reviews.undone({ campaign: id }, 1)
      // The other items come into the piece only inside the write, because another job has settled the ones before.
      const late = {
        accounts: store.accounts,
        reviews: { get: (review: string) => store.reviews.get(review), undone: async () => [first] },
        write: (work: Parameters<TenantStore['write']>[0]) => store.write(work),
      } as unknown as TenantStore
      const lasts: boolean[] = []
      for (const piece of [late, store])
        await applyPiece(world.office, piece, whole, undefined, async (_tx, isLast) => lasts.push(isLast) > 0)
      assert.deepEqual(lasts, [false, true])
      assert.deepEqual(Object.values(await outcomes(id)), ['revoked', 'revoked', 'revoked'])
      for (const who of world.people) assert.equal(await told(who, 'mail-campaign-revoked'), 1)
    })

    test('a membership that somebody gave anew after the start stays', async () => {
      const [member] = world.people
      const group = await createGroup(world.stage.store, `again ${world.shop}`, BY)
      await addMembers(world.stage.store, group.id, [member!.userName], BY)
      const app = await assigned('Wiki', [])
      await giveAccess(world.stage.store, app, { kind: 'group', id: group.id }, undefined, BY)
      const id = await started({ applications: [app], signOff: false })
      await decide(world.ada, await reviewOf(id), 'revoke')
      world.ahead += 1_000
      await removeMember(world.stage.store, group.id, member!.userName, BY)
      await addMembers(world.stage.store, group.id, [member!.userName], BY)
      await world.campaigns.end(world.tenant, id, BY)
      await pass(0)
      assert.equal(await world.stage.store.groups.countMembers(group.id), 1)
      assert.equal(await mayUse(member!, app), true)
      assert.deepEqual(await outcomes(id), { [member!.userName]: 'gone' })
    })

    test('people, reviewers and applications that are removed end their part, and the report keeps their names', async () => {
      const app = await assigned('Wiki', world.people)
      const id = await started({ applications: [world.shop, app] })
      const [first] = await world.stage.store.campaigns.applications(id)
      const gone = world.people[0]!
      await removeAccount(world.office, gone.id)
      const mine = (await reviewsOf(id)).find(({ position }) => position === first!.position)!
      assert.deepEqual([mine.items, mine.gone], [3, 1])
      await removeApplication(world.stage.store, app)
      assert.equal(
        await why(decide(world.ada, (await reviewsOf(id)).find(({ position }) => position === 1)!, 'keep')),
        'campaign-not-running',
      )
      await removeAccount(world.office, world.ada.id)
      await pass(26 * DAY)
      assert.equal((await world.stage.store.reviews.get(mine.id))?.reviewer?.id, world.sue.id)
      await decide(world.sue, mine, 'revoke', { accounts: [world.people[1]!.id] }, '＝1+1;=2+2')
      await pass(2 * DAY)
      const whole = await world.campaigns.get(world.tenant, id)
      assert.equal(whole.campaign.state, 'ended')
      const text = (await Array.fromAsync(csvReport(world.stage.store, whole))).join('')
      assert.equal(createHash('sha256').update(text).digest('hex'), whole.campaign.digest)
      assert.match(text, new RegExp(`Travel,${world.shop},${gone.userName},`))
      assert.ok(text.includes(`"'＝1+1;'=2+2"`), 'no formula for a spreadsheet')
      assert.equal(text.split('\r\n').length, 8)
      const page = (await Array.fromAsync(htmlReport(world.stage.store, whole))).join('')
      assert.ok(page.includes(whole.campaign.digest!))
      const entries = await world.stage.store.audit.list({ event: 'campaign-ended', limit: 1 })
      assert.equal(entries[0]?.details.digest, whole.campaign.digest)
      await removeAccount(world.office, world.people[1]!.id)
      assert.equal((await Array.fromAsync(csvReport(world.stage.store, whole))).join(''), text)
    })

    test('access through a group that is removed in the middle is gone, and nobody is told twice', async () => {
      const [member] = world.people
      const group = await createGroup(world.stage.store, `gone ${world.shop}`, BY)
      await addMembers(world.stage.store, group.id, [member!.userName], BY)
      const app = await assigned('Wiki', [])
      await giveAccess(world.stage.store, app, { kind: 'group', id: group.id }, undefined, BY)
      const id = await started({ applications: [app] })
      const review = await reviewOf(id)
      await decide(world.ada, review, 'revoke')
      await removeGroup(world.stage.store, group.id, BY)
      await world.reviews.signOff(world.tenant, by(world.ada), review.id)
      await pass(0)
      assert.deepEqual(await outcomes(id), { [member!.userName]: 'gone' })
      assert.equal(await told(member!, 'mail-campaign-revoked'), 0)
      assert.equal(await told(member!, 'mail-group-left'), 0)
    })

    test('a campaign is repeated, and compared with the last one', async () => {
      const id = await started({ repeatMonths: 1, end: dayAt(10) })
      const review = await reviewOf(id)
      await decide(world.ada, review, 'keep')
      await decide(world.ada, review, 'revoke', { accounts: [world.people[0]!.id] })
      await world.reviews.signOff(world.tenant, by(world.ada), review.id)
      await pass(0)
      const { campaigns: all } = await world.stage.store.campaigns.list({ limit: 10, offset: 0 })
      const next = all.find(({ previous }) => previous === id)!
      assert.equal(next.state, 'scheduled')
      await giveAccess(world.stage.store, world.shop, { kind: 'account', id: world.bob.id }, undefined, BY)
      await pass(31 * DAY)
      assert.equal(await stateOf(next.id), 'running')
      const again = await reviewOf(next.id)
      const item = await world.stage.store.reviews.item(again.id, world.people[1]!.id)
      assert.equal(item?.lastDecision?.decision, 'keep')
      await decide(world.ada, again, 'revoke', { accounts: [world.people[1]!.id] })
      const compared = await world.campaigns.compare(world.tenant, next.id)
      assert.equal(compared?.earlier.campaign.id, id)
      assert.deepEqual(compared?.difference, {
        ...{ added: 1, removed: 1, both: 2, keptThenRevoked: 1, revokedThenKept: 0 },
      })
      await world.campaigns.end(world.tenant, next.id, BY)
      await pass(0)
      const third = (await world.stage.store.campaigns.list({ limit: 10, offset: 0 })).campaigns.find(
        ({ previous }) => previous === next.id,
      )!
      await world.campaigns.cancel(world.tenant, third.id, BY)
      await pass(62 * DAY)
      assert.equal(await stateOf(third.id), 'cancelled')
      assert.equal(await why(world.campaigns.end(world.tenant, third.id, BY)), 'campaign_state')
    })

    test('decisions that nobody signed off count for nothing later', async () => {
      const first = await started({ openItems: 'revoke' })
      await decide(world.ada, await reviewOf(first), 'keep')
      const { id: gone, userName } = world.people[1]!
      await takeAccess(world.stage.store, world.shop, { kind: 'account', id: gone, name: userName }, BY)
      await world.campaigns.end(world.tenant, first, BY)
      await pass(0)
      const { [userName]: ofGone, ...others } = await outcomes(first)
      assert.deepEqual([ofGone, ...Object.values(others)], ['gone', 'left-revoked', 'left-revoked'])
      for (const { id } of world.people)
        await giveAccess(world.stage.store, world.shop, { kind: 'account', id }, undefined, BY)
      const second = await started()
      const review = await reviewOf(second)
      const item = await world.stage.store.reviews.item(review.id, world.people[0]!.id)
      assert.equal(item?.lastDecision, null)
      assert.equal((await world.stage.store.reviews.item(review.id, gone))?.lastDecision, null)
      await decide(world.ada, review, 'keep')
      await decide(world.ada, review, 'revoke', { accounts: [world.people[0]!.id, gone] })
      const compared = await world.campaigns.compare(world.tenant, second)
      assert.deepEqual(compared?.difference, {
        ...{ added: 0, removed: 0, both: 3, keptThenRevoked: 0, revokedThenKept: 1 },
      })
    })

    // What follows is about rules and mails, whatever the database.
    if (!usually('SQLite').includes(engine)) return

    test('work is shared between reviewers, nobody reviews their own access, and a preview tells the same', async () => {
      const group = await createGroup(world.stage.store, `reviewers ${world.shop}`, BY)
      await addMembers(world.stage.store, group.id, [world.ada.userName, world.bob.userName], BY)
      const app = await assigned('Wiki', [...world.people, world.ada, world.bob])
      const settings = { applications: [app], reviewers: [`group:${group.name}`] }
      const preview = await world.campaigns.preview(world.tenant, wanted(settings))
      assert.deepEqual([preview.items, preview.without], [5, 0])
      const id = await started(settings)
      for (const { id: account, items } of preview.reviewers) {
        const found = (await reviewsOf(id)).find(({ reviewer }) => reviewer?.id === account)
        assert.deepEqual(items, [found?.items ?? 0])
      }
      for (const review of await reviewsOf(id))
        assert.equal(await world.stage.store.reviews.item(review.id, review.reviewer!.id), undefined)
    })

    test('supervisors review their people, and those of the campaign whoever has none', async () => {
      await setSupervisor(world.stage.store, world.people[0]!.userName, world.bob.userName, BY)
      const alone = await assigned('Wiki', [world.people[0]!, world.people[1]!, world.sue])
      const id = await started({ applications: [alone], reviewers: undefined })
      assert.equal((await reviewOf(id, world.bob)).items, 1)
      assert.equal((await reviewOf(id, world.sue)).items, 1)
      const nobody = (await reviewsOf(id)).find(({ reviewer }) => reviewer === null)
      assert.equal(nobody?.items, 1, 'nobody but the person themself is left')
      const preview = await world.campaigns.preview(
        world.tenant,
        wanted({ applications: [alone], reviewers: undefined }),
      )
      assert.deepEqual(preview.withoutReviewer, [{ userName: world.sue.userName, application: 'Wiki' }])
    })

    test('nobody sees or decides a review that is not theirs', async () => {
      const review = await reviewOf(await started())
      assert.equal(await world.reviews.seen(world.tenant, review.id, world.people[0]!.id), undefined)
      assert.equal(await why(decide(world.people[0]!, review, 'keep')), 'review_unknown')
      assert.equal((await world.reviews.seen(world.tenant, review.id, world.sue.id))?.part, 'supervisor')
      assert.equal(await why(decide(world.sue, review, 'keep')), 'review-not-yours')
      const [part] = await world.stage.store.campaigns.applications(review.campaign)
      assert.equal((await world.reviews.progress(world.tenant, part!.id, world.sue.id))?.reviews.length, 1)
      assert.equal(await world.reviews.progress(world.tenant, part!.id, world.ada.id), undefined)
    })

    test('a review is passed on with a reason, and the access of the new reviewer stays behind', async () => {
      const app = await assigned('Wiki', [...world.people, world.bob])
      const id = await started({ applications: [app] })
      const review = await reviewOf(id)
      const passOn = (to: string, reason = 'On leave.') =>
        world.reviews.reassign(world.tenant, by(world.ada), review.id, to, reason)
      assert.equal(await why(passOn(world.bob.userName, ' ')), 'reason-missing')
      assert.equal(await why(passOn('nobody at all')), 'reviewer-unknown')
      assert.equal(await why(passOn(world.ada.userName)), 'reviewer-same')
      await decide(world.ada, review, 'keep', { accounts: [world.bob.id, world.people[0]!.id] })
      await passOn(world.bob.userName)
      const mail = await world.stage.smtp.next(
        ({ to, subject }) => to === world.bob.userName && /is now yours/.test(subject),
      )
      assert.match(mail.text, /Ada Byron/)
      const [mine, left] = [await reviewOf(id, world.bob), await reviewOf(id, world.ada)]
      assert.deepEqual([mine.items, mine.kept, left.items, left.kept], [3, 1, 1, 1])
      assert.equal((await world.stage.store.reviews.item(left.id, world.bob.id))?.decision, 'keep')
      assert.equal((await world.reviews.seen(world.tenant, mine.id, world.ada.id))?.part, 'former')
      assert.equal(await why(decide(world.ada, mine, 'keep')), 'review-not-yours')
      await world.campaigns.reassign(
        world.tenant,
        { campaign: id, review: mine.id },
        world.sue.id,
        'Bob too.',
        BY,
      )
      assert.equal((await world.stage.store.reviews.get(mine.id))?.reviewer?.id, world.sue.id)
    })

    test('a supervisor can pass on as many reviews as there are', async () => {
      const review = await reviewOf(await started())
      const passOn = (to: string) =>
        world.reviews.reassign(world.tenant, by(world.sue), review.id, to, 'In turn.')
      for (let round = 0; round < 12; round++)
        for (const { userName } of [world.bob, world.ada]) await passOn(userName)
      assert.equal((await world.stage.store.reviews.get(review.id))?.reviewer?.id, world.ada.id)
    })

    test('whoever gets several reviews of an application is told once that the campaign has ended', async () => {
      const id = await started({ reviewers: [world.ada.userName, world.bob.userName] })
      await pass(26 * DAY)
      const passed = (await reviewsOf(id)).map(({ reviewer }) => reviewer?.id)
      assert.deepEqual(passed, [world.sue.id, world.sue.id])
      await pass(2 * DAY)
      assert.equal(await stateOf(id), 'ended')
      assert.equal(await told(world.sue, 'mail-campaign-status'), 1)
    })

    test('a supervisor is told of the end, also where their own review ended with its application', async () => {
      const app = await assigned('Wiki', world.people)
      const id = await started({ applications: [app], reviewers: [world.sue.userName] })
      await removeApplication(world.stage.store, app)
      await pass(DAY)
      assert.equal(await stateOf(id), 'running', 'no review was signed off')
      await pass(27 * DAY)
      assert.equal(await stateOf(id), 'ended')
      const [entry] = await world.stage.store.audit.list({ event: 'campaign-ended', limit: 1 })
      assert.equal(entry?.details.how, 'date')
      assert.equal(await told(world.sue, 'mail-campaign-status'), 1)
    })

    test('supervisors do not take over an overdue review of nothing but their own access', async () => {
      await setSupervisor(world.stage.store, world.people[0]!.userName, world.bob.userName, BY)
      const app = await assigned('Wiki', [world.people[0]!, world.sue])
      const id = await started({ applications: [app], reviewers: undefined })
      await pass(26 * DAY)
      assert.equal((await reviewOf(id, world.sue)).former?.id, world.bob.id)
      assert.equal(await told(world.sue, 'mail-campaign-escalated'), 1)
      const all = await reviewsOf(id)
      assert.deepEqual(
        all.map(({ items }) => items),
        [1, 1],
      )
      assert.ok(
        await world.stage.store.reviews.item(all.find(({ reviewer }) => reviewer === null)!.id, world.sue.id),
      )
    })

    test('a campaign that the service slept through starts late, and one whose end was missed ends', async () => {
      const { campaign } = await world.campaigns.create(
        world.tenant,
        wanted({ start: dayAt(1), end: dayAt(11) }),
        BY,
      )
      await pass(30 * DAY)
      const late = (await world.stage.store.campaigns.get(campaign.id))!
      assert.equal(late.state, 'running')
      assert.equal(Math.round((late.endsAt - world.stage.store.now()) / DAY), 10)
      await pass(60 * DAY)
      assert.equal(await stateOf(campaign.id), 'ended')
      assert.equal(await told(world.ada, 'mail-campaign-reminder'), 0)
      assert.deepEqual(Object.values(await outcomes(campaign.id)), ['left-kept', 'left-kept', 'left-kept'])
    })

    test('a repeated campaign leaves out applications that were removed, and ends with the last one', async () => {
      const wiki = await assigned('Wiki', world.people)
      const repeated = async (applications: readonly string[], removed: readonly string[]) => {
        const id = await started({ applications, repeatMonths: 1, end: dayAt(10) })
        for (const one of removed) await removeApplication(world.stage.store, one)
        await world.campaigns.end(world.tenant, id, BY)
        await pass(0)
        const { campaigns: all } = await world.stage.store.campaigns.list({ limit: 10, offset: 0 })
        return all.find(({ previous }) => previous === id)
      }
      const next = (await repeated([wiki, world.shop], [wiki]))!
      const parts = await world.stage.store.campaigns.applications(next.id)
      assert.deepEqual(
        parts.map(({ position, application: one }) => [position, one]),
        [[0, world.shop]],
      )
      await pass(31 * DAY)
      assert.equal((await reviewOf(next.id)).items, world.people.length)
      const last = await assigned('Last', world.people)
      assert.equal(await repeated([last], [last]), undefined)
    })

    test('a campaign is compared with one that was planned later and has ended before it started', async () => {
      const { campaign } = await world.campaigns.create(world.tenant, wanted({ start: dayAt(5) }), BY)
      const sooner = await started()
      await world.campaigns.end(world.tenant, sooner, BY)
      await pass(0)
      const earlier = async (id: string) =>
        (await world.campaigns.compare(world.tenant, id))?.earlier.campaign.id
      assert.equal(await earlier(campaign.id), sooner)
      await pass(5 * DAY)
      const parallel = await started()
      await world.campaigns.end(world.tenant, parallel, BY)
      await pass(0)
      assert.equal(await earlier(campaign.id), sooner, 'the other one ended after the start')
      assert.equal(await earlier(parallel), sooner)
    })

    test('bad input is refused', async () => {
      const refused = async (more: Partial<WantedCampaign>) =>
        why(world.campaigns.create(world.tenant, wanted(more), BY))
      const { id: open } = await application(world.stage, { name: 'Open' })
      for (const more of [
        { name: ' ' },
        { applications: [] },
        { applications: [open] },
        { supervisors: [] },
        { supervisors: ['nobody at all'] },
        { end: '2001-01-31' },
        { end: 'soon' },
        { start: dayAt(3), end: dayAt(2) },
        { end: dayAt(1), escalateDays: 3 },
        { remindDays: -1 },
        { repeatMonths: 1, end: dayAt(40) },
        { openItems: 'drop' },
      ])
        assert.equal(await refused(more), 'value_invalid', JSON.stringify(more))
      assert.equal(await refused({ applications: ['none'] }), 'application_unknown')
    })

    test('every template about campaigns was sent', async () => {
      await mails()
      assert.deepEqual(unsentTemplates(['notifications/campaign'], world.sent), [])
    })
  })
}
