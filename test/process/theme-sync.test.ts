import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { packageBytes } from '../support/answers.ts'
import { assertRefused } from '../support/command.ts'
import { usually } from '../support/database.ts'
import { filesOf, packageOf } from '../support/packages.ts'
import { bare, quickProgram, run, tabard } from '../support/process.ts'
import { fileForm, type TestService, testService } from '../support/service.ts'
import { applicationOf } from '../support/store.ts'
import { mainStore } from '../support/tenants.ts'
import { themeDeveloper } from './theme-developer.ts'

const SHEET = 'common/page_style.css'
const OWN = 'common/static/own.css'
const LABELS = 'common/labels/de/template_labels.properties'

for (const engine of usually('PostgreSQL')) {
  describe(`a folder and a theme on ${engine}`, () => {
    let service: TestService
    let root: string

    before(async () => {
      service = await testService(engine)
      root = mkdtempSync(join(tmpdir(), 'tabard-sync-'))
    })
    after(async () => {
      await service.stop()
      rmSync(root, { recursive: true })
    })

    const developer = (theme: string) => themeDeveloper(root, service.url, theme)
    /** Makes fresh clones of a repository, which push to a theme. */
    const clones = (id: string, source: string) => (files: Record<string, string>) => {
      const one = developer(id)
      for (const [path, text] of Object.entries(files)) one.write(path, text)
      return (...words: string[]) => one.done(...words, '--source', source)
    }
    const there = async (id: string) => await filesOf(await packageBytes(service, id, true))
    const revisions = async (id: string) => (await service.client.listRevisions({ id })).data.revisions
    const put = async (id: string, path: string, text: string) =>
      assert.ok((await service.call('PUT', `/v1.0/branding/themes/${id}/${path}`, fileForm(text))).ok)
    const remove = async (id: string, path: string) =>
      assert.equal((await service.call('DELETE', `/v1.0/branding/themes/${id}/${path}`)).status, 204)

    test('a push of what was just pulled changes nothing and makes no revision', async () => {
      const id = await service.createTheme('One', packageOf({ [SHEET]: 'a{}', [OWN]: 'b{}' }))
      const ann = developer(id)
      assert.equal(await ann.done('pull'), `written   templates/${SHEET}\nwritten   templates/${OWN}\n`)
      assert.deepEqual([ann.read(SHEET), ann.read(OWN)], ['a{}', 'b{}'])
      assert.equal(await ann.done('push'), '')
      assert.equal(await ann.done('push', '--force', '--delete'), '')
      assert.equal((await revisions(id)).length, 1)
      // What is remembered may be lost.
      rmSync(join(ann.folder, '.tabard'), { recursive: true })
      assert.equal(await ann.done('status', '--exit-code'), '')
      assert.equal(await ann.done('pull'), '')
      assert.equal(await ann.done('push', '--delete'), '')
      assert.equal((await revisions(id)).length, 1)
      assert.equal(readFileSync(join(ann.folder, '.tabard/.gitignore'), 'utf8'), '*\n')
    })

    test('one push is one revision with a message; what is gone here is reverted there on demand', async () => {
      const id = await service.createTheme('Two', packageOf({ [SHEET]: 'a{}', [OWN]: 'b{}' }))
      const ann = developer(id)
      await ann.done('pull')
      ann.write(SHEET, 'c{}')
      ann.write('common/static/new.css', 'd{}')
      unlinkSync(ann.file(OWN))
      assert.equal(
        await ann.done('status'),
        `changed here      templates/${SHEET}\nadded here        templates/common/static/new.css\ndeleted here      templates/${OWN}\n`,
      )
      await ann.done('push', '--dry-run')
      assert.equal((await revisions(id)).length, 1)
      await ann.done('push', '-m', 'New colours')
      assert.deepEqual(await there(id), { [SHEET]: 'c{}', [OWN]: 'b{}', 'common/static/new.css': 'd{}' })
      await ann.done('push', '--delete')
      assert.deepEqual(await there(id), { [SHEET]: 'c{}', 'common/static/new.css': 'd{}' })
      assert.deepEqual(
        (await revisions(id)).map(({ message }) => message),
        [null, 'New colours', null],
      )
      const git = (...words: string[]) =>
        run('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { HOME: ann.folder }, ann.folder)
      await git('init', '-q')
      await git('commit', '-qm', 'Darker buttons\n\nbecause', '--allow-empty')
      ann.write(SHEET, 'e{}')
      await ann.done('push')
      assert.equal((await revisions(id))[0]!.message, 'Darker buttons')
    })

    test('status works in a folder in which nothing can be remembered', async () => {
      const ann = developer(await service.createTheme('Read only', packageOf({ [SHEET]: 'a{}' })))
      ann.write(SHEET, 'a{}')
      ann.write(OWN, 'b{}')
      writeFileSync(join(ann.folder, '.tabard'), '')
      assert.equal(await ann.done('status'), `added here        templates/${OWN}\n`)
    })

    test('a name that macOS decomposed is the file that the service has', async () => {
      const [composed, decomposed] = ['common/static/café.css', 'common/static/cafe\u0301.css']
      const id = await service.createTheme('Café', packageOf({ [composed]: 'a{}' }))
      const ann = developer(id)
      ann.write(decomposed, 'a{}')
      assert.equal(await ann.done('status'), '')
      ann.write(decomposed, 'b{}')
      assert.equal(
        await ann.done('status', `templates/${decomposed}`),
        `changed here      templates/${composed}\n`,
      )
      await ann.done('push')
      assert.deepEqual(await there(id), { [composed]: 'b{}' })
      await put(id, encodeURI(composed), 'c{}')
      await ann.done('pull')
      assert.equal(ann.read(decomposed), 'c{}')
      ann.write(composed, 'd{}')
      // A file system that composes names has one file only.
      if (ann.read(decomposed) === 'c{}')
        assertRefused(
          await ann.run('status'),
          2,
          /^Two files have the path templates\/common\/static\/café\.css/,
        )
    })

    test('two developers never lose an edit', async () => {
      const id = await service.createTheme('Three', packageOf({ [SHEET]: 'a{}', [OWN]: 'b{}' }))
      const [ann, bob] = [developer(id), developer(id)]
      await Promise.all([ann.done('pull'), bob.done('pull')])
      ann.write(SHEET, 'ann{}')
      bob.write(OWN, 'bob{}')
      await Promise.all([ann.done('push'), bob.done('push')])
      assert.deepEqual(await there(id), { [SHEET]: 'ann{}', [OWN]: 'bob{}' })
      bob.write(SHEET, 'bob too{}')
      assertRefused(
        await bob.run('push'),
        4,
        /^Nothing was pushed, because these files were also changed on the server:\n {2}templates\/common\/page_style\.css\n/,
      )
      const pulled = await bob.run('pull')
      assert.deepEqual([pulled.code, pulled.stdout], [4, `conflict  templates/${SHEET}\n`])
      assert.equal(bob.read(SHEET), 'bob too{}')
      assert.deepEqual(await there(id), { [SHEET]: 'ann{}', [OWN]: 'bob{}' })
      await bob.done('push', '--force', SHEET)
      assert.equal((await there(id))[SHEET], 'bob too{}')
      await ann.done('pull')
      assert.deepEqual([ann.read(SHEET), ann.read(OWN)], ['bob too{}', 'bob{}'])
      // What is different, with nothing remembered, is nobody's to overwrite.
      rmSync(join(ann.folder, '.tabard'), { recursive: true })
      ann.write(SHEET, 'ann again{}')
      assert.equal((await ann.run('push')).code, 4)
      assert.equal((await ann.run('pull')).code, 4)
      await ann.done('pull', '--force')
      assert.equal(ann.read(SHEET), 'bob too{}')
    })

    test('labels are merged by key', async () => {
      const id = await service.createTheme('Four', packageOf({ [LABELS]: '$LOGIN$=A\n$LOGOUT$=B\n' }))
      const ann = developer(id)
      await ann.done('pull')
      ann.write(LABELS, '$LOGIN$=Mein\n$LOGOUT$=B\n')
      await put(id, LABELS, '$LOGIN$=A\n$LOGOUT$=Dein\n')
      assert.equal((await ann.run('push', '--no-lint')).code, 4)
      assert.equal(await ann.done('pull'), `merged    templates/${LABELS}\n`)
      await ann.done('push', '--no-lint')
      assert.equal((await there(id))[LABELS], '$LOGIN$=Mein\n$LOGOUT$=Dein\n')
      await put(id, LABELS, '$LOGIN$=Dein\n$LOGOUT$=Dein\n')
      ann.write(LABELS, '$LOGIN$=Unser\n$LOGOUT$=Dein\n')
      assert.equal((await ann.run('pull')).code, 4)
      assert.equal(ann.read(LABELS), '$LOGIN$=Unser\n$LOGOUT$=Dein\n')
    })

    test('labels that an old editor saved in its own encoding are merged unharmed', async () => {
      const id = await service.createTheme('Umlauts', packageOf({ [LABELS]: '$LOGIN$=A\n$LOGOUT$=B\n' }))
      const ann = developer(id)
      await ann.done('pull')
      writeFileSync(ann.file(LABELS), '$LOGIN$=Schlüssel\n$LOGOUT$=B\n', 'latin1')
      await put(id, LABELS, '$LOGIN$=A\n$LOGOUT$=Dein\n')
      await ann.done('pull')
      assert.equal(ann.read(LABELS), '$LOGIN$=Schlüssel\n$LOGOUT$=Dein\n')
    })

    test('a path that names no file is told, and not taken for a success', async () => {
      const id = await service.createTheme('Typos', packageOf({ [SHEET]: 'a{}' }))
      const ann = developer(id)
      ann.write(SHEET, 'b{}')
      for (const command of ['pull', 'push', 'status', 'diff'])
        assertRefused(
          await ann.run(command, 'comon/page_style.css'),
          2,
          /^There is no file "comon\/page_style/,
        )
      assertRefused(await ann.run('push', SHEET, 'own.cs'), 2, /^There is no file "own\.cs"/)
      assert.deepEqual(await there(id), { [SHEET]: 'a{}' })
      assert.equal(ann.read(SHEET), 'b{}')
      for (const path of ['.', 'templates', './templates/', 'templates/common', 'common/', '*.css'])
        assert.match(await ann.done('diff', '--name-only', path), /page_style/, path)
    })

    test('a fresh clone of a repository knows what was pushed from it, and merges labels', async () => {
      const id = await service.createTheme('Clone', packageOf({}))
      const [ann, bob] = [developer(id), developer(id)]
      const from = ['--source', 'git.example.com/brand']
      ann.write(LABELS, '$LOGIN$=A\n$LOGOUT$=B\n')
      ann.write(SHEET, 'a{}')
      await ann.done('push', '--no-lint', ...from)
      await put(id, LABELS, '$LOGIN$=A\n$LOGOUT$=Dein\n')
      bob.write(LABELS, '$LOGIN$=Mein\n$LOGOUT$=B\n')
      assert.equal(
        await bob.done('status', ...from),
        `conflict          templates/${LABELS}\ndeleted here      templates/${SHEET}\n`,
      )
      assert.equal(await bob.done('pull', ...from), `merged    templates/${LABELS}\n`)
      await bob.done('push', '--no-lint', '--delete', ...from)
      assert.deepEqual(await there(id), { [LABELS]: '$LOGIN$=Mein\n$LOGOUT$=Dein\n' })
    })

    test('a rollback takes back what was pushed, and keeps what others changed in other files', async () => {
      const id = await service.createTheme('Rolled back', packageOf({}))
      const clone = clones(id, 'git.example.com/rolled-back')
      await clone({ [SHEET]: 'a{}', [OWN]: 'b{}' })('push')
      await put(id, OWN, 'theirs{}')
      const bad = clone({ [SHEET]: 'bad{}', [OWN]: 'b{}' })
      await bad('push')
      await bad('rollback', '3')
      assert.deepEqual(await there(id), { [SHEET]: 'a{}', [OWN]: 'theirs{}' })
      assert.equal(await clone({ [SHEET]: 'a{}', [OWN]: 'b{}' })('push', '--delete'), '')
      await clone({ [SHEET]: 'good{}', [OWN]: 'b{}' })('push', '--delete')
      assert.deepEqual(await there(id), { [SHEET]: 'good{}', [OWN]: 'theirs{}' })
    })

    test('a rollback that brings back a file of others leaves it to them', async () => {
      const id = await service.createTheme('Brought back', packageOf({ [OWN]: 'theirs{}' }))
      const clone = clones(id, 'git.example.com/brought-back')
      await clone({ [SHEET]: 'a{}' })('push')
      await remove(id, OWN)
      await clone({})('rollback', '2')
      await clone({ [SHEET]: 'a{}' })('push', '--delete')
      assert.deepEqual(await there(id), { [SHEET]: 'a{}', [OWN]: 'theirs{}' })
    })

    test('a rollback that brings back a file that its repository deleted lets the next push delete it', async () => {
      const id = await service.createTheme('Deleted before', packageOf({}))
      const clone = clones(id, 'git.example.com/deleted')
      const ann = developer(id)
      ann.write(SHEET, 'a{}')
      ann.write(OWN, 'own{}')
      await ann.done('push', '--source', 'git.example.com/deleted')
      await clone({ [SHEET]: 'a{}' })('push', '--delete')
      // Her folder still has the file that was deleted.
      ann.write(SHEET, 'b{}')
      await ann.done('push', '--source', 'git.example.com/deleted')
      assert.deepEqual(await there(id), { [SHEET]: 'b{}' })
      await clone({})('rollback', '2')
      assert.deepEqual(await there(id), { [SHEET]: 'a{}', [OWN]: 'own{}' })
      await clone({ [SHEET]: 'c{}' })('push', '--delete')
      assert.deepEqual(await there(id), { [SHEET]: 'c{}' })
    })

    test('a rollback to what others did after a push leaves it to them', async () => {
      const id = await service.createTheme('Done by others', packageOf({}))
      const clone = clones(id, 'git.example.com/done-by-others')
      const newest = async () => String((await revisions(id))[0]!.revision)
      await clone({ [SHEET]: 'a{}', [OWN]: 'own{}' })('push')
      await clone({ [SHEET]: 'a{}' })('push', '--delete')
      const deleted = await newest()
      await put(id, OWN, 'theirs{}')
      await put(id, SHEET, 'theirs{}')
      const changed = await newest()
      const theirs = { [SHEET]: 'theirs{}', [OWN]: 'theirs{}' }
      await remove(id, OWN)
      await put(id, SHEET, 'a{}')
      await clone({})('rollback', changed)
      await clone({ [SHEET]: 'a{}' })('push', '--delete')
      assert.deepEqual(await there(id), theirs)
      const conflicting = developer(id)
      conflicting.write(SHEET, 'b{}')
      assert.equal((await conflicting.run('push', '--source', 'git.example.com/done-by-others')).code, 4)
      // There and back.
      await clone({})('rollback', deleted)
      await clone({})('rollback', changed)
      await clone({ [SHEET]: 'a{}' })('push', '--delete')
      assert.equal((await there(id))[OWN], 'theirs{}')
    })

    test('a file of others that was gone again before the next push stays theirs', async () => {
      for (const had of [{ [SHEET]: 'a{}' }, { [SHEET]: 'a{}', [OWN]: 'own{}' }]) {
        const id = await service.createTheme(`Gone again ${Object.keys(had).length}`, packageOf({}))
        const clone = clones(id, 'git.example.com/gone-again')
        await clone({ [SHEET]: 'a{}', [OWN]: 'own{}' })('push')
        await clone(had)('push', '--delete')
        await put(id, OWN, 'theirs{}')
        const [added] = await revisions(id)
        await remove(id, OWN)
        await clone({ [SHEET]: 'b{}' })('push', '--delete')
        await clone({})('rollback', String(added!.revision))
        await clone({ [SHEET]: 'c{}' })('push', '--delete')
        assert.deepEqual(await there(id), { [SHEET]: 'c{}', [OWN]: 'theirs{}' })
      }
    })

    test('files that a repository ignores are not its own, when it ignores them no more either', async () => {
      const id = await service.createTheme('Ignored', packageOf({ [OWN]: 'theirs{}' }))
      const from = ['--source', 'git.example.com/ignored']
      const [ann, bob] = [developer(id), developer(id)]
      writeFileSync(join(ann.folder, '.tabardignore'), 'own.css\n')
      ann.write(SHEET, 'a{}')
      await ann.done('push', '--delete', ...from)
      bob.write(SHEET, 'a{}')
      await bob.done('push', '--delete', ...from)
      assert.deepEqual(await there(id), { [SHEET]: 'a{}', [OWN]: 'theirs{}' })
      const eve = developer(id)
      eve.write(OWN, 'mine{}')
      assert.equal((await eve.run('push', ...from)).code, 4)
    })

    test('a file that is the exception of an ignored folder is known on both sides', async () => {
      const id = await service.createTheme('Except', packageOf({ [OWN]: 'a{}' }))
      const ann = developer(id)
      writeFileSync(
        join(ann.folder, '.tabardignore'),
        'templates/common/static/*\n!templates/common/static/own.css\n',
      )
      await ann.done('pull')
      assert.equal(await ann.done('push', '--delete'), '')
      assert.deepEqual(await there(id), { [OWN]: 'a{}' })
      // Git does not keep empty folders.
      rmSync(join(ann.folder, 'templates'), { recursive: true })
      await ann.done('push', '--delete')
      assert.deepEqual(await there(id), {})
    })

    test('a theme that people see is pushed to on purpose only', async () => {
      const id = await service.createTheme('Five', packageOf({ [SHEET]: 'a{}' }))
      const [ann, bob] = [developer(id), developer('default')]
      await mainStore(service).write(tx =>
        tx.applications.create(applicationOf('shop', { name: 'Shop', themeId: id })),
      )
      for (const one of [ann, bob]) one.write(SHEET, 'live{}')
      await ann.done('pull', '--force')
      ann.write(SHEET, 'live{}')
      assertRefused(
        await ann.run('push'),
        2,
        /^The theme "Five" is live: "Shop" use it\. Add --allow-live to confirm it\.\n$/,
      )
      assertRefused(await bob.run('push'), 2, /is live: it is the default theme\. Add --allow-live/)
      for (const one of [ann, developer('default')]) {
        await one.done('pull', '--force')
        // Nothing is to be pushed yet, but whatever is saved later would be.
        assertRefused(await one.run('watch'), 2, /is live: .+ Add --allow-live/)
      }
      ann.write(SHEET, 'live{}')
      assert.equal((await revisions(id)).length, 1)
      await ann.done('push', '--allow-live')
      assert.equal((await there(id))[SHEET], 'live{}')
    })

    test('errors of the linter stop a push, and ignored files stay here', async () => {
      const id = await service.createTheme('Six', packageOf({ [SHEET]: 'a{}' }))
      const ann = developer(id)
      await ann.done('pull')
      ann.write('authentication/logout/default/logout_success.html', '<p>@NOBODY_KNOWS@</p>')
      const refused = await ann.run('push')
      assert.equal(refused.code, 1)
      assert.match(refused.stderr, /macro\/unknown[\s\S]*Nothing was pushed, because of these findings/)
      const pushed = async (more: Record<string, string>) =>
        await tabard(['theme', 'push'], { ...ann.environment, ...more })
      for (const off of ['0', 'false', '', 'off'])
        assert.match((await pushed({ TABARD_NO_LINT: off })).stderr, /because of these findings/, off)
      writeFileSync(join(ann.folder, '.tabardignore'), 'logout/\n')
      assert.equal(await ann.done('push'), '')
      rmSync(join(ann.folder, '.tabardignore'))
      assert.match((await pushed({ TABARD_NO_LINT: '1', TABARD_IGNORE: '' })).stdout, /logout_success\.html/)
      assert.equal((await revisions(id)).length, 2)
    })

    test('a file of the theme takes the place of a folder', async () => {
      const inner = 'common/static/x.css/inner.css'
      const id = await service.createTheme('Folder and file', packageOf({ [inner]: 'a{}' }))
      const ann = developer(id)
      await ann.done('pull')
      await remove(id, inner)
      await put(id, 'common/static/x.css', 'b{}')
      const told =
        'written   templates/common/static/x.css\nremoved   templates/common/static/x.css/inner.css\n'
      assert.equal(await ann.done('pull', '--dry-run'), told)
      assert.equal(await ann.done('pull'), told)
      assert.equal(ann.read('common/static/x.css'), 'b{}')
      assert.equal(await ann.done('status', '--exit-code'), '')
    })

    test('nothing is written through links', async () => {
      const id = await service.createTheme('Seven', packageOf({ [SHEET]: 'a{}' }))
      const ann = developer(id)
      const elsewhere = mkdtempSync(join(root, 'elsewhere-'))
      mkdirSync(join(ann.folder, 'templates'))
      symlinkSync(elsewhere, join(ann.folder, 'templates/common'))
      assertRefused(await ann.run('pull'), 2, /is a link/)
      assert.ok(!existsSync(join(elsewhere, 'page_style.css')))
    })

    test('from an empty folder to a pushed theme, and back', async () => {
      const id = await service.createTheme('Nine', packageOf({ [SHEET]: 'a{}' }))
      const ann = developer(id)
      await ann.done('init')
      assert.match(
        readFileSync(join(ann.folder, 'tabard.toml'), 'utf8'),
        new RegExp(`^theme = "${id}"$`, 'm'),
      )
      assertRefused(await ann.run('init'), 4, /has a tabard\.toml already/)
      await ann.done('pull')
      await ann.done('eject', 'templates/common/page_components/page_header.html')
      const header = 'common/page_components/page_header.html'
      assert.equal(await ann.done('status'), '', 'a copy of the original is no customization')
      assertRefused(await ann.run('eject', header), 4, /^These files exist already/)
      assertRefused(await ann.run('eject', 'no/such.html'), 1, /^Neither the theme nor the master has/)
      ann.write(header, `${ann.read(header)}<!-- ours -->`)
      ann.write(SHEET, 'b{}')
      await ann.done('push', '-m', 'A header')
      assert.match(await ann.done('history'), /\n2 .* push +2 +A header\n1 /)
      await ann.done('rollback', '1')
      assert.deepEqual(await there(id), { [SHEET]: 'a{}' })
      await ann.done('pull')
      assert.equal(ann.read(SHEET), 'a{}')
      assert.ok(!existsSync(ann.file(header)))
      assertRefused(
        await ann.run('rollback', '77'),
        1,
        /77.*Run "tabard theme history" to see all revisions\.\n$/,
      )
      assertRefused(await ann.run('rollback', 'x'), 2, /^Name a revision by its number/)
      ann.write(SHEET, 'never pushed{}')
      assertRefused(await ann.run('revert', SHEET), 2, /^Changes that you have not pushed will be lost/)
      await ann.done('revert', SHEET, '--force')
      await ann.done('push', '--delete')
      assert.deepEqual(await there(id), {})
    })

    test('a push that is killed at any moment leaves the theme old or new, and can be repeated', async () => {
      const id = await service.createTheme('Eight', packageOf({ [SHEET]: 'g0', [OWN]: 'g0' }))
      const ann = developer(id)
      await ann.done('pull')
      for (let round = 1; round <= 6; round++) {
        for (const path of [SHEET, OWN]) ann.write(path, `g${round}`)
        const words = [await quickProgram(), 'theme', 'push', '--no-lint']
        const child = spawn(process.execPath, words, { env: bare(ann.environment), stdio: 'ignore' })
        const ended = once(child, 'close')
        await sleep(100 + round * 60)
        child.kill('SIGKILL')
        await ended
        const files = await there(id)
        assert.equal(files[SHEET], files[OWN])
        await ann.done('push', '--no-lint')
        assert.deepEqual(await there(id), { [SHEET]: `g${round}`, [OWN]: `g${round}` })
        assert.equal((await revisions(id)).length, round + 1)
      }
    })
  })
}
