import { packageOf } from '../test/support/packages.ts'
import { packageForm } from '../test/support/service.ts'
import { PAGE_TARGET } from './page.ts'
import type { ServiceProcess } from './process.ts'

const ANSWER_MS = 30_000
const PREVIEW = '/v1.0/tabard/preview/login'
const LABELS = 'common/default/template_labels.properties'
const PAGE = 'authentication/login/cloud_directory/user_login/default/cloud_directory_login.html'
export const LANGUAGES = 'ar cs da de es fi fr he hu it ja ko nb nl pl pt_BR ru sk sv th tr uk zh_CN'.split(
  ' ',
)

/** The service that is flooded, and the header that opens it. */
export type Target = Pick<ServiceProcess, 'url' | 'headers'>
type Call = (target: Target, number: number) => Promise<Response>

/** What is sent over and over while people open the sign-in page. */
export const FLOODS: Record<string, () => Call> = {
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
    return async (target, number) => {
      created ??= createdTheme(target, archive)
      const language = `${codes[number % codes.length]}-${String(number).padStart(4, '0')}`
      return await fetch(`${target.url}${PAGE_TARGET}&themeId=${await created}`, {
        headers: { 'accept-language': language },
      })
    }
  },
  'previews of many files': () => {
    const files = (count: number) =>
      `{"files":{${Array.from({ length: count }, (_, index) => `"common/${index}.css":""`).join()}}}`
    const bodies = [files(150_000), files(5_000), files(5_001)]
    return (target, number) => post(target, PREVIEW, bodies[number % bodies.length]!)
  },
  'previews of large files': () => {
    const body = JSON.stringify({ files: { 'common/a.css': 'x'.repeat(3_900_000) } })
    return target => post(target, PREVIEW, body)
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
  lint: () => {
    const pages = LANGUAGES.map(language => [
      `authentication/logout/${language}/logout_success.html`,
      `<!doctype html><p>${'<img src="https://images.example/a.png">'.repeat(500)}</p>`,
    ])
    const archive = packageOf(Object.fromEntries(pages))
    const body = JSON.stringify({ files: { [PAGE]: '<form method="get"><input name="password"></form>' } })
    return async (target, number) => {
      if (number % 2 === 0) return await post(target, '/v1.0/tabard/lint', body)
      return await fetch(`${target.url}/v1.0/tabard/lint/package`, {
        method: 'POST',
        headers: target.headers,
        body: packageForm(archive),
        signal: AbortSignal.timeout(ANSWER_MS),
      })
    }
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
    return (target, number) =>
      post(target, PREVIEW, JSON.stringify({ files: { [PAGE]: pages[number % pages.length] } }))
  },
  'policy reports': () => async target =>
    await post(target, '/v1.0/tabard/reports/policy?page=login&themeId=default', '{"csp-report":{}}'),
}

async function createdTheme({ url, headers }: Target, archive: Uint8Array<ArrayBuffer>): Promise<string> {
  const body = packageForm(archive, { name: 'Many languages' })
  const answer = await fetch(`${url}/v1.0/branding/themes`, { method: 'POST', headers, body })
  return ((await answer.json()) as { id: string }).id
}

function repeated(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join('')
}

/** Previews of these files, each a little different from all others. */
function previews(files: Record<string, string>): Call {
  const [[path, text]] = Object.entries(files) as [[string, string]]
  return (target, number) =>
    post(target, PREVIEW, JSON.stringify({ files: { [path]: `${text}\n$N${number}$=` } }))
}

async function post({ url, headers }: Target, path: string, body: string): Promise<Response> {
  return await fetch(`${url}${path}`, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(ANSWER_MS),
  })
}
