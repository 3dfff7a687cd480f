import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  Campaigns,
  changeRules,
  giveAccess,
  type Steward,
  type WantedCampaign,
} from '../../src/governance/governance.ts'
import { type AccountOffice, APPS, removeApplication } from '../../src/identity/identity.ts'
import type { Review } from '../../src/store/store.ts'
import { usually } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person, Shown } from '../support/person.ts'
import { executed } from '../support/store.ts'
import { officeOf } from './offices.ts'
import { application, browser, type Resident, resident, type Stage, signedIn, stageOf } from './steps.ts'

const BY: Steward = { by: 'account:operator', address: null }
const DAY = 86_400_000
const HEADER = 'common/page_components/page_header.html'
const REVIEW = 'user_flows/access/default/review.html'
const TITLE = 'Review access to \u2068Travel\u2069'
const SIGN_TITLE = 'Sign off the review of \u2068Travel\u2069?'

for (const engine of usually('SQLite')) {
  describe(`reviewing access, on ${engine}`, () => {
    let stage: Stage
    let office: AccountOffice & AsyncDisposable
    let campaigns: Campaigns
    let theme: string

    before(async () => {
      stage = await stageOf(engine)
      office = await officeOf(stage)
      campaigns = new Campaigns(office)
      const files = {
        [HEADER]: '<header><b id="brand">Harbour</b></header><script>window.ran = true</script>',
      }
      theme = await stage.service.createTheme(`Theme ${engine}`, packageOf(files))
    })
    after(async () => {
      await office[Symbol.asyncDispose]()
      await stage.stop()
    })

    const assertTheme = ({ html }: Shown, themeId: string) =>
      assert.match(html, new RegExp(`theme\\.css\\?themeId=${themeId}`))
    /** A review of some people in a theme. */
    const begun = async (count: number, more: Partial<WantedCampaign> = {}) => {
      const { id: app } = await application(stage, { name: 'Travel', themeId: theme })
      await changeRules(stage.store, app, { mode: 'assigned', keepRecent: false }, BY)
      const people: Resident[] = []
      for (let index = 0; index < count; index++)
        people.push(await resident(stage, { familyName: `N${index}` }))
      for (const { id } of people) await giveAccess(stage.store, app, { kind: 'account', id }, undefined, BY)
      const [reviewer, supervisor] = [await resident(stage), await resident(stage)]
      const { campaign } = await campaigns.create(
        office.tenant,
        {
          name: 'Yearly review',
          applications: [app],
          end: new Date(Date.now() + 30 * DAY).toISOString(),
          reviewers: [reviewer.userName],
          supervisors: [supervisor.userName],
          ...more,
        },
        BY,
      )
      const running = async () => (await stage.store.campaigns.get(campaign.id))?.state === 'running'
      while (!(await running())) {
        stage.service.service.wake()
        await new Promise(done => setTimeout(done, 10))
      }
      const { reviews } = await stage.store.reviews.list(campaign.id, { limit: 10, offset: 0 })
      const review = reviews[0]!
      return { app, people, reviewer, supervisor, campaign, review, address: `/access/reviews/${review.id}` }
    }
    const counts = async ({ id }: Review) => {
      const { kept, revoked } = (await stage.store.reviews.get(id))!
      return [kept, revoked]
    }
    /** The form that decides: the one after the filter. */
    const decide = async (person: Person, fields: Record<string, string>, button: string) =>
      await person.submit(fields, { button })

    test('a reviewer follows the link, decides, and signs off in a last step without the theme', async () => {
      const { people, reviewer, review, address, app } = await begun(3)
      const person = browser(stage)
      await person.visit(address)
      assert.equal(person.shown!.heading, 'Sign in')
      assertTheme(person.shown!, 'default')
      await person.submit({ username: reviewer.userName, password: PASSWORD })
      assert.equal(person.shown!.heading, TITLE)
      assertTheme(person.shown!, theme)
      assert.match(person.shown!.html, /id="brand">Harbour/)
      assert.doesNotMatch(person.shown!.html, /window\.ran/)
      assert.match(person.shown!.html, /0 of 3 decided/)
      assert.match(person.shown!.html, /Anyone who loses access can read the comment\./)
      await decide(person, {}, 'Keep access')
      assert.match(person.shown!.alert, /select at least one person/)
      assert.match(person.shown!.title, /^Error: /)
      await decide(person, { 'item-0': people[0]!.id, comment: 'Moved <b>on</b>.' }, 'Revoke access')
      assert.match(person.shown!.html, /Your decisions were saved\./)
      assert.match(person.shown!.html, /Moved &lt;b&gt;on/)
      assert.deepEqual(await counts(review), [0, 1])
      await person.visit(`${address}?shown=open`)
      await decide(person, { everyone: '1' }, 'Keep access')
      assert.deepEqual(await counts(review), [2, 1])
      assert.match(person.shown!.html, /Nobody matches the filter/)
      await person.visit(address)
      await decide(person, { 'item-0': people[1]!.id }, 'Undo decision')
      assert.deepEqual(await counts(review), [1, 1])
      await decide(person, { 'item-0': people[1]!.id }, 'Keep access')
      await person.submit({}, { button: 'Sign off' })
      assert.equal(person.shown!.heading, SIGN_TITLE)
      assertTheme(person.shown!, 'master')
      assert.doesNotMatch(person.shown!.html, /Harbour/)
      assert.match(person.shown!.html, /Lose access: 1/)
      assert.ok(person.shown!.html.includes(people[0]!.userName))
      await person.submit({}, { button: 'Sign off' })
      assert.match(person.shown!.html, /data-state="signed"/)
      assert.doesNotMatch(person.shown!.html, /name="item-/)
      while ((await stage.store.access.standing(app, people[0]!.id))?.given) {
        stage.service.service.wake()
        await new Promise(done => setTimeout(done, 10))
      }
    })

    test('a form of the page cannot take the place of the last step', async () => {
      const { reviewer, review, address } = await begun(1)
      const person = await signedIn(stage, reviewer)
      await person.visit(address)
      await decide(person, { everyone: '1' }, 'Keep access')
      await person.submit({}, { button: 'Sign off' })
      const last = person.shown!.url
      await person.visit(address)
      const form = person.shown!.forms.at(-1)!
      const answer = await person.send('POST', last, { ...form.fields, operation: 'confirm' })
      assert.equal(answer.status, 403)
      assert.equal((await stage.store.reviews.get(review.id))?.signedAt, null)
    })

    for (const behind of [0, 60_000])
      test(`decisions made after the last step was shown are shown before they become final (${behind})`, async () => {
        const { people, reviewer, review, address } = await begun(2)
        const person = await signedIn(stage, reviewer)
        await person.visit(address)
        await decide(person, { everyone: '1' }, 'Keep access')
        await person.submit({}, { button: 'Sign off' })
        const last = person.shown!
        assert.match(last.html, /Lose access: 0/)
        await person.visit(address)
        await decide(person, { 'item-0': people[0]!.id }, 'Revoke access')
        // The clock of the node that took the decision may be behind.
        const moved = `update campaign_items set decided_at = decided_at - ${behind} where review = '${review.id}'`
        await executed(stage.service.database, moved)
        person.shown = last
        await person.submit({}, { button: 'Sign off' })
        assert.equal((await stage.store.reviews.get(review.id))?.signedAt, null)
        assert.equal(person.shown!.heading, SIGN_TITLE)
        assert.match(person.shown!.html, /Lose access: 1/)
        await person.submit({}, { button: 'Sign off' })
        assert.notEqual((await stage.store.reviews.get(review.id))?.signedAt, null)
      })

    test('the last step names everybody, in pages: a theme may have hidden some', async () => {
      const { reviewer, review, campaign, address } = await begun(1)
      const names = Array.from({ length: 249 }, (_, number) => `made-up-${1000 + number}`)
      await stage.store.write(tx =>
        tx.reviews.addItems(
          names.map(account => ({
            ...{ account, userName: account, givenName: null, familyName: null, supervisor: undefined },
            ...{ since: 0, ways: [], lastSignIn: null, lastDecision: null },
            ...{ campaign: campaign.id, position: 0, review: review.id },
          })),
        ),
      )
      const person = await signedIn(stage, reviewer)
      await person.visit(address)
      await decide(person, { everyone: '1' }, 'Keep access')
      await person.submit({}, { button: 'Sign off' })
      const listed = () => [...person.shown!.html.matchAll(/<li><bdi>([^<]*)/g)].map(([, name]) => name)
      const link = (text: string) =>
        new RegExp(`<a href="([^"]+)">${text}</a>`).exec(person.shown!.html)?.[1]?.replaceAll('&amp;', '&')
      assert.match(person.shown!.html, /Keep access: 250/)
      const first = listed()
      assert.equal(first.length, 200)
      await person.visit(link('Next')!)
      assertTheme(person.shown!, 'master')
      assert.equal(new Set([...first, ...listed()]).size, 250)
      assert.equal(link('Next'), undefined)
      await person.visit(link('Previous')!)
      assert.deepEqual(listed(), first)
      await person.submit({}, { button: 'Sign off' })
      assert.notEqual((await stage.store.reviews.get(review.id))?.signedAt, null)
    })

    test('many people come in pages, with a filter', async () => {
      const { people, reviewer, address } = await begun(53)
      const person = await signedIn(stage, reviewer)
      await person.visit(address)
      const listed = () =>
        [...person.shown!.html.matchAll(/name="item-\d+" value="([^"]+)"/g)].map(([, id]) => id!)
      assert.equal(listed().length, 50)
      const first = listed()
      const link = (text: string) =>
        new RegExp(`<a href="([^"]+)">${text}</a>`).exec(person.shown!.html)?.[1]?.replaceAll('&amp;', '&')
      await person.visit(link('Next')!)
      assert.equal(listed().length, 3)
      assert.deepEqual([...first, ...listed()].sort(), people.map(({ id }) => id).sort())
      assert.equal(link('Next'), undefined)
      await person.visit(link('Previous')!)
      assert.deepEqual(listed(), first)
      await person.visit(`${address}?search=N52`)
      assert.deepEqual(listed(), [people[52]!.id])
      await person.visit(`${address}?after=garbage&search=%00&shown=what`)
      assert.equal(person.shown!.heading, TITLE)
    })

    test('a review is passed on, and its links tell everybody what is theirs', async () => {
      const { reviewer, supervisor, address, campaign, people } = await begun(2)
      const next = await resident(stage)
      const person = await signedIn(stage, reviewer)
      await person.visit(APPS)
      assert.match(person.shown!.html, new RegExp(`${address}"><strong><bdi>Travel`))
      await person.visit(address)
      await person.submit({ reviewer: 'nobody', reason: '' }, { button: 'Pass this review on' })
      assert.match(person.shown!.alert, /Please give a reason|There is no account/)
      await person.submit({ reviewer: next.userName, reason: 'On leave.' }, { button: 'Pass this review on' })
      assert.match(person.shown!.html, new RegExp(`passed on to \u2068?${next.userName}`))
      const other = await signedIn(stage, next)
      await other.visit(address)
      assert.equal(other.shown!.heading, TITLE)
      const stranger = await signedIn(stage, people[0]!)
      assert.equal((await stranger.visit(address)).heading, 'This review is not available')
      assert.equal((await stranger.visit('/access/reviews/none')).heading, 'This review is not available')
      const watching = await signedIn(stage, supervisor)
      const [part] = await stage.store.campaigns.applications(campaign.id)
      await watching.visit(`/access/reviews/${part!.id}`)
      assert.equal(watching.shown!.heading, 'Reviews of \u2068Travel\u2069')
      assertTheme(watching.shown!, theme)
      assert.ok(watching.shown!.html.includes(next.userName))
      await watching.visit(address)
      assert.doesNotMatch(watching.shown!.html, /name="item-/)
    })

    test('the progress of an application counts every review, however many are listed', async () => {
      const { campaign, supervisor } = await begun(2)
      await stage.store.write(async tx => {
        const empty = { campaign: campaign.id, position: 0, reviewer: null, former: null, reason: null }
        for (let number = 0; number < 100; number++) await tx.reviews.create({ ...empty, id: tx.newId() })
      })
      const person = await signedIn(stage, supervisor)
      const [part] = await stage.store.campaigns.applications(campaign.id)
      await person.visit(`/access/reviews/${part!.id}`)
      assert.match(person.shown!.html, /0 of 2 decided/)
    })

    test('the page of an application that was removed is in the default theme, and takes nothing', async () => {
      const { app, reviewer, address } = await begun(1)
      const person = await signedIn(stage, reviewer)
      await removeApplication(stage.store, app)
      await person.visit(address)
      assertTheme(person.shown!, 'default')
      assert.match(person.shown!.html, /data-state="ended"/)
    })

    test('a theme that leaves the forms out of its page gets the master’s', async () => {
      const broken = await stage.service.createTheme(
        `Broken ${engine}`,
        packageOf({ [REVIEW]: '<!doctype html><title>@REVIEW_PAGE_TITLE@</title><p>Nothing here</p>' }),
      )
      const { app, reviewer, address } = await begun(1)
      await stage.store.write(async tx => void (await tx.applications.update(app, { themeId: broken })))
      const person = await signedIn(stage, reviewer)
      await person.visit(address)
      assert.equal(person.shown!.heading, TITLE)
      assert.doesNotMatch(person.shown!.html, /Nothing here/)
    })
  })
}
