import { request as askOpenly } from 'node:http'
import { request as askSecurely } from 'node:https'
import { buffer } from 'node:stream/consumers'

export interface Navigation {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: URLSearchParams
}

/**
 * One request as a browser sends it when a page is opened in a window or its form is posted. `fetch` cannot do it: it
 * says in `Sec-Fetch-Mode` that a script asks.
 */
export async function navigate(url: string | URL, { method = 'GET', headers = {}, body }: Navigation = {}) {
  const { origin, protocol } = new URL(url)
  const ask = protocol === 'https:' ? askSecurely : askOpenly
  const posted = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded', origin }
  const own = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html' }
  return await new Promise<Response>((resolve, reject) => {
    // The certificate has to fit the address, whatever `Host` says.
    const asked = ask(url, { method, servername: '', headers: { ...own, ...posted, ...headers } }, answer => {
      const { statusCode: status = 0, headersDistinct } = answer
      const found = new Headers()
      for (const [name, values = []] of Object.entries(headersDistinct))
        for (const value of values) found.append(name, value)
      const empty = status === 204 || status === 304
      buffer(answer).then(
        bytes => resolve(new Response(empty ? null : new Uint8Array(bytes), { status, headers: found })),
        reject,
      )
    })
    asked.once('error', reject)
    asked.end(body?.toString())
  })
}
