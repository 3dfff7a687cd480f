// Types, lint and the tests that need nothing beside Node, all at once: for a hook before each commit.
import { spawn } from 'node:child_process'
import manifest from '../package.json' with { type: 'json' }

const { check, lint, test } = manifest.scripts
/** The scripts themselves: to start npm for each would take longer than some of them. */
const STEPS = { check, lint, 'test -- --quick': `${test} --quick` }

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
