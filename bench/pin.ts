import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Servers that are compared share a core, because only one of them works at a time; the load has another one. */
const SERVER_CORE = 1
const LOAD_CORE = 0
/** The kernel counts the time of processes in hundredths of a second. */
const TICK_US = 10_000

export const CAN_PIN = availableParallelism() > 1 && process.platform === 'linux'

/** A command that runs on the core of the load. */
export function onLoadCore(command: string, args: readonly string[]): [command: string, args: string[]] {
  return CAN_PIN ? ['taskset', ['-c', String(LOAD_CORE), command, ...args]] : [command, [...args]]
}

/** Gives a server the core of servers with all of its threads, and this process the other one. */
export function pinServer(pid: number, core = SERVER_CORE): void {
  if (!CAN_PIN) return
  try {
    execFileSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' })
    execFileSync('taskset', ['-acp', String(LOAD_CORE), String(process.pid)], { stdio: 'ignore' })
  } catch {
    console.error('taskset is missing: servers and load share all cores.')
  }
}

/** The processor time that a process with all of its threads has taken, in microseconds. */
export function processorMicroseconds(pid: number): number {
  // The name of the program, in parentheses, may hold spaces.
  const [, fields] = /\) (.+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))!
  const [user, system] = fields!.split(' ').slice(11, 13).map(Number)
  return (user! + system!) * TICK_US
}
