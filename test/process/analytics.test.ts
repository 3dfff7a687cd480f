import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { REGISTRATION_FLOW } from '../../src/core/user-flows/defaults.ts'
import { CommandLine, ONE_SENTENCE } from '../support/command.ts'
import { packageOf } from '../support/packages.ts'
import { type TestService, testService } from '../support/service.ts'
import { within } from '../support/store.ts'

const GOLDEN = readFileSync('test/fixtures/analytics/container.json', 'utf8')
const PROPERTY = ['--measurement-id', 'G-AB12CD34EF']
const LABELS = 'common/labels/de/template_labels.properties'

describe('tabard analytics, beside a service that runs', () => {
  let service: TestService
  let line: CommandLine
  let folder: string
  let theme: string[]

  before(async () => {
    service = await testService('SQLite')
    line = new CommandLine(service.database)
    folder = await mkdtemp(join(tmpdir(), 'tabard-container-'))
    const files = { [LABELS]: '$REG_TITLE_VERIFY$=Ihr Konto\n$REG_TITLE_VERIFIED$=\n' }
    theme = ['--theme', await service.createTheme('Measured', packageOf(files))]
  })
  after(async () => {
    await rm(folder, { recursive: true })
    await service.stop()
  })

  const policy = async () => {
    const address = `${service.url}/flows/?reference=registration&themeId=${theme[1]}`
    return (await fetch(address)).headers.get('content-security-policy')!
  }

  test('enable puts a container in, says what that opens, and is seen at once', async () => {
    const on = await line.run(['analytics', 'enable', ...theme, '--container', 'GTM-AB12CD3', '--json'])
    const state = { container: 'GTM-AB12CD3', eval: true, firstParty: false, byHand: false }
    assert.deepEqual(JSON.parse(on.stdout), state)
    assert.match(on.stderr, /now allows 'unsafe-eval'.*--no-eval/s)
    await within(60_000, async () => /googletagmanager.* 'unsafe-eval'/.test(await policy()))
    assert.deepEqual(await line.json(['analytics', 'first-party', 'on', ...theme]), {
      ...state,
      firstParty: true,
    })
  })

  test('enable --no-eval keeps the strict policy, and a container that needs more is told of', async () => {
    const words = ['analytics', 'enable', ...theme, '--container', 'GTM-AB12CD3', '--no-eval']
    assert.equal((await line.json<{ eval: boolean }>(words)).eval, false)
    await within(60_000, async () => !/unsafe-eval/.test(await policy()))
    const { stdout, stderr, code } = await line.run(['analytics', 'container', ...PROPERTY, ...theme])
    assert.deepEqual([stdout, code], [GOLDEN, 0])
    assert.match(stderr, /Use --no-eval/)
  })

  test('disable takes it out, and leaves the rest of the settings', async () => {
    const off = { container: null, eval: false, firstParty: true, byHand: false }
    assert.deepEqual(await line.json(['analytics', 'disable', ...theme]), off)
    assert.deepEqual(await line.json(['analytics', 'status', ...theme]), off)
    await within(60_000, async () => !/google/.test(await policy()))
    const entries = await service.service.store
      .tenant('main')
      .audit.list({ limit: 9, event: 'theme-analytics-changed' })
    assert.equal(entries.length, 4)
    assert.deepEqual(entries[0]!.details, {
      themeId: theme[1],
      ...{ container: '', eval: 'false', firstParty: 'true', author: 'command line' },
    })
  })

  test('container writes a file in languages, and tells of titles that are in each other', async () => {
    const output = join(folder, 'container.json')
    const wishes = ['--no-eval', '--locales', 'de,fr', ...theme, '--output', output]
    const { stdout, stderr, code } = await line.run(['analytics', 'container', ...PROPERTY, ...wishes])
    assert.equal(code, 0)
    assert.match(stdout, /^output {2}\S+container\.json\nbytes {3}\d+\n$/)
    assert.equal(
      stderr,
      'The event email_verified never fires in de, because its page title "" is blank or contains {{.\n' +
        'The page of reg_complete also fires registration_submitted, because both have the title "Ihr Konto wurde erstellt" in de.\n',
    )
    const text = readFileSync(output, 'utf8')
    assert.match(text, /"Registration submitted \(de\)"/)
    assert.match(text, /"Reg complete \(fr\)"/)
    assert.match(text, /"type": "d"/)
  })

  test('container knows registrations that were designed, and adds their events where wanted', async () => {
    const [start] = REGISTRATION_FLOW.steps
    const firm = { id: 'firm', title: 'Your company', fields: [] }
    const flow = { ...REGISTRATION_FLOW, steps: [{ ...start!, title: 'Join us' }, firm] }
    const path = join(folder, 'join.json')
    writeFileSync(path, JSON.stringify(flow))
    await line.json(['flow', 'apply', path])
    const printed = async (...more: string[]) =>
      (await line.run(['analytics', 'container', ...PROPERTY, ...theme, ...more])).stdout
    const usual = await printed()
    assert.match(usual, /"Registration started \(en, join\)"/)
    assert.doesNotMatch(usual, /Step firm/)
    const designed = await printed('--designed')
    assert.match(designed, /"Registration started \(en, join\)"/)
    assert.match(designed, /"Step firm \(Your company\)"/)
    await line.run(['flow', 'reset', 'join'])
  })

  test('what is no id is refused', async () => {
    const enable = ['analytics', 'enable', ...theme, '--container', 'gtm-1']
    await line.refused(enable, 2, /GTM- and 4 to 12 capital letters/)
    await line.refused(['analytics', 'container', '--measurement-id', 'UA-1'], 2, ONE_SENTENCE)
  })
})
