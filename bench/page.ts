import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configFrom } from '../src/config.ts'
import { createSource } from '../src/identity/identity.ts'
import { openStore } from '../src/store/store.ts'
import { packageOf } from '../test/support/packages.ts'
import { rateRow, rateRows, type Target } from './load.ts'
import { type Row, TINY } from './measure.ts'
import { type ServerProcess, type ServiceProcess, startProcess, startServiceProcess } from './process.ts'

const ROUTE = '/idaas/mtfim/sps/idaas/login'
export const PAGE_TARGET = `${ROUTE}?runtime=true`
export const PAGE_WISH = { 'accept-language': 'en-US,en;q=0.9' }
const GOAL = 0.75

const THEMES = TINY ? 3 : 999
const AMONG_GOAL = 0.95
const IN_TURN_GOAL = 0.9
const AT_ONCE = 8
const PAGE = 'authentication/login/cloud_directory/user_login/default/cloud_directory_login.html'

/** How many sign-in pages a second the service answers with, beside a server that sends a constant. */
export async function pageRows(): Promise<Row[]> {
  return await withBarePage(async (service, bare) => {
    return await rateRows('sign-in page', 'bare Fastify', page(service), page(bare), GOAL)
  })
}

/** The sign-in page of a server. */
export function page({ url, pid }: ServerProcess, target = PAGE_TARGET): Target {
  return { url: `${url}${target}`, pid, headers: PAGE_WISH }
}

/** The service, and a server that sends the same page as a constant. */
export async function withBarePage(
  measured: (service: ServiceProcess, bare: ServerProcess) => Promise<Row[]>,
): Promise<Row[]> {
  const service = await startServiceProcess('SQLite')
  try {
    const { type, bytes } = await answerOf(`${service.url}${PAGE_TARGET}`)
    const bare = await startProcess('bare.ts', [ROUTE, type, bytes.toString('base64'), 'text'])
    try {
      const { bytes: same } = await answerOf(`${bare.url}${PAGE_TARGET}`)
      if (!same.equals(bytes)) throw new Error('the peer gave another page')
      return await measured(service, bare)
    } finally {
      await bare.stop()
    }
  } finally {
    await service.stop()
  }
}

const SOURCES = 10
const SOURCES_GOAL = 0.9

/** Whether a sign-in page with ten identity sources comes slower than one with a single source. */
export async function sourcesRows(): Promise<Row[]> {
  const few = await startServiceProcess('SQLite')
  try {
    const many = await startServiceProcess('SQLite')
    try {
      await sourced(few, 1)
      await sourced(many, SOURCES)
      const name = `sign-in page, ${SOURCES} identity sources (of 1)`
      return [await rateRow(name, page(many), page(few), SOURCES_GOAL)]
    } finally {
      await many.stop()
    }
  } finally {
    await few.stop()
  }
}

/** Adds identity sources, beside the running service. */
async function sourced({ environment }: ServiceProcess, number: number): Promise<void> {
  const store = await openStore(configFrom(environment))
  try {
    const [tenant] = await store.tenants()
    for (let count = 1; count <= number; count++)
      await createSource(store.tenant(tenant!.id), {
        preset: 'google',
        name: `Source ${count}`,
        clientId: 'bench',
        secret: 'bench',
      })
  } finally {
    await store.close()
  }
}

/** Whether the page of a theme comes slower where there are many themes, as many as a tenant may have. */
export async function themesRows(): Promise<Row[]> {
  const few = await startServiceProcess('SQLite')
  try {
    const many = await startServiceProcess('SQLite')
    try {
      const [[only], all] = [await themed(few, 1), await themed(many, THEMES)]
      const one = page(few, only)
      const inTurn = { ...page(many, ''), paths: all }
      const name = `${THEMES} themes`
      return [
        await rateRow(`sign-in page, 1 of ${name} (of 1)`, page(many, all.at(-1)), one, AMONG_GOAL),
        await rateRow(`sign-in page, ${name} in turn (1 of 1)`, inTurn, one, IN_TURN_GOAL),
      ]
    } finally {
      await many.stop()
    }
  } finally {
    await few.stop()
  }
}

/** Creates themes that each have a sign-in page of their own; gives the addresses of these pages. */
async function themed(service: ServiceProcess, count: number): Promise<string[]> {
  const page = readFileSync(join(import.meta.dirname, '../master/templates', PAGE), 'utf8')
  const targets: string[] = []
  let number = 0
  const client = async () => {
    while (number < count) {
      const name = `Theme ${++number}`
      const id = await service.createTheme(name, packageOf({ [PAGE]: page.replace('<h1>', `<h1>${name}: `) }))
      const target = `${PAGE_TARGET}&themeId=${id}`
      const { bytes } = await answerOf(`${service.url}${target}`)
      if (!bytes.includes(`<h1>${name}: `)) throw new Error(`${target} gave another theme's page`)
      targets.push(target)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  return targets
}

/** The answer of a server to whoever opens a page. */
async function answerOf(url: string): Promise<{ type: string; bytes: Buffer }> {
  const response = await fetch(url, { headers: PAGE_WISH })
  if (!response.ok) throw new Error(`${url} answered with ${response.status}`)
  return { type: response.headers.get('content-type') ?? '', bytes: Buffer.from(await response.bytes()) }
}
