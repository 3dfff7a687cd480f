import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import manifest from '../package.json' with { type: 'json' }
import type { Config } from './config.ts'
import { completeTokenAnswer, createApp } from './http/http.ts'
import { createFirstClient, createIdentity, ensureFirstTenant, FIRST_TENANT } from './identity/identity.ts'
import { openStore, type Store } from './store/store.ts'
import { loadMaster, type Master, Themes } from './themes/themes.ts'
import { createCodec } from './zip/zip.ts'

export const VERSION: string = manifest.version

/** A service that cannot start for a reason that a person can put right. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

export interface Service {
  /** Where it listens. */
  readonly address: string
  readonly publicUrl: string
  readonly store: Store
  readonly app: FastifyInstance
  /** The API client made at this start; undefined when there was one before. */
  readonly firstClient: { clientId: string; clientSecret: string } | undefined
  close(): Promise<void>
}

/** The store with the shipped master and the first tenant in it, which every command needs. */
export async function openInstallation(config: Config): Promise<{ store: Store; master: Master }> {
  const store = await openStore(config)
  try {
    const master = loadMaster(join(import.meta.dirname, '../master/templates'))
    await store.keepMaster(master.id, master.files)
    await ensureFirstTenant(store, master.id)
    return { store, master }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Puts the parts together and listens. */
export async function startService(config: Config, logLevel: string): Promise<Service> {
  const { store, master } = await openInstallation(config)
  const codec = createCodec()
  const now = Date.now
  let publicUrl = config.publicUrl ?? addressOf(config.host, config.port)
  const identity = createIdentity({
    store,
    publicUrl: () => publicUrl,
    locale: config.locale,
    failedTries: config.failedTries,
    now,
    events: { completeTokenAnswer, failed: err => app.log.error({ err }, 'fault') },
  })
  const themes = new Themes({
    store,
    master,
    limits: config.limits,
    codec,
    newId: randomUUID,
    now,
    pageFailed: (theme, page, err) =>
      app.log.warn({ theme, page, err }, 'the page of a theme failed; the master shows'),
  })
  const app = createApp({
    config,
    store,
    themes,
    identity,
    version: VERSION,
    logLevel,
    newRequestId: randomUUID,
  })
  const close = async () => {
    await app.close()
    await codec.close()
    await store.close()
  }
  try {
    await listening(app, config)
    const { port } = app.server.address() as { port: number }
    const address = addressOf(config.host, port)
    publicUrl = config.publicUrl ?? address
    const given = { id: config.clientId, secret: config.clientSecret }
    const firstClient = await createFirstClient(store.tenant(FIRST_TENANT), given)
    return { address, publicUrl, store, app, firstClient, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function listening(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new CannotStart(
        `Port ${port} on ${host} is in use: stop what listens there, or set PORT to another one.`,
      )
    }
    if (code === 'EACCES')
      throw new CannotStart(`Port ${port} may not be used by this user: set PORT above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new CannotStart(`HOST ${host} is not an address of this machine: use 127.0.0.1 or 0.0.0.0.`)
    }
    throw new CannotStart(`The service cannot listen on ${host}:${port}: ${message}.`)
  }
}

function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
