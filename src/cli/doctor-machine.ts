import { existsSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { BadSettings, type Config } from '../config.ts'
import { availableMemory, loadPair, memoryShortage, NOTICE_DAYS, type TlsFiles } from '../http/http.ts'
import { defaultSender, mailServer as serverOf } from '../mail/mail.ts'
import { type Finding, some } from './finding.ts'

const MiB = 1024 * 1024
const DAY = 24 * 3_600_000
const ROOM_TOLD = 1024 * MiB
const ROOM_FAILED = 100 * MiB
const PATIENCE_MS = 5_000
const PRIVATE = ['tabard.db', 'tabard.db-wal', 'tabard.db-shm', 'credentials.env']

/** Whether other users of this machine can read secret files. */
export async function fileModes({ data }: Config): Promise<Finding> {
  const open: string[] = []
  for (const file of PRIVATE.map(name => join(data, name))) {
    const mode = existsSync(file) ? (await stat(file)).mode : 0
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) open.push(file)
  }
  if (open.length === 0) return { check: 'files', state: 'ok', text: 'only the owner can read them' }
  const text = `others can read ${some(open)}: chmod 600 ${open.join(' ')}`
  return { check: 'files', state: 'warning', text }
}

/** Whether the certificate can be used, and for how long. */
export function certificateFinding(files: TlsFiles, now: number): Finding {
  const check = 'certificate'
  try {
    const { ends } = loadPair(files)
    const days = Math.floor((ends - now) / DAY)
    if (days < 0) return { check, state: 'failed', text: `${files.cert} has expired. Replace it.` }
    if (days < NOTICE_DAYS) {
      const text = `it expires in ${days} days. Replace ${files.cert}; the service loads the new one at once.`
      return { check, state: 'warning', text }
    }
    return { check, state: 'ok', text: `until ${new Date(ends).toISOString().slice(0, 10)}` }
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error
    return { check, state: 'failed', text: error.message }
  }
}

/** The free space in the data folder. */
export async function diskFinding({ data }: Config): Promise<Finding> {
  if (!existsSync(data)) return { check: 'disk', state: 'ok', text: 'there is no data folder' }
  const { bavail, bsize } = await statfs(data)
  const free = bavail * bsize
  const text = `${Math.round(free / MiB)} MiB are free in ${data}`
  if (free >= ROOM_TOLD) return { check: 'disk', state: 'ok', text }
  return {
    check: 'disk',
    state: free < ROOM_FAILED ? 'failed' : 'warning',
    text: `${text}. Free some disk space.`,
  }
}

/** Whether the service has enough memory. The command sees the same limit if it runs beside it. */
export function memoryFinding({ memory }: Config): Finding {
  const available = availableMemory(memory)
  const short = memoryShortage(available)
  if (short !== undefined) return { check: 'memory', state: 'warning', text: `${short}.` }
  return { check: 'memory', state: 'ok', text: `${Math.floor(available / MiB)} MiB` }
}

/** Whether the mail server would accept mails. No mail is sent. */
export async function mailServer({ smtpUrl, mailFrom }: Config): Promise<Finding> {
  const check = 'mail server'
  if (smtpUrl === undefined) {
    return {
      check,
      state: 'warning',
      text: 'none is set, so mails stay in the outbox. Set TABARD_SMTP_URL.',
    }
  }
  const server = serverOf({ url: smtpUrl, sender: mailFrom ?? defaultSender(''), longest: PATIENCE_MS })
  const { problem } = await server.check()
  return problem === null
    ? { check, state: 'ok', text: `${server.name} accepts mails from Tabard` }
    : { check, state: 'failed', text: `${server.name}: ${problem} Check TABARD_SMTP_URL.` }
}
