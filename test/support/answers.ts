import assert from 'node:assert/strict'
import type { TestService } from './service.ts'

export interface Registration {
  id: string
  name: string
  description?: string
  ignored?: string[]
}

/** The JSON of an answer. */
export async function json<T>(answer: Response): Promise<T> {
  return (await answer.json()) as T
}

/** The bytes of an answer. */
export async function bytes(answer: Response): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from(await answer.arrayBuffer())
}

/** Status and id of a refusal, whose body must have messageId and messageDescription and nothing else. */
export async function refusal(answer: Response): Promise<[status: number, messageId: string]> {
  const { messageId, messageDescription, ...more } = await json<Record<string, string>>(answer)
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(typeof messageDescription, 'string')
  assert.deepEqual(more, {})
  return [answer.status, messageId!]
}

/** What a refusal tells a person. */
export async function explanation(answer: Response): Promise<string> {
  return (await json<{ messageDescription: string }>(answer)).messageDescription
}

/** All themes of the first tenant. */
export async function themesOf(service: TestService): Promise<Registration[]> {
  const answer = await service.call('GET', '/v1.0/branding/themes?limit=1000')
  return (await json<{ themeRegistrations: Registration[] }>(answer)).themeRegistrations
}

/** A theme's package, or only what it customizes. */
export async function packageBytes(
  service: TestService,
  id: string,
  customizedOnly = false,
): Promise<Buffer<ArrayBuffer>> {
  const query = customizedOnly ? '?customized_only=true' : ''
  const answer = await service.call('GET', `/v1.0/branding/themes/${id}${query}`)
  assert.equal(answer.status, 200)
  return await bytes(answer)
}

/** The tag of a theme as it is now. */
export async function tagOf(service: TestService, id: string): Promise<string> {
  const answer = await service.call('HEAD', `/v1.0/branding/themes/${id}`)
  assert.equal(answer.status, 200)
  return answer.headers.get('etag')!
}

/** What a page of a service may connect to there: its assets, and what counts visits. */
export function ownPaths(url: string): string {
  const { host } = new URL(url)
  return `${host}/template/v1.0/static/ ${host}/v1.0/tabard/analytics/collect`
}
