import type { FastifyRequest } from 'fastify'

/** Whether a client takes gzip. */
export function acceptsGzip({ headers }: FastifyRequest): boolean {
  const given = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
  const quality = (name: string) => {
    const range = given
      .map(item => item.split(';').map(part => part.trim()))
      .find(([coding]) => coding === name)
    return range && Number(range.find(part => part.startsWith('q='))?.slice(2) ?? 1)
  }
  return (quality('gzip') ?? quality('*') ?? 0) > 0
}
