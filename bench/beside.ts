import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { fuzz, fuzzForms } from '../test/support/fuzz.ts'
import { packageOf } from '../test/support/packages.ts'
import { packageForm } from '../test/support/service.ts'
import type { Row } from './measure.ts'
import { residentMegabytes } from './memory.ts'
import { PAGE_TARGET } from './page.ts'
import { type ServiceProcess, startServiceProcess } from './process.ts'

/** How much later the page may come than without a flood. */
const LATER_MS = 50
const MEMORY_MB = 700
const SECONDS = 10
const RATE = 100
const AT_ONCE = 4
const ANSWER_MS = 30_000
const REST_MS = 100
const FUZZED = 60_000
const PREVIEW = '/v1.0/tabard/preview/login'
const LABELS = 'common/default/template_labels.properties'
const PAGE = 'authentication/login/cloud_directory/user_login/default/cloud_directory_login.html'
const LANGUAGES = 'ar cs da de es fi fr he hu it ja ko nb nl pl pt_BR ru sk sv th tr uk zh_CN'.split(' ')

type Call = (service: ServiceProcess, number: number) => Promise<Response>

/** What is sent over and over while people open the sign-in page. */
const FLOODS: Record<string, () => Call> = {
  'previews of a million lines': () => previews({ [PAGE]: `${'\n'.repeat(3_000_000)}<p>@NOBODY@</p>` }),
  'previews of many labels': () => previews({ [LABELS]: repeated(250_000, index => `$A${index}$=\n`) }),
  'previews of heavy labels': () => {
    const heavy = `<p>${'<b>'.repeat(200)}</p>${'<p>x</p>'.repeat(80)}`
    return previews({ [LABELS]: repeated(30, index => `$A${index}$=${heavy}\n`) })
  },
  'previews of many style sheets': () =>
    previews({ [PAGE]: repeated(100_000, index => `template/v1.0/static/${index}.css `) }),
  'previews of many handlers': () => {
    const handlers = repeated(250, index => `on${index}=x `)
    return previews({ [PAGE]: `<p ${handlers}></p>`.repeat(200) })
  },
  'visitors of a theme in a hundred languages': () => {
    const codes = Array.from({ length: 75 }, (_, index) =>
      String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26)),
    )
    const archive = packageOf(
      Object.fromEntries(
        codes.map(code => [`common/labels/${code}/template_labels.properties`, '$LOGIN_TITLE$=x']),
      ),
    )
    let created: Promise<string> | undefined
    return async (service, number) => {
      created ??= service.createTheme('Many languages', archive)
      const language = `${codes[number % codes.length]}-${String(number).padStart(4, '0')}`
      return await fetch(`${service.url}${PAGE_TARGET}&themeId=${await created}`, {
        headers: { 'accept-language': language },
      })
    }
  },
  'previews of many files': () => {
    const files = (count: number) =>
      `{"files":{${Array.from({ length: count }, (_, index) => `"common/${index}.css":""`).join()}}}`
    const bodies = [files(150_000), files(5_000), files(5_001)]
    return (service, number) => post(service, PREVIEW, bodies[number % bodies.length]!)
  },
  'previews of large files': () => {
    const body = JSON.stringify({ files: { 'common/a.css': 'x'.repeat(3_900_000) } })
    return service => post(service, PREVIEW, body)
  },
  'plans of a package of 5 KB': () => {
    const header = `<header>${'<i>$LOGIN_TITLE$</i>'.repeat(800)}</header>`
    const archive = packageOf({
      'common/page_components/page_header.html': header,
      ...Object.fromEntries(
        LANGUAGES.map(language => [
          `common/labels/${language}/template_labels.properties`,
          `$LOGIN_TITLE$=${language}`,
        ]),
      ),
    })
    return async ({ url, headers }) =>
      await fetch(`${url}/v1.0/tabard/themes/default/plan`, {
        method: 'POST',
        headers,
        body: packageForm(archive),
        signal: AbortSignal.timeout(ANSWER_MS),
      })
  },
  explanations: () => {
    const pages = ['login', 'logout', 'registration', 'error', 'consent', 'profile']
    return async ({ url, headers }, number) => {
      const locale = LANGUAGES[number % LANGUAGES.length]!
      const page = pages[number % pages.length]!
      return await fetch(`${url}/v1.0/tabard/explain?page=${page}&locale=${locale}`, { headers })
    }
  },
  'hostile templates': () => {
    const names = Array.from({ length: 1_900 }, (_, index) => `<b a${index}>`).join('')
    const attributes = Array.from({ length: 20_000 }, (_, index) => `a${index}`).join(' ')
    const pages = [`<p>${names}</p>${'<p>x</p>'.repeat(4_000)}`, `<p ${attributes}>`]
    return (service, number) =>
      post(service, PREVIEW, JSON.stringify({ files: { [PAGE]: pages[number % pages.length] } }))
  },
  'policy reports': () => async service =>
    await post(service, '/v1.0/tabard/reports/policy?page=login&themeId=default', '{"csp-report":{}}'),
}

