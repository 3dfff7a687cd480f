import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SIGN_IN } from '../../src/identity/identity.ts'
import { becomes } from '../support/becomes.ts'
import { operatorOf, type TestOperator } from '../support/console.ts'
import { type ConsoleTab, consoleTab } from '../support/console-tab.ts'
import { addAccount } from '../support/people.ts'
import { Person } from '../support/person.ts'
import { type TestService, testService } from '../support/service.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'
import { executed, within } from '../support/store.ts'

const ANN = 'ann@example.com'

describe('the outbox in the console', () => {
  let smtp: TestSmtp
  let service: TestService
  let administrator: TestOperator
  let console: ConsoleTab

  before(async () => {
    smtp = await startSmtp()
    service = await testService('SQLite', { TABARD_SMTP_URL: smtp.url })
    administrator = await operatorOf(service, 'administrator')
    await addAccount(service, { email: ANN })
    console = await consoleTab(service, 'administrator@example.com')
  })
  after(async () => {
    await console?.close()
    await service.stop()
    await smtp.stop()
  })

  const button = (name: string | RegExp) => console.tab.getByRole('button', { name })
  const store = () => service.service.store.tenant('main')
  const mails = () => console.tab.getByRole('list', { name: 'Mails' })
  const opened = () => console.tab.getByRole('region', { name: 'Mail', exact: true })
  const forgotten = async () => {
    const person = new Person(service.url)
    await person.visit(`${SIGN_IN}?runtime=true`)
    await person.visit(`${person.shown!.forms[0]!.action}&operation=forgot_password`)
    await person.submit({ username: ANN })
  }

  test('says what it is for while it is empty', async () => {
    const { tab, open, sound } = console
    await open('/outbox')
    await tab.getByRole('heading', { name: 'No mails yet' }).waitFor()
    await sound('empty outbox')
  })

  test('a mail that the server refused is looked at, tried again, and arrives', async () => {
    const { tab, go, sound } = console
    smtp.refuse({ code: 550, words: '5.1.1 no such user' })
    await forgotten()
    await within(60_000, async () => (await store().outbox.list(1))[0]?.state === 'given-up')
    await go('/groups')
    await go('/outbox?state=given-up')
    const row = mails().getByRole('link', { name: /Failed/ })
    await becomes(() => row.innerText(), /rejected the recipient \(550 5\.1\.1 no such user\)/)
    await sound('outbox')
    await row.click()
    await opened().getByRole('heading', { name: 'Reset your password' }).waitFor()

    const frame = tab.frameLocator('iframe[title="How the mail looks"]')
    await frame.getByRole('heading', { name: 'Reset your password' }).waitFor()
    const logo = frame.locator('img').first()
    await within(
      60_000,
      async () => (await logo.evaluate('image => image.naturalWidth').catch(() => 0)) !== 0,
    )
    await sound('an open mail')
    await opened().getByRole('tab', { name: 'Text' }).click()
    const text = opened().getByRole('region', { name: 'Text of the mail' })
    await becomes(() => text.innerText(), /recover=/)
    await sound('the text of a mail')
    const looks = (await store().audit.list({ limit: 100 })).filter(({ event }) => event === 'mail-viewed')
    assert.deepEqual(
      looks.map(({ account, details }) => [account, details.recipient]),
      [[administrator.id, ANN]],
    )

    smtp.refuse()
    await button('Retry now').click()
    assert.equal((await smtp.next()).to, ANN)
    // The mail is no longer in the list of failed mails, but it stays open.
    await opened().getByText('Sent', { exact: true }).waitFor()
    await tab.getByText('All', { exact: true }).click()
    await mails().getByRole('link', { name: /Sent/ }).click()
    await opened().getByText('The content is no longer stored').waitFor()
    await tab.locator('iframe[title="A sample of the mail"]').waitFor()
    await sound('a sent mail')
  })

  test('a frame that opens while its mail is sent says so', async () => {
    const { tab, sound } = console
    const id = (await store().outbox.list(1))[0]!.id
    await tab.evaluate(
      `document.body.append(Object.assign(document.createElement('iframe'), { id: 'late', src: '/v1.0/tabard/outbox/${id}/html' }))`,
    )
    await tab.frameLocator('#late').getByText('The content of this mail is not kept.').waitFor()
    await sound('a late frame')
  })

  test('all that were given up are tried again together', async () => {
    const { tab, go } = console
    smtp.refuse({ code: 550 })
    await forgotten()
    await forgotten()
    await within(60_000, async () => (await store().outbox.counts())['given-up'] === 2)
    smtp.refuse()
    await go('/groups')
    await go('/outbox')
    await button('Retry all failed…').click()
    await tab
      .getByRole('dialog', { name: 'Retry 2 mails?' })
      .getByRole('button', { name: 'Retry 2 mails' })
      .click()
    for (let count = 0; count < 2; count += 1) assert.equal((await smtp.next()).to, ANN)
    await tab.getByText('Sent (3)').waitFor()
  })

  test('the mail server is asked, and what it said is shown', async () => {
    const { tab, sound } = console
    await button('Check mail server').click()
    const dialog = tab.getByRole('dialog', { name: 'Check mail server' })
    await dialog.getByRole('button', { name: 'Check', exact: true }).click()
    await dialog.getByText('The mail server answers').waitFor()
    await becomes(() => dialog.getByRole('region', { name: 'Transcript' }).innerText(), /EHLO[\s\S]*QUIT/)
    await sound('a check')
    await dialog.getByRole('textbox', { name: 'Send a test mail to' }).fill('nobody')
    await dialog.getByRole('button', { name: 'Send test mail' }).click()
    await dialog.getByText('The recipient must be one e-mail address').waitFor()
    smtp.refuse({ code: 554, at: 'mail', words: 'we take no tests' })
    await dialog.getByRole('textbox', { name: 'Send a test mail to' }).fill('ops@example.com')
    await dialog.getByRole('button', { name: 'Send test mail' }).click()
    await dialog.getByText('554 we take no tests').waitFor()
    await sound('a check that failed')
    smtp.refuse()
    await dialog.getByRole('button', { name: 'Send test mail' }).click()
    await dialog.getByText('It accepted the test mail to ops@example.com.').waitFor()
    assert.equal((await smtp.next()).to, 'ops@example.com')
    await tab.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('asks about mails from before mail was turned on', async () => {
    const { tab, go, sound } = console
    const held = (id: string) =>
      executed(
        service.database,
        `insert into outbox (tenant, id, event, recipient, sender, subject, html, text, state, tries, created_at, due_at)
         values ('main', '${id}', 'mail-account-deleted', '${ANN}', '', 'About ${id}', 'x', 'x', 'held', 0, ${Date.now()}, 1)`,
      )
    for (const id of ['old-1', 'old-2', 'old-3']) await held(id)
    await go('/groups')
    await go('/outbox?state=held')
    const asked = tab.getByRole('alert').filter({ hasText: 'from before a mail server was set' })
    await asked.getByText('3 mails from before a mail server was set').waitFor()
    await sound('held mails')
    await button('Drop held mails').click()
    const dialog = tab.getByRole('dialog', { name: 'Drop 3 mails?' })
    await dialog.waitFor()
    assert.equal((await store().outbox.counts()).held, 3)
    await dialog.getByRole('button', { name: 'Drop 3 mails' }).click()
    await asked.waitFor({ state: 'detached' })
    assert.equal((await store().outbox.counts()).held, 0)
    await held('old-4')
    await go('/groups')
    await go('/outbox?state=sent&mail=old-4')
    await opened().getByRole('button', { name: 'Drop' }).click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Drop mail' }).click()
    await opened().getByText('The content is no longer stored').waitFor()
  })

  test('fits on a tablet', async () => {
    const { tab, go, fits } = console
    await go('/groups')
    await tab.setViewportSize({ width: 820, height: 1180 })
    const [mail] = await store().outbox.list(1)
    for (const [path, shown] of [
      [`/outbox?mail=${mail!.id}`, opened()],
      ['/clients', tab.getByRole('link', { name: 'First client' })],
      ['/outbox', mails()],
    ] as const) {
      await go(path)
      await shown.waitFor()
      await fits(path, [820])
    }
  })
})

test('without a mail server the outbox says that it keeps mails, and shows them', async () => {
  const service = await testService('SQLite')
  try {
    await operatorOf(service, 'administrator')
    await addAccount(service, { email: ANN })
    const { tab, open, sound, close } = await consoleTab(service, 'administrator@example.com')
    try {
      await open('/outbox')
      await tab.getByText('so mails are kept here and not sent').waitFor()
      await sound('empty outbox without a server')
      const html = `<!doctype html><body onload="top.location='https://evil.example'">
        <img id="logo" src="${service.url}/template/v1.0/static/logo.png?themeId=default">
        <img src="https://evil.example/pixel.png"><script>top.document.title = 'owned'</script>
        <meta http-equiv="refresh" content="0;url=https://evil.example/">
        <form action="https://evil.example/"><button>Go</button></form></body>`
      const mail = { event: 'mail-one-time-code', recipient: ANN, sender: '', subject: 'Hostile', text: 'x' }
      await service.service.store
        .tenant('main')
        .write(tx => tx.outbox.queue({ ...mail, id: 'hostile', html }))
      const stopped = new Set<string>()
      const asked = new Set<string>()
      tab.on('request', request => void (request.url().includes('evil') && asked.add(request.url())))
      tab.on('requestfailed', request => {
        if (request.failure()?.errorText === 'csp') stopped.add(request.url())
      })
      const [image] = await Promise.all([
        tab.waitForResponse(answer => answer.url().includes('/static/logo.png')),
        open('/outbox?mail=hostile'),
      ])
      assert.equal(image.status(), 200)
      await tab.getByText('No mail server is set', { exact: true }).waitFor()
      await tab.locator('iframe[title="How the mail looks"]').waitFor()
      await becomes(async () => [...stopped], ['https://evil.example/pixel.png'])
      await tab.waitForTimeout(500)
      assert.deepEqual([...asked], ['https://evil.example/pixel.png'])
      assert.deepEqual(stopped, asked, 'the frame’s policy stopped it')
      await becomes(() => tab.title(), 'Outbox · Tabard')
      await becomes(() => tab.getByRole('button', { name: 'Retry now' }).isVisible(), false)
    } finally {
      await close()
    }
  } finally {
    await service.stop()
  }
})
