import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parse } from 'yaml'
import { packageBytes } from '../support/answers.ts'
import type { EngineName } from '../support/database.ts'
import { EVERYTHING } from '../support/everything.ts'
import { filesOf, packageOf } from '../support/packages.ts'
import { type Ended, run } from '../support/process.ts'
import { fileForm, type TestService, testService } from '../support/service.ts'
import { clientToken } from '../support/tenants.ts'

const SHEET = 'common/page_style.css'
const OWN = 'common/static/own.css'
const PIPELINES = join(import.meta.dirname, '../../deploy/pipelines')

type Environment = Readonly<Record<string, string>>

interface Step {
  readonly run?: string
  readonly env?: Environment
}

interface Job {
  readonly steps?: readonly Step[]
  readonly script?: readonly string[]
}

/** The commands of a job as its runner gives them to a shell, each with the variables that it names. */
const commandsOf = {
  'github-actions.yml': (job: string) => {
    const { jobs } = parse(readFileSync(join(PIPELINES, 'github-actions.yml'), 'utf8')) as {
      jobs: Record<string, Job>
    }
    return jobs[job]!.steps!.flatMap(({ run, env = {} }) =>
      run === undefined ? [] : [{ run, names: Object.keys(env) }],
    )
  },
  'gitlab-ci.yml': (job: string) => {
    const all = parse(readFileSync(join(PIPELINES, 'gitlab-ci.yml'), 'utf8')) as Record<string, Job> & {
      default: { before_script: string[] }
    }
    return [...all.default.before_script, ...all[job]!.script!].map(run => ({ run, names: undefined }))
  },
}

/**
 * Runs an example of a pipeline as its runner does, with a program in place of the package that it would install. Both
 * examples have the same commands: what these do about changes of others and about mistakes is tried with one of them,
 * and with both by `npm run test:full`.
 */
