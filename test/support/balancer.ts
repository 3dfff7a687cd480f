import { createServer, request as forwarded } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An address that leads to several servers. */
export interface Balancer {
  readonly url: string
  /** Where requests go from now on: to each in turn, the first one first. */
  lead(servers: readonly { readonly url: string }[]): void
  stop(): Promise<void>
}

/** Starts a proxy that sends each request to another server than the one before. */
export async function startBalancer(): Promise<Balancer> {
  let targets: readonly { readonly url: string }[] = []
  let turn = 0
  const server = createServer((request, response) => {
    const target = targets[turn++ % targets.length]!.url
    const { method, headers } = request
    const onward = forwarded(new URL(request.url!, target), { method, headers, agent: false })
    onward.on('response', answer => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(servers) {
      targets = servers
      turn = 0
    },
    async stop() {
      server.closeAllConnections()
      await new Promise<void>(resolve => void server.close(() => resolve()))
    },
  }
}
