import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EVERYTHING } from './everything.ts'
import { begun, hosted } from './hosted-commands.ts'
import { provided } from './provisions.ts'

/** The program as people start it from a checkout. */
export const TABARD = join(import.meta.dirname, '../../bin/tabard.mjs')

/** What a process said, and how it ended. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

type Environment = Record<string, string>

/** The environment of a process: nothing of ours but what it takes to run at all. */
export const bare = (environment: Environment = {}): Environment => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  // Where Node itself would put it; a process then starts in two thirds of the time.
  NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
  ...environment,
})

/** Collects what a process says. */
function heard(child: ChildProcess): { stdout: string; stderr: string } {
  const said = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', text => {
    said.stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', text => {
    said.stderr += text
  })
  return said
}

/** Runs a program to its end, which comes after `timeout` milliseconds at the latest. */
export async function run(
  program: string,
  arguments_: readonly string[],
  environment: Environment = {},
  cwd?: string,
  input?: string,
  timeout?: number,
): Promise<Ended> {
  const stdin = input === undefined ? 'ignore' : 'pipe'
  const limit = { timeout, killSignal: 'SIGKILL' } as const
  const stdio = [stdin, 'pipe', 'pipe'] as const
  const child = spawn(program, arguments_, { env: bare(environment), cwd, stdio: [...stdio], ...limit })
  child.stdin?.end(input)
  const said = heard(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...said }
}

/** The same program in a form that starts quickly, where the run of the tests provides it. */
export async function quickProgram(): Promise<string> {
  return process.env.TABARD_TEST_PROVISIONS === undefined ? TABARD : await provided('program')
}

/** A service that starts although it should refuse to never ends by itself. */
const REFUSAL_MS = 30_000

/** Runs a command of Tabard to its end, in a process of its own. */
export async function tabardAlone(
  arguments_: readonly string[],
  environment: Environment,
  input?: string,
): Promise<Ended> {
  const words = [await quickProgram(), ...arguments_]
  const timeout = arguments_[0] === 'serve' ? REFUSAL_MS : undefined
  return await run(process.execPath, words, environment, undefined, input, timeout)
}

/** Variables that hold for a process from its start to its end. */
const OF_A_PROCESS = /^(?:NODE_|SSL_CERT|.*_PROXY$)/

/** Whether commands with these variables run one after the other in one process. */
function isShared(environment: Environment): boolean {
  return (
    process.env.TABARD_TEST_PROVISIONS !== undefined &&
    !EVERYTHING &&
    !Object.keys(environment).some(name => OF_A_PROCESS.test(name))
  )
}

/** Runs a command in a process that runs one after the other, which is faster and makes no difference to most tests. */
export async function tabard(
  arguments_: readonly string[],
  environment: Environment,
  input?: string,
): Promise<Ended> {
  if (input !== undefined || !isShared(environment)) return await tabardAlone(arguments_, environment, input)
  return await hosted(await quickProgram(), arguments_, bare(environment))
}

/** Runs it as if on Node 20. */
export async function tabardOnOldNode(program: string): Promise<Ended> {
  const pretend =
    "const old = { configurable: true, value: { ...process.versions, node: '20.1.0' } }; Object.defineProperty(process, 'versions', old); Object.defineProperty(process, 'version', { value: 'v20.1.0' })"
  const before = `data:text/javascript,${encodeURIComponent(pretend)}`
  return await run(process.execPath, ['--import', before, program, 'serve'])
}

/** Of a server, unless a test says otherwise. */
const QUIET: Environment = { PORT: '0', TABARD_LOG_LEVEL: 'silent' }

/** A server in a process of its own. */
export interface Server {
  readonly url: string
  readonly child: ChildProcess
  /** What it has said so far. */
  readonly said: { readonly stdout: string; readonly stderr: string }
  /** How it ends: with a code, or by a signal. */
  readonly ended: Promise<number | NodeJS.Signals | null>
  stop(): Promise<void>
}

