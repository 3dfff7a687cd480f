import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TestPair } from '../support/certificate.ts'

/** Who has a host of their own in the tests. */
export type Role = 'pages' | 'console' | 'bank' | 'fun' | 'evil'

/** How browser and servers talk, and the host name of each server. */
export interface Transport {
  readonly name: string
  readonly secure: boolean
  readonly hosts: Readonly<Record<Role, string>>
}

// The names under `test` resolve in the browser only; in Node every server is reached at 127.0.0.1.

export const PLAIN: Transport = {
  name: 'plain HTTP on one machine',
  secure: false,
  // The pages and the console share their cookies, as they do on a developer's machine.
  hosts: {
    pages: '127.0.0.1',
    console: '127.0.0.1',
    bank: 'localhost',
    fun: 'localhost',
    evil: '127.0.0.2',
  },
}

export const SECURE: Transport = {
  name: 'TLS with host names',
  secure: true,
  hosts: {
    pages: 'login.brand.test',
    console: 'console.brand.test',
    bank: 'bank.test',
    fun: 'fun.test',
    evil: 'evil.test',
  },
}

/** The address of a role's server. */
export function addressOf({ secure, hosts }: Transport, role: Role, port: number): string {
  return `http${secure ? 's' : ''}://${hosts[role]}:${port}`
}

export interface Listening {
  readonly url: string
  stop(): Promise<void>
}

/** Starts a server on a free port. */
export async function listen(
  transport: Transport,
  role: Role,
  pair: TestPair,
  answer: RequestListener,
): Promise<Listening> {
  const server: Server = transport.secure ? createSecureServer(pair, answer) : createServer(answer)
  const host = /^127\./.test(transport.hosts[role]) ? transport.hosts[role] : '127.0.0.1'
  await new Promise<void>(resolve => void server.listen(0, host, resolve))
  return {
    url: addressOf(transport, role, (server.address() as AddressInfo).port),
    async stop() {
      server.closeAllConnections()
      await new Promise<void>(resolve => void server.close(() => resolve()))
    },
  }
}
