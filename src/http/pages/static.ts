import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAsset } from '../../core/asset.ts'
import type { BlobInfo, ThemeBlob } from '../../core/blob.ts'
import { BoundedCache } from '../../core/bounded-cache.ts'
import { assetPlaces } from '../../core/places.ts'
import { Refusal } from '../../core/refusal.ts'
import { DEFAULT_THEME } from '../../core/theme.ts'
import type { Snapshot } from '../../pages/pages.ts'
import type { Store } from '../../store/store.ts'
import { isPreview, type Themes } from '../../themes/themes.ts'
import { resource } from '../description/resource.ts'
import { acceptsGzip } from '../request/accepts-gzip.ts'
import { type ByteRange, byteRange } from '../request/byte-range.ts'
import { mediaType } from '../request/media-type.ts'
import { firstOf, segmentsAfter } from '../request/target.ts'
import { isUnchanged } from '../request/unchanged.ts'
import { keepable } from '../server/kept-answers.ts'
import { ASSET, ICON } from './static-calls.ts'

const PREFIX = /^\/template\/v1\.0\/static\//
const FAVICON = 'assets/icon/favicon.svg'
const TOUCH_ICON = 'assets/icon/apple-touch-icon.png'
/** What browsers ask for by themselves where a page names no icon, and what pages made for IBM Security Verify name. */
const ICONS = ['/favicon.ico', '/usc/favicon.ico', '/ui/assets/img/favicon.ico']
const NO_STORE = 'no-store'
const GZIP_BYTES = 16 * 1024 * 1024
const TEXTUAL = /^(?:text|application\/json|image\/svg)/

/** The headers of every asset. */
export const ASSET_HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
  vary: 'accept-encoding',
  // Somebody may open an SVG image as a document. Its scripts must not run then.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

/** A cache of compressed assets. */
export function gzipCache(): BoundedCache<string, Buffer> {
  return new BoundedCache(GZIP_BYTES, bytes => bytes.length + 100)
}

/** The assets of themes. They need no token, are cached for ever by generation, and may be used from any origin. */
export function staticFiles(
  app: FastifyInstance,
  { themes, store, gzipped }: { themes: Themes; store: Store; gzipped: BoundedCache<string, Buffer> },
): void {
  const compressed = async (info: BlobInfo): Promise<Buffer> => {
    const known = gzipped.get(info.digest) ?? gzip(await themes.blob(info))
    gzipped.set(info.digest, known)
    return known
  }

  const deliver = async (
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
  ): Promise<FastifyReply> => {
    const epoch = store.epoch()
    const query = firstOf(request.raw.url!)
    const tenant = request.tenant.id
    const id = query.get('themeId')
    const view = (id && (await themes.view(tenant, id))) || (await themes.view(tenant, DEFAULT_THEME))!
    // While the store is away, an older revision is shown, or the default theme. Neither may outlast that.
    const isSure = themes.isRead(tenant, view, epoch) && (id === undefined || id === view.id)
    const generation = query.get('v')
    const at = generation === undefined ? view : await themes.viewAt(tenant, view, generation)
    const path = assetPath(at, name)
    if (path === undefined) throw new Refusal('file_unknown', { path: name, places: assetPlaces(name) })

    const info = at.file(path)!
    // A preview ends at a time, and the store does not change then.
    const keep = (body: Buffer, cache: string) => {
      if (isSure && cache !== NO_STORE && !isPreview(at.id)) keepable(request, epoch, body)
      return body
    }
    const type = mediaType(path)
    const pinned = generation === at.generation && (id === undefined || id === at.id)
    if (/\.css$/i.test(path)) {
      const asker = { tenant, customer: 'visitors' } as const
      const sheet = await themes.sheets.delivered(asker, at, { name, path }, info)
      const light = query.get('scheme') === 'light'
      if (sheet !== undefined || light) {
        const bytes = sheet === undefined || sheet === 'unsure' ? await themes.content(info) : sheet
        const cache = cacheControl('bytes' in info || sheet === 'unsure', pinned)
        return await sendSheet(request, reply, keep(light ? withoutDark(bytes) : bytes, cache), {
          tag: `"${info.digest}-${at.id}-${at.generation}${light ? '-light' : ''}"`,
          cache,
        })
      }
    }
    const asGzip = info.deflatedSize > 0 && TEXTUAL.test(type) && acceptsGzip(request)
    const tag = `"${info.digest}${asGzip ? '-gzip' : ''}"`
    const cache = cacheControl('bytes' in info, pinned)
    reply.headers({ 'cache-control': cache, ...ASSET_HEADERS })
    if (isUnchanged(request, reply, tag)) return reply
    reply.header('content-type', type)
    const body = asGzip ? await compressed(info) : await themes.content(info)
    if (asGzip) reply.header('content-encoding', 'gzip')
    // Safari plays no video without them.
    if (type.startsWith('video/')) {
      reply.header('accept-ranges', 'bytes')
      const part = byteRange(request, tag, body.length)
      if (part !== undefined) return sendPart(reply, body, part)
    }
    return reply.send(keep(body, cache))
  }

  resource(app, '/template/v1.0/static/*', ASSET, {
    async GET(request, reply) {
      const name = segmentsAfter(PREFIX, request.raw.url!).join('/')
      return await deliver(request, reply, themes.of(request.tenant.id).path(name))
    },
  })
  for (const address of ICONS)
    resource(app, address, ICON, { GET: (request, reply) => deliver(request, reply, FAVICON) })
}

