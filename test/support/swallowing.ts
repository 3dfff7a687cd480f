import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a PostgreSQL that can swallow everything, in both directions, without anybody being told. */
export interface SwallowingWay {
  readonly url: string
  /** From now on nothing gets through, and what is sent meanwhile never will. */
  swallow(): void
  /** Connections that are made from now on work; those before have lost something, and stay as they are. */
  pass(): void
  stop(): Promise<void>
}

export async function startSwallowingWay(url: string): Promise<SwallowingWay> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const isHollow = new WeakSet<Socket>()
  let swallowing = false
  const server = createServer(near => {
    const far = connect(Number(target.port), target.hostname)
    if (swallowing) isHollow.add(near)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        if (!isHollow.has(near)) other.destroy()
      })
      socket.on('data', data => {
        if (!isHollow.has(near)) other.write(data)
      })
    }
    near.on('close', () => far.destroy())
    if (swallowing) return
    open.add(near)
    near.on('close', () => open.delete(near))
  })
  const open = new Set<Socket>()
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const way = new URL(url)
  way.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: way.href,
    swallow() {
      swallowing = true
      for (const near of open) isHollow.add(near)
    },
    pass() {
      swallowing = false
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>(resolve => void server.close(() => resolve()))
    },
  }
}
