import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { forgotten } from '../journeys/password-checks.ts'
import { resident } from '../journeys/steps.ts'
import { type Nodes, startNodes } from '../support/nodes.ts'
import { executed, within } from '../support/store.ts'
import { assertKept, goesOn, statusesOf, underLoad } from './load.ts'

const MAILS = 50
/** How many a node sends at once. */
const AT_ONCE = 4

describe('two nodes, one of which is killed', () => {
  let nodes: Nodes

  before(async () => {
    nodes = await startNodes()
  })
  after(() => nodes.stop())

  test('while both run, each mail is sent once', async () => {
    const release = nodes.smtp.hold()
    await nodes.store.write(async tx => {
      for (let number = 0; number < MAILS; number++) {
        const recipient = `reader-${number}@example.com`
        const mail = { id: `mail-${number}`, event: 'greeting', sender: '', subject: 'Hi' }
        await tx.outbox.queue({ ...mail, recipient, html: '<p>Hi', text: 'Hi' })
      }
    })
    const claimed = async () => (await nodes.store.outbox.list(MAILS)).filter(({ tries }) => tries > 0).length
    await within(60_000, async () => (await claimed()) === 2 * AT_ONCE)
    release()
    await within(60_000, async () => (await nodes.store.outbox.counts()).sent === MAILS)
    assert.equal(nodes.smtp.mails.length, MAILS)
    assert.equal(new Set(nodes.smtp.mails.map(({ to }) => to)).size, MAILS)
  })

  test('the other goes on, has what was acknowledged, and sends what the dead one had claimed', async () => {
    const who = await resident(nodes)
    const release = nodes.smtp.hold()
    nodes.balancer.lead([nodes.one])
    const waiting = async () =>
      (await nodes.store.outbox.list(100)).find(({ recipient }) => recipient === who.userName)
    // Otherwise the other one might claim the mail first.
    nodes.two.child.kill('SIGSTOP')
    try {
      await forgotten(nodes, who)
      await within(60_000, async () => (await waiting())?.tries === 1)
    } finally {
      nodes.two.child.kill('SIGCONT')
    }
    nodes.balancer.lead([nodes.two])
    // It is kept from others for two minutes, which may pass here on a busy machine.
    await executed(nodes.service.database, 'update outbox set claimed_until = claimed_until + 3600000')

    const [one, two] = await underLoad(nodes, [nodes.one, nodes.two], async loads => {
      nodes.one.child.kill('SIGKILL')
      await nodes.one.ended
      await goesOn(loads[1]!)
    })
    assert.ok(one && two)
    assert.deepEqual([two.pages, two.calls, two.writes].map(statusesOf), [[200], [200], [204]])
    await assertKept(nodes, nodes.two, [one, two])

    release()
    assert.equal((await waiting())?.state, 'waiting')
    // Lets the time pass for which it is kept from others.
    await executed(nodes.service.database, 'update outbox set claimed_until = 1 where claimed_until > 1')
    await nodes.smtp.next(({ to }) => to === who.userName)
    await within(60_000, async () => (await waiting())?.state === 'sent')
    assert.equal(nodes.smtp.mails.filter(({ to }) => to === who.userName).length, 1)
  })
})
