// A process that runs commands one after the other, as its parent sends them; see hosted-commands.ts.
import { AsyncLocalStorage } from 'node:async_hooks'
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
/** Which the command line handles while it serves. */
const SIGNALS = ['SIGTERM', 'SIGINT'] as const
const program = process.argv[2]!
const { main } = await import(pathToFileURL(join(dirname(program), '../dist/cli/cli.js')).href)

type ExitCode = typeof process.exitCode

/** Takes the code with which a service ends. It may come again when the service is over: there is a timer for its end. */
type Leave = (code: number) => void
const serving = new AsyncLocalStorage<Leave>()
const exit = process.exit.bind(process)
process.exit = (code => {
  const leave = serving.getStore()
  if (leave === undefined) exit(code)
  else leave(Number(code))
}) as typeof process.exit
let leaveNow: Leave = () => {}

process.on('message', async (order: Order | NodeJS.Signals) => {
  // As if the process had got it: the handler of the service that runs does what it always does.
  if (typeof order === 'string') return void serving.run(leaveNow, () => process.emit(order))
  const { words, environment, end } = order
  const before = busyWith()
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, environment)
  process.exitCode = undefined
  const isService = words[0] === 'serve'
  const run = async () => {
    await main([process.execPath, program, ...words])
    return process.exitCode
  }
  const code = await (isService ? served(run) : run())
  const told = (await isOver(before)) ? (code ?? 0) : 'none: something keeps the command from ending'
  for (const out of [process.stdout, process.stderr]) {
    out.removeAllListeners('error')
    out.write(`${end} ${told}\n`)
  }
})

/** Runs a service until it leaves after a signal, or cannot start. */
async function served(run: () => Promise<ExitCode>): Promise<ExitCode> {
  const left = Promise.withResolvers<number>()
  leaveNow = left.resolve
  try {
    return (await serving.run(left.resolve, run)) ?? (await left.promise)
  } finally {
    for (const signal of SIGNALS) process.removeAllListeners(signal)
  }
}

/** How many things keep this process from ending. */
function busyWith(): number {
  return process.getActiveResourcesInfo().length
}

process.on('disconnect', () => exit(0))

/** Whether nothing would keep a process of this command's own from ending. */
async function isOver(before: number): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS
  while (busyWith() > before) {
    if (performance.now() > deadline) return false
    await sleep(1)
  }
  return true
}