/** The path of the file that an address of assets means in a theme. */
export function assetPath(view: Snapshot, name: string): string | undefined {
  return (
    ownIcon(view, name) ??
    assetPlaces(name).find(candidate => isAsset(candidate) && view.file(candidate) !== undefined)
  )
}

function sendPart(reply: FastifyReply, body: Buffer, { first, last }: ByteRange): FastifyReply {
  reply.code(206).header('content-range', `bytes ${first}-${last}/${body.length}`)
  return reply.send(body.subarray(first, last + 1))
}

/** Sends a style sheet that is not as it was stored. */
async function sendSheet(
  request: FastifyRequest,
  reply: FastifyReply,
  sheet: Buffer,
  { tag, cache }: { readonly tag: string; readonly cache: string },
): Promise<FastifyReply> {
  reply.headers({ ...ASSET_HEADERS, 'cache-control': cache })
  if (isUnchanged(request, reply, tag)) return reply
  return reply.header('content-type', mediaType('theme.css')).send(sheet)
}

/** The icon of a theme, whatever its format is; for a home screen a picture of pixels. */
function ownIcon(view: Snapshot, name: string): string | undefined {
  const own = (...icons: string[]) =>
    icons.map(icon => `common/static/assets/icon/${icon}`).find(path => view.own(path))
  if (name === FAVICON) return own('favicon.svg', 'favicon.png', 'favicon.ico')
  if (name !== TOUCH_ICON) return undefined
  const icon = own('apple-touch-icon.png', 'favicon.png')
  // A device should draw its own icon rather than show ours for a brand with another one.
  if (icon === undefined && own('favicon.svg', 'favicon.ico'))
    throw new Refusal('file_unknown', { path: name })
  return icon
}

/** A style sheet without its dark mode, for themes that have none. */
export function withoutDark(sheet: Buffer): Buffer {
  const light = sheet.toString('latin1').replaceAll('@media (prefers-color-scheme: dark)', '@media not all')
  return Buffer.from(light, 'latin1')
}

function cacheControl(unsaved: boolean, pinned: boolean): string {
  if (unsaved) return NO_STORE
  return pinned ? 'public, max-age=31536000, immutable' : 'public, no-cache'
}

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/** The stored stream as a gzip answer: a header before it, checksum and size after it. */
function gzip({ deflated, crc, size }: ThemeBlob): Buffer {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc, 0)
  trailer.writeUInt32LE(size, 4)
  return Buffer.concat([GZIP_HEADER, deflated, trailer])
}
