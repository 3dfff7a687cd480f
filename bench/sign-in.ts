import autocannon from 'autocannon'
import { configFrom } from '../src/config.ts'
import { createAccount } from '../src/identity/identity.ts'
import { accountOffice, openInstallation } from '../src/installation.ts'
import { createCodec } from '../src/zip/zip.ts'
import { rateRow } from './load.ts'
import type { Row } from './measure.ts'
import { PAGE_TARGET, PAGE_WISH, page, withBarePage } from './page.ts'
import { type ServiceProcess, startServiceProcess } from './process.ts'

const SESSION_GOAL = 0.65
const PEOPLE = 20
const PASSWORD = 'quiet lamp over water'
const P99_MS = 50
const SECONDS = 10

/** The sign-in page for somebody whose session has ended: it is looked for each time. */
export async function sessionRows(): Promise<Row[]> {
  return await withBarePage(async (service, bare) => {
    const [name] = await people(service, 1)
    // A browser that has been here before, whose session is not there any more.
    const cookie = (await signIn(service.url, name!)).replace(/(?<=tabard-session=.{10})./, 'x')
    const headers = { ...PAGE_WISH, cookie }
    const claim = 'sign-in page, session looked up (bare Fastify)'
    return [await rateRow(claim, { ...page(service), headers }, { ...page(bare), headers }, SESSION_GOAL)]
  })
}

/** How long the page takes at worst while people sign in, each of whom costs a password hash. */
export async function hashingRow(): Promise<Row> {
  const service = await startServiceProcess('SQLite')
  try {
    const names = await people(service, PEOPLE)
    let signedIn = 0
    let over = false
    const each = async (name: string) => {
      while (!over) {
        await signIn(service.url, name)
        signedIn += 1
      }
    }
    // Its failure is told below, once the load is over.
    const all = Promise.allSettled(names.map(each))
    const { latency, errors, non2xx } = await autocannon({
      url: `${service.url}${PAGE_TARGET}`,
      connections: 4,
      workers: 1,
      overallRate: 200,
      duration: SECONDS,
    })
    over = true
    for (const person of await all) if (person.status === 'rejected') throw person.reason
    if (errors + non2xx > 0) throw new Error(`${errors} errors, ${non2xx} refusals`)
    return {
      name: `sign-in page while ${PEOPLE} people sign in, p99`,
      ours: `${latency.p99} ms`,
      peer: `${(signedIn / SECONDS).toFixed(1)} sign-ins/s`,
      ratio: '',
      bound: `< ${P99_MS} ms`,
      holds: latency.p99 < P99_MS,
    }
  } finally {
    await service.stop()
  }
}

/** Signs somebody in with as little work on this side as can be; answers with their cookies. */
async function signIn(url: string, username: string): Promise<string> {
  const first = await fetch(`${url}${PAGE_TARGET}`)
  const [, action] = /<form method="post" action="([^"]+)"/.exec(await first.text())!
  const cookies = (answer: Response) => answer.headers.getSetCookie().map(line => line.split(';', 1)[0]!)
  const answer = await fetch(`${url}${action!.replaceAll('&amp;', '&')}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookies(first).join('; ') },
    body: new URLSearchParams({ operation: 'verify', username, password: PASSWORD }),
  })
  const all = [...cookies(first), ...cookies(answer)]
  if (!all.some(cookie => cookie.startsWith('tabard-session=')))
    throw new Error(`${username} is not signed in`)
  return all.join('; ')
}

/** Adds accounts beside the running service, as the command line does. */
async function people({ environment }: ServiceProcess, count: number): Promise<string[]> {
  const config = configFrom(environment)
  const { store, master } = await openInstallation(config)
  const codec = createCodec()
  try {
    const [tenant] = await store.tenants()
    const office = { ...accountOffice(config, store, master, codec), tenant: tenant! }
    const names = Array.from({ length: count }, (_, index) => `person-${index}`)
    for (const userName of names) await createAccount(office, { userName }, { password: PASSWORD })
    return names
  } finally {
    await codec.close()
    await store.close()
  }
}
