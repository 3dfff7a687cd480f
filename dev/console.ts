import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { CONSOLE_PATHS } from '../src/identity/identity.ts'
import { navigate } from '../test/support/navigate.ts'
import { type ConsolePlace, signedIn } from './session.ts'

const ROOT = join(import.meta.dirname, '..')
const CONSOLE = join(ROOT, 'console')
/** What the service answers itself. All other addresses are screens and modules of the console. */
const SERVED = [...Object.values(CONSOLE_PATHS), '/session', '/v1.0', '/openapi.json', '/docs', '/assets']
const IS_SERVED = new RegExp(`^(?:${SERVED.join('|').replaceAll('.', '\\.')})(?:[/?]|$)`)
const DOWN = 'The service does not run. The terminal says why; it is started again when a file changes.\n'

/** What the console is served from. */
export interface DevConsoleParts extends ConsolePlace {
  readonly port: number
  /** Where prepared modules of others are kept. */
  readonly cache: string
  /** Whether the service runs; this waits while it starts. */
  readonly isUp: () => Promise<boolean>
}

/** A server for the console that compiles its sources when they are asked for, and passes calls on to the service. */
export interface DevConsole {
  /** Calls back when a file in a folder changes. */
  watch(folder: string, changed: (file: string) => void): void
  close(): Promise<void>
}

/** Listens on loopback only: whoever opens it is signed in as the administrator. */
export async function startConsole(parts: DevConsoleParts): Promise<DevConsole> {
  const http = createServer()
  const vite = await createVite({
    configFile: join(CONSOLE, 'vite.config.ts'),
    cacheDir: parts.cache,
    appType: 'custom',
    clearScreen: false,
    // Replaces components that change without a reload. A built console needs none of it.
    plugins: [react()],
    server: {
      middlewareMode: true,
      ws: { server: http },
      cors: false,
      fs: { allow: [CONSOLE, join(ROOT, 'src/core'), join(ROOT, 'node_modules')] },
      proxy: { [IS_SERVED.source]: { target: parts.target } },
    },
  })
  http.on('request', async (request, response) => {
    const isServed = IS_SERVED.test(request.url!)
    const use = request.headers['sec-fetch-dest']
    const send = async () => {
      if (!(await parts.isUp())) return response.writeHead(503, { 'content-type': 'text/plain' }).end(DOWN)
      if (isServed) return vite.middlewares(request, response)
      await sendPage(vite, parts, request, response).catch(error => {
        console.error(error)
        response.writeHead(500, { 'content-type': 'text/plain' }).end('The terminal says what failed.\n')
      })
    }
    if (isServed || use === 'document') return await send()
    // Programs such as curl do not say what they want: they get a screen where there is no module.
    vite.middlewares(request, response, use === undefined ? () => void send() : undefined)
  })
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject).listen(parts.port, '127.0.0.1', resolve)
  })
  return {
    watch(folder, changed) {
      vite.watcher.add(folder).on('all', (event, file) => {
        if (event !== 'addDir' && file.startsWith(folder)) changed(file)
      })
    },
    async close() {
      http.close()
      http.closeAllConnections()
      await vite.close()
    },
  }
}

/** Sends the page of the console as the service does, with the same policy, and signs a browser in. */
async function sendPage(
  vite: ViteDevServer,
  place: ConsolePlace,
  { url, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const built = await navigate(`${place.target}/`)
  // Where the console was never built there is no page either, and so no policy.
  const policy = built.ok ? built.headers.get('content-security-policy')! : ''
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? []
  // Only browsers say what they ask for, and only they are signed in.
  const cookies = headers['sec-fetch-dest'] === 'document' ? await signedIn(place, headers.cookie ?? '') : []
  const text = await vite.transformIndexHtml(url!, readFileSync(join(CONSOLE, 'index.html'), 'utf8'))
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('cache-control', 'no-store')
  if (policy !== '') response.setHeader('content-security-policy', policy)
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  response.end(text.replaceAll('__NONCE__', nonce))
}
