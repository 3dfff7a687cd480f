// A process that runs commands one after the other, as its parent sends them; see hosted-commands.ts.
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

/** A command for this process. */
export interface Order {
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** What is written to both outputs behind everything that the command says, followed by its code. */
  readonly end: string
}

const PATIENCE_MS = 60_000
const program = process.argv[2]!
const { main } = await import(pathToFileURL(join(dirname(program), '../dist/cli/cli.js')).href)

process.on('message', async ({ words, environment, end }: Order) => {
  const before = busyWith()
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, environment)
  process.exitCode = undefined
  await main([process.execPath, program, ...words])
  const code = (await isOver(before))
    ? (process.exitCode ?? 0)
    : 'none: something keeps the command from ending'
  for (const out of [process.stdout, process.stderr]) {
    out.removeAllListeners('error')
    out.write(`${end} ${code}\n`)
  }
})
/** How many things keep this process from ending. */
function busyWith(): number {
  return process.getActiveResourcesInfo().length
}

process.on('disconnect', () => process.exit(0))

/** Whether nothing would keep a process of this command's own from ending. */
async function isOver(before: number): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS
  while (busyWith() > before) {
    if (performance.now() > deadline) return false
    await sleep(1)
  }
  return true
}
