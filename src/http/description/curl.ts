import { type Body, type Call, ENTITLED } from './call.ts'
import type { Entry } from './call-book.ts'
import { MEDIA_TYPES } from './operation.ts'

/** A line for a shell that makes the call; undefined where it takes the session of a browser. */
export function curl({ method, path }: Entry, call: Call): string | undefined {
  if (call.who !== 'anyone' && !(call.who in ENTITLED)) return undefined
  const at = (call.parameters ?? []).filter(parameter => parameter.in === 'path')
  const address = at.reduce((url, { name, example }) => url.replace(`{${name}}`, String(example)), path)
  const parts = [
    'curl',
    // With data curl posts by itself.
    ...(method === 'GET' || (method === 'POST' && call.body !== undefined) ? [] : [`-X ${method}`]),
    ...(call.who === 'anyone' ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(call.body === undefined ? [] : sent(call.body)),
    ...(receivesFile(call) ? ['-o theme.zip'] : []),
    `"$URL${address}"`,
  ]
  return parts.join(' \\\n  ')
}

function sent({ kind, example }: Body): string[] {
  if (kind === 'file') return ['-F file=@page_style.css']
  if (kind === 'form') return ['-u "$CLIENT_ID:$CLIENT_SECRET"', ...formFields(example)]
  if (kind !== 'package')
    return [`-H "Content-Type: ${MEDIA_TYPES[kind]}"`, `-d '${JSON.stringify(example)}'`]
  const { configuration } = (example ?? {}) as { configuration?: unknown }
  return [
    '-F files=@theme.zip',
    ...(configuration === undefined ? [] : [`-F 'configuration=${JSON.stringify(configuration)}'`]),
  ]
}

/** The fields of a form, without the credentials, which go by HTTP Basic. */
function formFields(example: unknown): string[] {
  const { client_id: _, client_secret: __, ...fields } = example as Record<string, string>
  return Object.entries(fields).map(([name, value]) => `-d ${name}=${value}`)
}

function receivesFile({ answers }: Call): boolean {
  return answers[200]?.content?.['application/zip'] !== undefined
}
