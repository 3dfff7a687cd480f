import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { addressOf, CannotStart } from './installation.ts'

/** The console's port: the configured one, else the next one, else any free one if no proxy has to find it. */
export async function listenBeside(app: FastifyInstance, config: Config, port: number): Promise<number> {
  const { host, consolePort, consoleUrl } = config
  const wanted = consolePort ?? port + 1
  const set = { host: 'HOST', port: 'TABARD_CONSOLE_PORT' }
  try {
    await listen(app, { host, port: wanted > 65_535 ? 0 : wanted }, set)
  } catch (error) {
    // A proxy would send administrators to the program that has the port.
    const isKnownToProxy = consoleUrl !== undefined && config.port !== 0
    if (consolePort !== undefined || isKnownToProxy) throw error
    await listen(app, { host, port: 0 }, set)
  }
  return (app.server.address() as { port: number }).port
}

/** Listens for the metrics, and returns their URL. */
export async function listenApart(app: FastifyInstance, config: Config): Promise<string> {
  const { metricsHost: host, metricsPort: port = 0 } = config
  await listen(app, { host, port }, { host: 'TABARD_METRICS_HOST', port: 'TABARD_METRICS_PORT' })
  return `${addressOf({ host }, (app.server.address() as { port: number }).port)}/metrics`
}

/** Listens on a port. If that fails, the error says why, and what to do. */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  set = { host: 'HOST', port: 'PORT' },
): Promise<void> {
  try {
    await app.listen({ host, port, listenTextResolver: () => `listening on ${host}:${port}` })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new CannotStart(
        `Port ${port} on ${host} is in use. Stop the program that uses it, or set ${set.port} to another port.`,
      )
    }
    if (code === 'EACCES')
      throw new CannotStart(
        `Port ${port} is not allowed for this user. Set ${set.port} to a port above 1023.`,
      )
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new CannotStart(
        `${set.host} ${host} is not an address of this machine. Use 127.0.0.1 or 0.0.0.0.`,
      )
    }
    throw new CannotStart(`The service cannot listen on ${host}:${port}: ${message}.`)
  }
}
