// Types, lint of the change, and the tests that need nothing beside Node, all at once: for a hook before each commit.
import { spawn, spawnSync } from 'node:child_process'
import manifest from '../package.json' with { type: 'json' }

/** Files on which the findings in all other files depend. */
const FOR_ALL = /^(?:biome\.json|package(?:-lock)?\.json)$|(?:^|\/)\.gitignore$/

const { check, lint, test } = manifest.scripts
/** The scripts themselves: to start npm for each would take longer than some of them. */
const STEPS = { check, lint: `${lint} ${linted()}`, 'test -- --quick': `${test} --quick` }

/** The files of the change, as arguments of a shell: to lint all would take longer than everything else. */
function linted(): string {
  const base = git('merge-base', 'HEAD', 'origin/HEAD') ?? git('merge-base', 'HEAD', 'main') ?? ['HEAD']
  const changed = git('diff', '--name-only', '--no-renames', '--diff-filter=d', '-z', ...base)
  const added = git('ls-files', '--others', '--exclude-standard', '-z')
  if (changed === undefined || added === undefined) return ''
  const files = [...changed, ...added]
  if (files.some(file => FOR_ALL.test(file))) return ''
  const quoted = files.map(file => `'${file.replaceAll("'", "'\\''")}'`)
  return ['--no-errors-on-unmatched', 'package.json', ...quoted].join(' ')
}

/** What Git prints, in parts; undefined where it fails, such as outside of a repository. */
function git(...words: string[]): string[] | undefined {
  const { status, stdout } = spawnSync('git', words, { encoding: 'utf8' })
  return status === 0 ? stdout.split(/[\0\n]/).filter(part => part !== '') : undefined
}

async function run([step, script]: [string, string]): Promise<boolean> {
  const begun = performance.now()
  const child = spawn(script, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      output += text
    })
  const code = await new Promise(resolve => child.on('close', resolve))
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✔' : '✖'} npm run ${step} (${seconds} s)`)
  if (code !== 0) console.log(output)
  return code === 0
}

const passed = await Promise.all(Object.entries(STEPS).map(run))
process.exit(passed.every(Boolean) ? 0 : 1)
