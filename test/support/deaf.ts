import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

const NOTIFICATION = 'A'.charCodeAt(0)

/** A way to a PostgreSQL on which every notification is lost, and nothing else. */
export async function startDeafWay(url: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => other.destroy())
    }
    near.pipe(far)
    let rest = Buffer.alloc(0)
    far.on('data', data => {
      rest = Buffer.concat([rest, data])
      // Each message is a letter, and the length of what follows it.
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const end = 1 + rest.readUInt32BE(1)
        if (rest[0] !== NOTIFICATION) near.write(rest.subarray(0, end))
        rest = rest.subarray(end)
      }
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const way = new URL(url)
  way.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: way.href,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>(resolve => void server.close(() => resolve()))
    },
  }
}
