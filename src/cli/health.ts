import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { type Config, configFrom } from '../config.ts'
import { count } from './installation.ts'
import { Problem } from './problem.ts'

const PATIENCE_MS = 2_500
const AGAIN_MS = 100
/** Where a service that listens on all addresses is found on its own machine. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** `tabard health`: asks the service on this machine how it is, for supervisors of containers. */
export function healthCommand(): Command {
  return new Command('health')
    .description('ask the service on this machine whether it lives; exit 0 if it does, 1 if not')
    .option('--ready', 'ask whether it serves, with its database')
    .option('--wait <seconds>', 'ask again until it does, for so long at most', count, 0)
    .action(async ({ ready = false, wait }: { ready?: boolean; wait: number }) => {
      const config = configFrom()
      const path = ready ? '/readyz' : '/healthz'
      const until = performance.now() + wait * 1000
      console.log(await wellBefore(until, () => answered(config, path)))
    })
}

async function wellBefore(until: number, ask: () => Promise<string>): Promise<string> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const isFinal = !(error instanceof Problem) || error.exitCode !== 1
      if (isFinal || performance.now() > until) throw error
    }
    await sleep(AGAIN_MS)
  }
}

/** What the service says when all is well; a problem otherwise. */
async function answered({ host, port, tlsCert }: Config, path: string): Promise<string> {
  if (port === 0) throw new Problem(2, 'PORT is 0, so nobody knows which port the service has: set PORT.')
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const options = { host: LOOPBACK[host] ?? host, port, path, timeout: PATIENCE_MS }
  // The certificate is for the public name, not for this address; nothing secret is sent or believed.
  const call =
    tlsCert === undefined ? plain(options) : secure({ ...options, rejectUnauthorized: false, servername: '' })
  const deadline = setTimeout(() => call.destroy(new Error('no answer')), PATIENCE_MS)
  call.on('error', reject)
  call.on('response', response => {
    let text = ''
    response.setEncoding('utf8').on('data', piece => {
      text += piece
    })
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text: text.trim() }))
    response.on('error', reject)
  })
  call.end()
  try {
    const { status, text } = await promise
    if (status === 200) return text
    throw new Problem(1, `${path} answers ${status}: ${text}`)
  } catch (error) {
    if (error instanceof Problem) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const where = `${options.host} port ${port}`
    throw new Problem(1, `The service on ${where} does not answer (${code ?? message}).`, { cause: error })
  } finally {
    clearTimeout(deadline)
    call.destroy()
  }
}