/** Starts `tabard serve` on a free port, and waits until it says that it listens. */
export async function startServer(environment: Environment, cwd?: string, program?: string): Promise<Server> {
  return await (await startingServer(environment, cwd, program)).listening
}

/** A server of which only what it says, answers and keeps matters. */
export type Served = Pick<Server, 'url' | 'said' | 'stop'>

/**
 * Starts `tabard serve` on a free port, in a process that has run other commands before, which takes a fraction of the
 * processor time. It is stopped in good order: to kill it, start it with `startServer`.
 */
export async function startShared(environment: Environment): Promise<Served> {
  const settings = { ...QUIET, ...environment }
  if (!isShared(settings)) return await startServer(settings)
  const { promise: listens, resolve } = Promise.withResolvers<string>()
  const heard = () => {
    const url = addressIn(said)
    if (url !== undefined) resolve(url)
  }
  const { said, ended, signal } = begun(await quickProgram(), ['serve'], bare(settings), heard)
  const url = await Promise.race([listens, ended])
  if (typeof url !== 'string')
    throw new Error(`the server ended with ${url.code}:\n${url.stdout}${url.stderr}`)
  return {
    url,
    said,
    async stop() {
      signal('SIGINT')
      const { code, stderr } = await ended
      if (code !== 0) throw new Error(`the server ended with ${code}: ${stderr}`)
    },
  }
}

/** Starts `tabard serve` on a free port: what it says from then on, and the server once it listens. */
export async function startingServer(
  environment: Environment,
  cwd?: string,
  program?: string,
): Promise<Pick<Server, 'child' | 'said'> & { readonly listening: Promise<Server> }> {
  const child = spawn(process.execPath, [program ?? (await quickProgram()), 'serve'], {
    env: bare({ ...QUIET, ...environment }),
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = heard(child)
  return { child, said, listening: listening(child, said) }
}

/** Starts it from a script of the shell, whose arguments are the command: one that sets limits first, for example. */
export async function startServerFrom(script: string, environment: Environment): Promise<Server> {
  return await listening(
    spawn('/bin/sh', ['-c', script, 'sh', process.execPath, await quickProgram(), 'serve'], {
      env: bare({ ...QUIET, ...environment }),
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
}

/** Starts a server on a terminal. */
export async function startServerOnTerminal(environment: Environment): Promise<Server> {
  // Before the shell becomes the server it tells its id, because script itself does not pass signals on.
  const command = `echo "process $$"; exec '${process.execPath}' '${await quickProgram()}' serve`
  const server = await listening(
    spawn('script', ['-qec', command, '/dev/null'], {
      env: bare({ ...QUIET, SHELL: '/bin/sh', ...environment }),
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  const id = Number(/process (\d+)/.exec(server.said.stdout)![1])
  return {
    ...server,
    async stop() {
      process.kill(id, 'SIGKILL')
      await server.ended
    },
  }
}

async function listening(child: ChildProcess, said = heard(child)): Promise<Server> {
  const ended = new Promise<number | NodeJS.Signals | null>(resolve =>
    child.once('close', (code, signal) => resolve(code ?? signal)),
  )
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', () => {
        const url = addressIn(said)
        if (url !== undefined) resolve(url)
      })
    ended.then(how => reject(new Error(`the server ended with ${how}:\n${said.stdout}${said.stderr}`)))
  })
  return {
    url,
    child,
    said,
    ended,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Where a server listens, as soon as it has said so. */
function addressIn({ stdout, stderr }: Server['said']): string | undefined {
  return /^Listening on (http\S+?),?\s/m.exec(`${stdout}\n${stderr}`)?.[1]
}

/** An access token. */
export async function tokenFrom(url: string, id: string, secret: string): Promise<string> {
  const body = new URLSearchParams({ client_id: id, client_secret: secret, grant_type: 'client_credentials' })
  const response = await fetch(`${url}/v1.0/endpoint/default/token`, { method: 'POST', body })
  return ((await response.json()) as { access_token: string }).access_token
}
