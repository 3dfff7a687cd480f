import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { rotateSealKey } from '../../src/identity/identity.ts'
import { packageBytes } from '../support/answers.ts'
import { assertRefused } from '../support/command.ts'
import { filesOf, packageOf } from '../support/packages.ts'
import { addAccount } from '../support/people.ts'
import { bare, quickProgram, run, tabard } from '../support/process.ts'
import { provided } from '../support/provisions.ts'
import { fileForm, type TestService, testService } from '../support/service.ts'
import { applicationOf, within } from '../support/store.ts'
import { mainStore } from '../support/tenants.ts'
import { themeDeveloper } from './theme-developer.ts'

const SHEET = 'common/page_style.css'
const OWN = 'common/static/own.css'
const LABELS = 'common/labels/de/template_labels.properties'
const DEFAULTS = 'common/default/template_labels.properties'

/** A text in UTF-16, with a byte order mark. */
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

/** Types each line into a zsh on a terminal, presses Tab and Enter, and prints what the command was given. */
const ZSH_DRIVER = `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "autoload -Uz compinit; compinit -u -D; source $1; "'tabard() { print -r -- "ran: $*" }; print is""ready'
zpty -r z out '*isready*'
shift
for line in "$@"; do
  zpty -w -n z "tabard $line"$'\\t\\n'
  zpty -r z out $'*ran: *\\n*'
  out=\${out##*ran: }
  print -r -- "\${out%%$'\\r'*}"
done
zpty -d z`

