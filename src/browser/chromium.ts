import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { BrowserGone, DevTools } from './devtools.ts'

/** A browser that runs. */
export interface Chromium {
  readonly devtools: DevTools
  /** Ends it at once, whatever it does, and removes what it has written. */
  stop(): Promise<void>
}

// Pages come from memory, through DevTools. Requests that bypass DevTools (sockets, workers, DNS prefetches) fail: the
// proxy does not exist, and the resolver knows no names.
const CUT_OFF = [
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-quic',
  '--disable-sync',
]

const SWITCHES = [
  '--headless',
  '--remote-debugging-pipe',
  '--block-new-web-contents',
  '--deny-permission-prompts',
  '--disable-breakpad',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-gpu',
  '--hide-scrollbars',
  '--mute-audio',
  '--no-default-browser-check',
  '--no-first-run',
  '--password-store=basic',
  '--use-mock-keychain',
  ...CUT_OFF,
]

const START_SECONDS = 30
/** How much of its output is kept, and how much of its last line is shown. */
const SAID = 4_096
const LINE = 300

/** Starts a Chromium without a window, with a profile of its own and nothing of the environment but what it needs. */
export async function startChromium(
  program: string,
  needed: Readonly<Record<string, string>>,
): Promise<Chromium> {
  const profile = mkdtempSync(join(tmpdir(), 'tabard-browser-'))
  // Chromium's sandbox does not work for root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(program, [...SWITCHES, ...sandbox, `--user-data-dir=${profile}`, 'about:blank'], {
    env: { ...needed, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // A group of its own, so that its helpers can be ended with it. It ends by itself when the pipes are closed.
    detached: process.platform !== 'win32',
  })
  const complaint = lastLine(child.stderr!)
  const ended = once(child, 'close')
  ended.catch(() => {})
  const devtools = new DevTools(child.stdio[3] as Writable, child.stdio[4] as Readable)
  const stop = async () => {
    devtools.close('The program was stopped.')
    kill(child)
    await ended.catch(() => {})
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  const failed = new Promise<never>((_, reject) => {
    child.once('error', error =>
      reject(new BrowserGone(`The program cannot be started: ${error.message}.`, { cause: error })),
    )
    const late = setTimeout(
      () => reject(new BrowserGone(`The program did not start within ${START_SECONDS} seconds.`)),
      START_SECONDS * 1_000,
    )
    late.unref()
  })
  failed.catch(() => {})
  try {
    await Promise.race([devtools.send('Browser.getVersion'), failed])
  } catch (error) {
    await stop()
    const said = complaint()
    throw new BrowserGone(
      `${program} cannot be used as a browser. ${(error as Error).message}${said && ` It says: ${said}`}`,
      { cause: error },
    )
  }
  return { devtools, stop }
}

/** The last output of a program, for instance why it has no sandbox. */
function lastLine(output: Readable): () => string {
  let said = ''
  output.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-SAID)
  })
  return () => said.trim().split('\n').at(-1)!.slice(0, LINE)
}

function kill(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