export function pipelineTests(
  engine: EngineName,
  file: keyof typeof commandsOf,
  program: () => string | Promise<string>,
): void {
  const isWhole = file === 'github-actions.yml' || EVERYTHING
  describe(`the pipeline ${file} on ${engine}`, () => {
    let service: TestService
    let root: string
    let work: string
    let theme: string
    let variables: Environment

    before(async () => {
      service = await testService(engine)
      root = mkdtempSync(join(tmpdir(), 'tabard-pipeline-'))
      theme = await service.createTheme('Acme', packageOf({}))
      const client = await clientToken(service, ['manageTemplates'], { themes: [theme] })
      variables = {
        TABARD_SERVER: service.url,
        TABARD_THEME: 'Acme',
        TABARD_CLIENT_ID: client.id,
        TABARD_CLIENT_SECRET: client.secret,
        TABARD_NO_INPUT: '1',
        PLAN_TOKEN: 'x',
        CI_API_V4_URL: 'https://git.example/api',
        CI_PROJECT_ID: '1',
        CI_MERGE_REQUEST_IID: '2',
        PULL_REQUEST: '2',
        GH_TOKEN: 'x',
      }
      for (const [name, text] of Object.entries({
        npm: 'exit 0',
        npx: `shift; exec '${process.execPath}' '${await program()}' "$@"`,
        gh: 'cp plan.md "$COMMENTS"',
        curl: 'cp plan.md "$COMMENTS"',
      })) {
        mkdirSync(join(root, 'bin'), { recursive: true })
        writeFileSync(
          join(root, 'bin', name),
          `#!/bin/sh\n${name === 'npx' ? '[ "$1" = tabard ] || exit 9\n' : ''}${text}\n`,
        )
        chmodSync(join(root, 'bin', name), 0o755)
      }
      work = join(root, 'work')
      await git(root, 'init', '-q', '--bare', '-b', 'main', 'origin.git')
      await git(root, 'clone', '-q', 'origin.git', 'work')
      await git(work, 'symbolic-ref', 'HEAD', 'refs/heads/main')
    })
    after(async () => {
      await service.stop()
      rmSync(root, { recursive: true })
    })

    const git = async (cwd: string, ...words: string[]) => {
      const options = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'init.defaultBranch=main']
      const { code, stderr } = await run('git', [...options, ...words], { HOME: root }, cwd)
      assert.equal(code, 0, `git ${words.join(' ')}: ${stderr}`)
    }
    const commit = async (message: string, files: Record<string, string | null>) => {
      for (const [path, text] of Object.entries(files)) {
        const at = join(work, 'templates', path)
        mkdirSync(dirname(at), { recursive: true })
        if (text === null) rmSync(at)
        else writeFileSync(at, text)
      }
      await git(work, 'add', '-A')
      await git(work, 'commit', '-qm', message)
      await git(work, 'push', '-q', 'origin', 'main')
    }
    /** Runs a job as its runner does: in a fresh, shallow clone, with nothing but the variables of the job. */
    const job = async (name: string, more: Environment = {}): Promise<Ended & { comment: string }> => {
      const clone = mkdtempSync(join(root, 'job-'))
      const comments = join(clone, '.git/comment')
      await git(root, 'clone', '-q', '--depth', '1', `file://${join(root, 'origin.git')}`, clone)
      const all: Environment = { ...variables, ...more }
      const kept: Ended = { code: 0, stdout: '', stderr: '' }
      const said = { ...kept }
      for (const { run: text, names } of commandsOf[file](name)) {
        const global = ['TABARD_SERVER', 'TABARD_THEME', 'TABARD_CLIENT_ID', 'TABARD_NO_INPUT']
        const known =
          names === undefined ? Object.entries(all) : [...global, ...names].map(key => [key, all[key] ?? ''])
        const environment = {
          ...Object.fromEntries(known),
          HOME: clone,
          COMMENTS: comments,
          PATH: [join(root, 'bin'), process.env.PATH].join(delimiter),
        }
        const ended = await run('bash', ['-e', '-c', text], environment, clone)
        Object.assign(said, {
          code: ended.code,
          stdout: said.stdout + ended.stdout,
          stderr: said.stderr + ended.stderr,
        })
        if (ended.code !== 0) break
      }
      return { ...said, comment: existsSync(comments) ? readFileSync(comments, 'utf8') : '' }
    }
    const there = async () => await filesOf(await packageBytes(service, theme, true))
    const done = async (name: string, more?: Environment) => {
      const ended = await job(name, more)
      assert.equal(ended.code, 0, ended.stdout + ended.stderr)
      return ended
    }

    test('checks, plans as a comment, pushes on merge and rolls back, with only the package', async () => {
      await commit('First', { [SHEET]: '.a { color: red }\n', [OWN]: '.b { color: red }\n' })
      const { comment } = await done('check')
      assert.match(comment, /write {5}templates\/common\/page_style\.css/)
      assert.match(comment, /\+1 -0 +templates\/common\/static\/own\.css/)
      assert.deepEqual(await there(), {})
      await done('push')
      assert.deepEqual(Object.keys(await there()), [SHEET, OWN])
      // What a fresh clone changes and deletes is told from what somebody else does.
      await commit('Second', { [SHEET]: '.a { color: blue }\n', [OWN]: null })
      await done('push')
      assert.deepEqual(await there(), { [SHEET]: '.a { color: blue }\n' })
      const { revisions } = (await service.client.listRevisions({ id: theme })).data
      assert.deepEqual(
        revisions.map(({ message }) => message),
        ['Second', 'First', null],
      )
      assert.match((await done('push')).stderr, /There is nothing to push/)
      assert.equal((await service.client.listRevisions({ id: theme })).data.revisions.length, 3)
      await done('roll-back', { REVISION: '2' })
      assert.deepEqual(Object.keys(await there()), [SHEET, OWN])
      await commit('Third', { [SHEET]: '.a { color: green }\n' })
      await done('push')
      assert.deepEqual(await there(), { [SHEET]: '.a { color: green }\n' })
    })

    if (isWhole)
      test('fails where the theme was changed meanwhile, and loses nothing', async () => {
        await service.call('PUT', `/v1.0/branding/themes/${theme}/${SHEET}`, fileForm('.theirs { top: 0 }'))
        await service.call('PUT', `/v1.0/branding/themes/${theme}/${OWN}`, fileForm('.added { top: 0 }'))
        await commit('Fourth', { [SHEET]: '.a { color: black }\n' })
        const { comment } = await done('check')
        assert.match(
          comment,
          /these files were also changed on the server:\n {2}templates\/common\/page_style\.css/,
        )
        const failed = await job('push')
        assert.equal(failed.code, 4, failed.stderr)
        assert.deepEqual(await there(), { [SHEET]: '.theirs { top: 0 }', [OWN]: '.added { top: 0 }' })
        // Somebody takes over what was done there.
        await commit('Taken over', {
          [SHEET]: '.theirs { top: 0 }',
          'common/static/more.css': '.c { top: 0 }',
        })
        await done('push')
        assert.deepEqual(Object.keys(await there()), [SHEET, 'common/static/more.css', OWN])
        await commit('Fifth', { [SHEET]: '.a { top: 1px }\n' })
        await done('push')
        assert.equal((await there())[SHEET], '.a { top: 1px }\n')
        assert.equal((await there())[OWN], '.added { top: 0 }')
      })

    test('stops for mistakes', async () => {
      await commit('Broken', {
        'authentication/logout/default/logout_success.html': '<p>@NOBODY_KNOWS@</p>',
      })
      assert.equal((await job('check')).code, 1)
      if (!isWhole) return
      const failed = await job('push')
      assert.equal(failed.code, 1, failed.stderr)
      assert.match(failed.stderr, /Nothing was pushed, because of these findings/)
    })
  })
}