describe('the tools of a theme developer', () => {
  let service: TestService
  let root: string

  before(async () => {
    service = await testService('SQLite')
    root = mkdtempSync(join(tmpdir(), 'tabard-tools-'))
  })
  after(async () => {
    await service.stop()
    rmSync(root, { recursive: true })
  })

  const developer = (theme: string) => themeDeveloper(root, service.url, theme)

  test('diff reads a file in the encoding that it has', async () => {
    const id = await service.createTheme(
      'Encodings',
      packageOf({ [LABELS]: '$TITLE$=Menü\n', [SHEET]: 'ä\n' }),
    )
    const ann = developer(id)
    await ann.done('pull')
    const head = `--- a/templates/${LABELS}\n+++ b/templates/${LABELS}\n`
    const changed = `${head}@@ $TITLE$ @@\n-$TITLE$=Menü\n+$TITLE$=Größe\n`
    for (const bytes of [Buffer.from('$TITLE$=Größe\n', 'latin1'), utf16('$TITLE$=Größe\n')]) {
      ann.write(LABELS, bytes)
      assert.equal(await ann.done('diff', LABELS), changed)
      assert.equal(await ann.done('diff', '--stat', LABELS), `+1 -1         templates/${LABELS}\n`)
    }
    ann.write(LABELS, utf16('$TITLE$=Menü\n'))
    assert.equal(await ann.done('diff', LABELS), `${head}Only the encoding or the line endings differ\n`)
    ann.write(SHEET, Buffer.from('ö\n', 'latin1'))
    assert.match(await ann.done('diff', SHEET), /^-ä\n\+ö$/m)
    ann.write(OWN, '')
    assert.equal(await ann.done('diff', OWN), `--- /dev/null\n+++ b/templates/${OWN}\n`)
    ann.write(SHEET, 'a\0b')
    assert.match(await ann.done('diff', SHEET), /\nBinary files differ\n$/)
  })

  test('diff shows lines, of label files the keys, against the theme, a revision, the master and another theme', async () => {
    const id = await service.createTheme(
      'Diff',
      packageOf({ [SHEET]: 'a\nb\nc\n', [LABELS]: '$TITLE$=Alt\n$SAME$=Gleich\n' }),
    )
    await service.createTheme('Other', packageOf({ [SHEET]: 'other\n' }))
    const ann = developer(id)
    await ann.done('pull')
    assert.equal(await ann.done('diff', '--exit-code'), '')
    ann.write(SHEET, 'a\nB\u001b[2Jc\nc\n')
    ann.write(LABELS, '$SAME$=Gleich\n$TITLE$=Neu\n')
    ann.write(OWN, '\tnew\n')
    assert.equal(
      await ann.done('diff'),
      [
        `--- a/templates/${LABELS}`,
        `+++ b/templates/${LABELS}`,
        '@@ $TITLE$ @@',
        '-$TITLE$=Alt',
        '+$TITLE$=Neu',
        `--- a/templates/${SHEET}`,
        `+++ b/templates/${SHEET}`,
        '@@ -1,3 +1,3 @@',
        ' a',
        '-b',
        '+B\\x1b[2Jc',
        ' c',
        '--- /dev/null',
        `+++ b/templates/${OWN}`,
        '@@ -0,0 +1,1 @@',
        '+\tnew',
        '',
      ].join('\n'),
    )
    assert.equal(await ann.done('diff', '--name-only', SHEET), `templates/${SHEET}\n`)
    assert.equal(await ann.done('diff', '--stat', SHEET), `+1 -1         templates/${SHEET}\n`)
    assert.equal((await ann.run('diff', '--exit-code')).code, 1)
    assert.match(await ann.done('diff', '--against', 'master', '--name-only'), new RegExp(SHEET))
    assert.match(await ann.done('diff', '--against', '1', SHEET), /^-b$/m)
    assert.match(await ann.done('diff', '--against', 'Other', SHEET), /^-other$/m)
    assertRefused(await ann.run('diff', '--against', 'Nothing'), 1, /^No theme has the id or name "Nothing"/)
    const told = JSON.parse(await ann.done('diff', '--json')) as { path: string; what: string }[]
    assert.deepEqual(
      told.map(({ path, what }) => [path, what]),
      [
        [LABELS, 'changed'],
        [SHEET, 'changed'],
        [OWN, 'added'],
      ],
    )
  })

  test('package writes the same bytes for the same files, which a service takes', async () => {
    const ann = developer('default')
    assertRefused(await ann.run('package', '--out', join(ann.folder, 'x.zip')), 1, /^There are no files/)
    ann.write(SHEET, 'a{}')
    ann.write(OWN, 'b{}')
    const [one, two] = [join(ann.folder, 'one.zip'), join(ann.folder, 'two.zip')]
    await ann.done('package', '--out', one)
    await ann.done('package', '--out', two)
    assert.deepEqual(readFileSync(one), readFileSync(two))
    assertRefused(await ann.run('package', '--out', one), 4, /exists already/)
    const id = await service.createTheme('Packed', readFileSync(one) as Buffer<ArrayBuffer>)
    assert.deepEqual(await filesOf(await packageBytes(service, id, true)), { [SHEET]: 'a{}', [OWN]: 'b{}' })
    await ann.done('package', '--all', '--force', '--out', one)
    assert.ok(Object.keys(await filesOf(readFileSync(one))).length > 100)
    const pulled = join(ann.folder, 'pulled.zip')
    for (const words of [[SHEET], ['--only', SHEET], ['--ignore', SHEET], ['--dry-run']])
      assertRefused(
        await ann.run('pull', '--theme', id, '--zip', pulled, ...words),
        2,
        /^--zip writes the whole theme: it takes no paths, --only, --ignore or --dry-run\.$/m,
      )
    assert.ok(!existsSync(pulled))
    await ann.done('pull', '--theme', id, '--zip', pulled)
    assertRefused(
      await ann.run('pull', '--theme', id, '--zip', pulled),
      4,
      /exists already\. Name another with --zip, or add --force\.$/m,
    )
    assert.deepEqual(await filesOf(readFileSync(pulled)), { [SHEET]: 'a{}', [OWN]: 'b{}' })
  })

  test('labels tells what is translated, what is missing and where a text is', async () => {
    const ann = developer('default')
    // The master has every text in every language, and the name of the product in none.
    ann.write(DEFAULTS, '$PRODUCT_NAME$=Harbour\n')
    assert.deepEqual(JSON.parse(await ann.done('labels', 'missing', '--json')), [])
    const complete = JSON.parse(await ann.done('labels', 'coverage', '--json')) as { percent: number }[]
    assert.deepEqual(new Set(complete.map(({ percent }) => percent)), new Set([100]))
    ann.write(DEFAULTS, '$PRODUCT_NAME$=Harbour\n$SLOGAN$=Safe & sound\n')
    ann.write(LABELS, '$SLOGAN$=Sicher im Hafen\n')
    const covered = JSON.parse(await ann.done('labels', 'coverage', '--json')) as {
      locale: string
      translated: number
      of: number
      own: number
    }[]
    const [de, fr] = ['de', 'fr'].map(locale => covered.find(one => one.locale === locale)!)
    assert.deepEqual([de!.own, de!.of, de!.translated], [1, fr!.of, fr!.translated + 1])
    const missing = await ann.run('labels', 'missing', 'fr', '--json')
    assert.equal(missing.code, 1)
    const rows = JSON.parse(missing.stdout) as { label: string; shows: string }[]
    assert.deepEqual(
      rows.map(({ label, shows }) => [label, shows]),
      [['SLOGAN', 'default']],
    )
    assert.equal((await ann.run('labels', 'missing', 'xx')).code, 2)
    const found = await ann.done('labels', 'find', 'sicher im')
    assert.match(
      found,
      /^SLOGAN +de +templates\/common\/labels\/de\/template_labels\.properties:1 +Sicher im Hafen$/m,
    )
    assert.equal((await ann.run('labels', 'find', 'nobody says this')).code, 1)
    await ann.done('labels', 'pseudo')
    const pseudo = readFileSync(ann.file('common/labels/en_XA/template_labels.properties'), 'utf8')
    assert.match(pseudo, /^\$SLOGAN\$=\[Šáfé & šöüñd~+\]$/m)
    assert.equal((await ann.run('labels', 'pseudo')).code, 4)
    assert.match(pseudo, /^\$EMAIL_SUBJECT_PASSWORD_GENERATED\$=\[\S+ .* @APPLICATION\.NAME@~+\]$/m)
    const { code, stdout } = await tabard(['lint', ann.folder], {})
    assert.equal(code, 0, stdout)
  })

  test('which names the label and the templates that make a text', async () => {
    const ann = developer('default')
    ann.write(LABELS, '$PRODUCT_NAME$=Nordhafen\n')
    ann.write('authentication/login/default/extra.html', '<p>\n  A very own  sentence\n</p>\n')
    const label = await ann.done('which', 'nordhafen')
    assert.match(label, /templates\/common\/labels\/de\/template_labels\.properties:1 +label PRODUCT_NAME/)
    assert.match(label, /master:\S+ +shows PRODUCT_NAME/)
    assert.match(
      await ann.done('which', 'a very own sentence'),
      /templates\/authentication\/login\/default\/extra\.html:2 +text/,
    )
    assert.equal((await ann.run('which', 'nobody says this')).code, 1)
  })

  test('init begins with the files of a theme', async () => {
    await service.createTheme('Begin', packageOf({ [SHEET]: 'begin{}' }))
    const ann = developer('')
    await ann.done('init', 'Mine', '--from', 'Begin')
    assert.equal(readFileSync(ann.file(SHEET), 'utf8'), 'begin{}')
    assert.match(readFileSync(join(ann.folder, 'tabard.toml'), 'utf8'), /^theme = "Mine"$/m)
    const bob = developer('')
    await bob.done('init', 'Mine', '--from', 'master')
    assert.ok(existsSync(bob.file('common/static/css/base.css')))
  })

  test('push makes the theme of a name where there is none', async () => {
    const ann = developer('Made by a push')
    ann.write(SHEET, 'a{}')
    assertRefused(await ann.run('push'), 1, /^No theme has the id or name "Made by a push"/)
    await ann.done('push', '--create')
    ann.write(SHEET, 'b{}')
    await ann.done('push', '--create')
    const { themes } = (await service.client.listThemeSummaries({})).data
    const made = themes.filter(({ name }) => name === 'Made by a push')
    assert.deepEqual(
      made.map(({ revision }) => revision),
      [3],
    )
  })

  test('mail send reaches people who may use the console, and tells nobody who they are', async () => {
    const dev = await addAccount(service, { email: 'dev@example.com' })
    await mainStore(service).write(tx => tx.accounts.update(dev, { themeDeveloper: true }))
    await addAccount(service, { email: 'visitor@example.com' })
    const id = await service.createTheme('Mails', packageOf({}))
    const ann = developer(id)
    for (const to of ['dev@example.com', 'visitor@example.com', 'stranger@example.com'])
      assert.equal(await ann.done('mail', 'send', 'mail-one-time-code', '--to', to, '--locale', 'de'), '')
    const sent = await mainStore(service).outbox.list(10)
    assert.deepEqual(
      sent.map(({ recipient }) => recipient),
      ['dev@example.com'],
    )
    assert.match(sent[0]!.subject, /^\[Sample\] /)
    assertRefused(
      await ann.run('mail', 'send', 'login', '--to', 'dev@example.com'),
      1,
      /^No mail has the id "login"\. See \/docs\/theme-reference of this service for all ids\.\n$/,
    )
    assertRefused(await ann.run('mail', 'send', 'mail-one-time-code', '--to', 'x'), 2, /e-mail address/)
  })

  test('watch prints each push as a line of JSON where asked', async () => {
    const id = await service.createTheme('Watched by a program', packageOf({ [SHEET]: 'a{}' }))
    const ann = developer(id)
    await ann.done('pull')
    ann.write(SHEET, 'b{}')
    const child = spawn(process.execPath, [await quickProgram(), 'theme', 'watch', '--json'], {
      env: bare(ann.environment),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', text => {
      printed += text
    })
    let told = ''
    child.stderr.setEncoding('utf8').on('data', text => {
      told += text
    })
    try {
      await within(60_000, () => told.includes('Watching') && printed.endsWith('\n'))
      ann.write(OWN, 'c{}')
      await within(60_000, () => printed.split('\n').length === 3)
    } finally {
      child.kill()
    }
    const lines = printed.trim().split('\n')
    const pushes = lines.map(line => JSON.parse(line) as { revision: number; changes: { path: string }[] })
    assert.deepEqual(
      pushes.map(({ revision, changes }) => [revision, changes.map(({ path }) => path)]),
      [
        [2, [SHEET]],
        [3, [OWN]],
      ],
    )
  })

  test('watch pushes what is saved, through conflicts and while the service is away', async () => {
    const id = await service.createTheme('Watched', packageOf({ [SHEET]: 'a{}' }))
    const ann = developer(id)
    await ann.done('pull')
    const trouble: ('drop' | 401 | 429 | 503)[] = []
    const between = createServer((asked, answer) => {
      const next = trouble.shift()
      if (next === 'drop') {
        asked.socket.destroy()
        return
      }
      if (next !== undefined) {
        answer.writeHead(next, { 'retry-after': '1', 'content-type': 'application/json' })
        answer.end(
          JSON.stringify({ messageId: next === 401 ? 'TABRD0203E' : 'other', messageDescription: 'No.' }),
        )
        return
      }
      const { host: _, ...headers } = asked.headers
      const passed = request(`${service.url}${asked.url}`, { method: asked.method, headers }, got => {
        answer.writeHead(got.statusCode!, got.headers)
        got.pipe(answer)
      })
      asked.pipe(passed)
    })
    await new Promise<void>(resolve => between.listen(0, '127.0.0.1', resolve))
    const server = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
    const child = spawn(process.execPath, [await quickProgram(), 'theme', 'watch'], {
      env: bare({ ...ann.environment, TABARD_SERVER: server }),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', text => {
        said += text
      })
    const hears = async (expected: RegExp) => await within(60_000, () => expected.test(said))
    try {
      await hears(/Watching/)
      // It sees both at once, however long the machine takes to write them.
      child.kill('SIGSTOP')
      ann.write(SHEET, 'b{}')
      ann.write(OWN, 'c{}')
      child.kill('SIGCONT')
      await hears(/Pushed as revision 2\./)
      assert.deepEqual(await filesOf(await packageBytes(service, id, true)), { [SHEET]: 'b{}', [OWN]: 'c{}' })
      await service.call('PUT', `/v1.0/branding/themes/${id}/${SHEET}`, fileForm('theirs{}'))
      ann.write(SHEET, 'mine{}')
      await hears(/these files were also changed on the server/)
      await ann.done('push', '--force')
      // Every token ends; it gets another one.
      await rotateSealKey(mainStore(service), Date.now(), true)
      ann.write(OWN, 'd{}')
      await hears(/Pushed as revision 5\./)
      // More failures in a row than a call bears by itself.
      trouble.push(401, 429, 'drop', 503, 503, 503, 503, 503)
      ann.write(OWN, 'e{}')
      await hears(/Trying again in 1 s[\s\S]*Pushed as revision 6\./)
      // A machine that sleeps: its connections are gone when it wakes up, and so is its token.
      child.kill('SIGSTOP')
      between.closeAllConnections()
      await rotateSealKey(mainStore(service), Date.now(), true)
      ann.write(OWN, 'f{}')
      trouble.push('drop', 'drop')
      await pause(500)
      child.kill('SIGCONT')
      await hears(/Pushed as revision 7\./)
      assert.equal(await ann.done('diff', '--exit-code'), '')
      await mainStore(service).write(tx =>
        tx.applications.create(applicationOf('watched', { name: 'Watched shop', themeId: id })),
      )
      ann.write(OWN, 'g{}')
      await hears(/is live: "Watched shop" use it\. Add --allow-live/)
    } finally {
      child.kill('SIGINT')
      const [code] = (await once(child, 'exit')) as [number]
      between.close()
      between.closeAllConnections()
      assert.equal(code, 0)
    }
  })

  test('completion prints scripts that complete commands and options', async () => {
    const { code, stdout } = await tabard(['completion', 'bash'], {})
    assert.equal(code, 0)
    const complete = async (...words: string[]) => {
      const script = `${stdout}\nCOMP_WORDS=(tabard ${words.map(word => `'${word}'`).join(' ')})\nCOMP_CWORD=${words.length}\n_tabard\necho "\${COMPREPLY[*]}"`
      const ended = await run('bash', ['-c', script])
      assert.equal(ended.stderr, '')
      return ended.stdout.trim()
    }
    assert.equal(await complete('the'), 'theme')
    assert.equal(await complete('theme', 'pus'), 'push')
    assert.equal(await complete('theme', 'labels', 'co'), 'coverage')
    assert.equal(await complete('theme', 'push', '--allow'), '--allow-live')
    assert.equal(await complete('theme', 'push', 'templates', '--del'), '--delete')
    for (const shell of ['zsh', 'fish'])
      assert.match((await tabard(['completion', shell], {})).stdout, /theme push/)
    assert.equal((await tabard(['completion', 'tcsh'], {})).code, 2)
  })

  const COMPLETED = {
    the: 'theme',
    'theme pus': 'theme push',
    'theme labels co': 'theme labels coverage',
    'theme push --allow': 'theme push --allow-live',
    'theme push templates --del': 'theme push templates --delete',
  }

  test('fish completes commands and options', async () => {
    await provided('terminals')
    const script = join(root, 'tabard.fish')
    writeFileSync(script, (await tabard(['completion', 'fish'], {})).stdout)
    for (const [typed, wanted] of Object.entries(COMPLETED)) {
      const words = `source ${script}; complete -C 'tabard ${typed}'`
      const { stdout } = await run('fish', ['--no-config', '-c', words], { HOME: root })
      assert.equal(stdout.split('\t')[0], wanted.split(' ').at(-1), typed)
    }
  })

  test('zsh completes commands and options', async () => {
    await provided('terminals')
    const script = join(root, 'tabard.zsh')
    writeFileSync(script, (await tabard(['completion', 'zsh'], {})).stdout)
    const { code, stdout, stderr } = await run(
      'zsh',
      ['-f', '-c', ZSH_DRIVER, 'zsh', script, ...Object.keys(COMPLETED)],
      { HOME: root, TERM: 'xterm' },
    )
    assert.equal(code, 0, stderr)
    assert.deepEqual(stdout.trim().split('\n'), Object.values(COMPLETED))
  })
})
