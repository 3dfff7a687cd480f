import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { type Config, configFrom } from '../config.ts'
import { count } from './count.ts'
import { Problem } from './problem.ts'

const PATIENCE_MS = 2_500
const AGAIN_MS = 100
/** The loopback address for a service that listens on all addresses. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** `tabard health`: checks the service on this machine, for container supervisors. */
export function healthCommand(): Command {
  return new Command('health')
    .description('check that the service on this machine runs; exit 0 if it does, 1 if not')
    .option('--ready', 'check that it is ready to serve, with its database')
    .option('--wait <seconds>', 'check again until it is, for at most this long', count, 0)
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

/** The response of a healthy service. Throws a problem if the service is not healthy. */
async function answered({ host, port, tlsCert }: Config, path: string): Promise<string> {
  if (port === 0)
    throw new Problem(
      2,
      'PORT is 0, so the service listens on any free port. Set PORT to the port of the service.',
    )
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const options = { host: LOOPBACK[host] ?? host, port, path, timeout: PATIENCE_MS }
  // The certificate is issued for the public name, so it is not verified here. No secret is sent, and the response is
  // not trusted.
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
