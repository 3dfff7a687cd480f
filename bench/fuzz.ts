import { fuzzForms } from '../test/hostile/form-fuzz.ts'
import { stageOf } from '../test/journeys/steps.ts'
import { operatorOf } from '../test/support/console.ts'
import { type Failure, fuzz } from '../test/support/fuzz.ts'
import type { Row } from './measure.ts'
import { startServiceProcess } from './process.ts'

/** The share of the requests that the console gets. */
const CONSOLE = 1 / 4

/** Whether hostile text in any parameter is ever a fault: the tests ask the same with fewer requests. */
export async function fuzzRows(requests: number): Promise<Row[]> {
  const seed = Date.now() | 0
  const service = await startServiceProcess('SQLite')
  const stage = await stageOf('SQLite', { TABARD_TRUSTED_PROXIES: 'loopback' })
  try {
    const pages = await fuzz({ url: service.url, callers: [{}, service.headers] }, { seed, requests })
    const { consoleUrl: url } = stage.service.service
    const { cookie } = await operatorOf(stage.service, 'administrator')
    const bearer = { authorization: `Bearer ${await stage.service.token()}` }
    const atConsole = Math.ceil(requests * CONSOLE)
    const desk = await fuzz(
      { url, callers: [{}, { cookie, origin: url }, bearer] },
      { seed, requests: atConsole },
    )
    const forms = await fuzzForms(stage, 1)
    return [
      row(`hostile text in ${requests} requests to the pages and the API`, pages, seed),
      row(`hostile text in ${atConsole} requests to the console`, desk, seed),
      row(`hostile text in ${forms.posts} forms`, forms.failures),
    ]
  } finally {
    await stage.stop()
    await service.stop()
  }
}

function row(name: string, failures: readonly Failure[], seed?: number): Row {
  for (const failure of failures) console.error(failure)
  if (failures.length > 0 && seed !== undefined) console.error(`${name}: seed ${seed}`)
  return {
    name,
    ours: `${failures.length} faults`,
    peer: '–',
    ratio: '–',
    bound: '0 faults',
    holds: failures.length === 0,
    ...(seed !== undefined && { seed }),
  }
}
