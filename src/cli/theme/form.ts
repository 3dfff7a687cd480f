import { randomBytes } from 'node:crypto'

/** The parts of a form: an archive and JSON. */
export interface Form {
  readonly files?: Buffer
  readonly configuration?: unknown
}

/** Encodes a form for sending. */
export function formOf(parts: Form): { readonly type: string; readonly body: Buffer } {
  const boundary = `tabard-${randomBytes(18).toString('hex')}`
  const { files, configuration } = parts
  const head = (disposition: string, type: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`
  const pieces: (string | Buffer)[] = []
  if (files !== undefined)
    pieces.push(head('name="files"; filename="theme.zip"', 'application/zip'), files, '\r\n')
  if (configuration !== undefined)
    pieces.push(head('name="configuration"', 'application/json'), JSON.stringify(configuration), '\r\n')
  pieces.push(`--${boundary}--\r\n`)
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat(pieces.map(piece => (typeof piece === 'string' ? Buffer.from(piece) : piece))),
  }
}