function repeated(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join('')
}

/** Previews of these files, each a little different from all others. */
function previews(files: Record<string, string>): Call {
  const [[path, text]] = Object.entries(files) as [[string, string]]
  return (service, number) =>
    post(service, PREVIEW, JSON.stringify({ files: { [path]: `${text}\n$N${number}$=` } }))
}

async function post({ url, headers }: ServiceProcess, path: string, body: string): Promise<Response> {
  return await fetch(`${url}${path}`, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(ANSWER_MS),
  })
}

/** How long the sign-in page takes at worst beside each flood, and how much memory the service takes at most. */
export async function besideRows(): Promise<Row[]> {
  const rest: Call = async () => await sleep(REST_MS, new Response())
  const quiet = await measured(rest)
  const rows: Row[] = []
  for (const [name, made] of Object.entries(FLOODS)) {
    const beside = await measured(made())
    const { refused, largest, answers } = beside
    const row = { peer: answers, ratio: '–' }
    const later = (what: string, figure: 'p99' | 'max' | 'cold') => ({
      ...row,
      name: `${what} beside ${name}, ${figure === 'p99' ? 'p99' : 'at most'}`,
      ours: `${beside[figure].toFixed(0)} ms${refused > 0 ? `, ${refused} refused` : ''}`,
      bound: `< ${quiet[figure].toFixed(0)} + ${LATER_MS} ms`,
      holds: beside[figure] < quiet[figure] + LATER_MS && refused === 0,
    })
    rows.push(
      later('sign-in page', 'p99'),
      later('sign-in page', 'max'),
      later('sign-in page in a new language', 'cold'),
      {
        ...row,
        name: `memory beside ${name}, at most`,
        ours: `${largest.toFixed(0)} MB`,
        bound: `< ${MEMORY_MB} MB`,
        holds: largest < MEMORY_MB,
      },
    )
  }
  return rows
}

/** Opens the sign-in page at a steady rate beside a flood, in a service that has just started. */
async function measured(
  call: Call,
): Promise<Record<'p99' | 'max' | 'cold' | 'refused' | 'largest', number> & { answers: string }> {
  const service = await startServiceProcess('SQLite')
  try {
    let [number, over, largest] = [0, false, 0]
    const statuses = new Map<string, number>()
    const flood = async () => {
      while (!over) {
        const status = await call(service, number++).then(
          async answer => (await answer.bytes()) && String(answer.status),
          () => 'no answer',
        )
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        largest = Math.max(largest, residentMegabytes(service.pid))
      }
    }
    const floods = Promise.all(Array.from({ length: AT_ONCE }, flood))
    const [{ latency, errors, non2xx }, cold] = await Promise.all([
      autocannon({
        url: `${service.url}${PAGE_TARGET}`,
        connections: 4,
        workers: 1,
        overallRate: RATE,
        duration: SECONDS,
      }),
      slowestCold(service),
    ])
    over = true
    await floods
    const answers = Array.from(statuses, ([status, count]) => `${count} × ${status}`).sort()
    const { p99, max } = latency
    return { p99, max, cold, refused: errors + non2xx, largest, answers: answers.join(', ') }
  } finally {
    await service.stop()
  }
}

/** How long the sign-in page takes at most in languages that it was not compiled for yet. */
async function slowestCold({ url }: ServiceProcess): Promise<number> {
  let slowest = 0
  for (const language of LANGUAGES) {
    await sleep((SECONDS * 1000) / (LANGUAGES.length + 2))
    const start = performance.now()
    const answer = await fetch(`${url}${PAGE_TARGET}&locale=${language}`)
    await answer.bytes()
    slowest = Math.max(slowest, performance.now() - start)
  }
  return slowest
}

/** Whether hostile text in any parameter is ever a fault: the tests ask the same with fewer requests. */
export async function fuzzRows(): Promise<Row[]> {
  const service = await startServiceProcess('SQLite')
  try {
    const callers = [{}, service.headers]
    const failures = [
      ...(await fuzz({ url: service.url, callers }, { seed: Date.now() | 0, requests: FUZZED })),
      ...(await fuzzForms(service.url)),
    ]
    for (const failure of failures) console.error(failure)
    return [
      {
        name: `hostile text in ${FUZZED} requests`,
        ours: `${failures.length} faults`,
        peer: '–',
        ratio: '–',
        bound: '0 faults',
        holds: failures.length === 0,
      },
    ]
  } finally {
    await service.stop()
  }
}
