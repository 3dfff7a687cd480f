import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import { assetFile } from '../../program.ts'
import { resource } from '../description/resource.ts'
import { acceptsGzip } from '../request/accepts-gzip.ts'
import { mediaType } from '../request/media-type.ts'
import { firstOf } from '../request/target.ts'
import { isUnchanged } from '../request/unchanged.ts'
import { FIELD_FILE, FIELD_FOLDER_FILE } from './field-files-calls.ts'
import { ASSET_HEADERS } from './static.ts'

const FOLDER = assetFile('http/pages/field')
const SERVICE = '/authsvc/mtfim/sps/static'
const LOOK = 'look.css'

/** Which file stands at an address. Pages made for IBM Security Verify load these from the service, not from a theme. */
const FILES: Readonly<Record<string, string>> = {
  [`${SERVICE}/common.js`]: 'common.js',
  [`${SERVICE}/macotp_login.js`]: 'macotp_login.js',
  [`${SERVICE}/totp_login.js`]: 'totp_login.js',
  [`${SERVICE}/combinedmfa_selection.js`]: 'combinedmfa_selection.js',
  [`${SERVICE}/change_password.js`]: 'change_password.js',
  [`${SERVICE}/basicldapuser_changepassword.js`]: 'change_password.js',
  [`${SERVICE}/basicldapuser_login.js`]: 'basicldapuser_login.js',
  [`${SERVICE}/forgot_password.js`]: 'forgot_password.js',
  [`${SERVICE}/proper_errors_all_error.js`]: 'proper_errors_all_error.js',
  '/idaas/mtfim/static/lsp.js': 'lsp.js',
  '/idaas/mtfim/static/styles.css': LOOK,
  '/usc/css/stateless.css': LOOK,
  '/usc/js/ieCheck.js': 'nothing.js',
  '/profile/static/registration.js': 'registration.js',
  '/profile/static/registration.css': LOOK,
  '/profile/static/carbon-components.min.js': 'nothing.js',
}

/** Old error pages load files of any name from these folders, and need no more than these. */
const FOLDERS: readonly { readonly at: string; readonly ending: string; readonly file: string }[] = [
  { at: '/ui/assets/_js/', ending: '.js', file: 'proper_errors_all_error.js' },
  { at: '/ui/assets/css/', ending: '.css', file: LOOK },
]

/** A file, and how it looks to a page whose theme has colors for light pages only. */
interface Kept {
  readonly usual: Served
  readonly light: Served
}

interface Served {
  readonly type: string
  readonly plain: Buffer
  readonly gzipped: Buffer
  readonly digest: string
}

/** The scripts and style sheets of the service that pages made for IBM Security Verify load. */
export function fieldFiles(app: FastifyInstance): void {
  for (const [address, name] of Object.entries(FILES))
    resource(app, address, FIELD_FILE, { GET: async (request, reply) => deliver(request, reply, read(name)) })
  for (const { at, ending, file } of FOLDERS) {
    resource(app, `${at}*`, FIELD_FOLDER_FILE, {
      async GET(request, reply) {
        const path = request.raw.url!.replace(/\?.*$/s, '')
        if (!path.endsWith(ending)) throw new Refusal('file_unknown', { path: path.slice(at.length) })
        return deliver(request, reply, read(file))
      },
    })
  }
}

/** The file of the service at an address, for pages that another server delivers; undefined if there is none. */
export function fieldFile(path: string, light: boolean): { type: string; body: Buffer } | undefined {
  const folder = FOLDERS.find(({ at, ending }) => path.startsWith(at) && path.endsWith(ending))
  const name = Object.hasOwn(FILES, path) ? FILES[path] : folder?.file
  if (name === undefined) return undefined
  const { type, plain } = read(name)[light ? 'light' : 'usual']
  return { type, body: plain }
}

function deliver(request: FastifyRequest, reply: FastifyReply, { usual, light }: Kept): FastifyReply {
  const file = firstOf(request.raw.url!).get('scheme') === 'light' ? light : usual
  const asGzip = acceptsGzip(request)
  const tag = `"${file.digest}${asGzip ? '-gzip' : ''}"`
  // The URLs of these files have no version, so browsers must ask again to notice a new one.
  reply.headers({ ...ASSET_HEADERS, 'cache-control': 'public, max-age=600' })
  if (isUnchanged(request, reply, tag)) return reply
  reply.header('content-type', file.type)
  if (asGzip) return reply.header('content-encoding', 'gzip').send(file.gzipped)
  return reply.send(file.plain)
}

/** What was read: the files do not change while the process runs. */
const known = new Map<string, Kept>()

function read(name: string): Kept {
  const file = known.get(name) ?? made(name)
  known.set(name, file)
  return file
}

function made(name: string): Kept {
  const text = name.endsWith('.js') ? script(name) : readFileSync(join(FOLDER, name), 'utf8')
  const light = text
    .replaceAll('@media (prefers-color-scheme: dark)', '@media not all')
    .replaceAll('color-scheme: light dark', 'color-scheme: light')
  const type = mediaType(name)
  return { usual: served(text, type), light: served(light, type) }
}

function served(text: string, type: string): Served {
  const plain = Buffer.from(text)
  const digest = hash('sha256', plain, 'base64url')
  return { type, plain, gzipped: gzipSync(plain, { level: 9 }), digest }
}

/** A script with the helpers that it needs; nothing of it is global but what it puts there. */
function script(name: string): string {
  const [helpers, body] = ['helpers.js', name].map(file => readFileSync(join(FOLDER, file), 'utf8'))
  return `;(() => {\n'use strict'\n${helpers}\n${body}})()\n`
}
