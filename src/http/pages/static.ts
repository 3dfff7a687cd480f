import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAsset } from '../../core/asset.ts'
import type { BlobInfo, ThemeBlob } from '../../core/blob.ts'
import { BoundedCache } from '../../core/bounded-cache.ts'
import { assetPlaces } from '../../core/places.ts'
import { isFresh, precondition } from '../../core/precondition.ts'
import { Refusal } from '../../core/refusal.ts'
import { DEFAULT_THEME } from '../../core/theme.ts'
import type { Snapshot } from '../../pages/pages.ts'
import type { Themes } from '../../themes/themes.ts'
import { resource } from '../description/resource.ts'
import { mediaType } from '../request/media-type.ts'
import { firstOf, segmentsAfter } from '../request/target.ts'
import { ASSET, ICON } from './static-calls.ts'

const PREFIX = /^\/template\/v1\.0\/static\//
const FAVICON = 'assets/icon/favicon.svg'
const TOUCH_ICON = 'assets/icon/apple-touch-icon.png'
/** What browsers ask for by themselves where a page names no icon, and what pages made for IBM Security Verify name. */
const ICONS = ['/favicon.ico', '/usc/favicon.ico', '/ui/assets/img/favicon.ico']
const GZIP_BYTES = 16 * 1024 * 1024
const TEXTUAL = /^(?:text|application\/json|image\/svg)/

/** What every asset is answered with. */
export const ASSET_HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
  vary: 'accept-encoding',
  // An image may be opened by itself, and then nothing in it may act.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

/** Where assets are remembered as they go out compressed. */
export function gzipCache(): BoundedCache<string, Buffer> {
  return new BoundedCache(GZIP_BYTES, bytes => bytes.length + 100)
}

/** The assets of themes. They need no token, are cached for ever by generation, and may be used from any origin. */
export function staticFiles(
  app: FastifyInstance,
  { themes, gzipped }: { themes: Themes; gzipped: BoundedCache<string, Buffer> },
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
    const query = firstOf(request.raw.url!)
    const tenant = request.tenant.id
    const id = query.get('themeId')
    const view = (id && (await themes.view(tenant, id))) || (await themes.view(tenant, DEFAULT_THEME))!
    const generation = query.get('v')
    const at = generation === undefined ? view : await themes.viewAt(tenant, view, generation)
    const path =
      ownIcon(at, name) ??
      assetPlaces(name).find(candidate => isAsset(candidate) && at.file(candidate) !== undefined)
    if (path === undefined) throw new Refusal('file_unknown', { path: name })

    const info = at.file(path)!
    const type = mediaType(path)
    if (/\.css$/i.test(path)) {
      const asker = { tenant, customer: 'visitors' } as const
      const sheet = await themes.sheets.delivered(asker, at, { name, path }, info)
      const light = query.get('scheme') === 'light'
      if (sheet !== undefined || light) {
        const pinned = generation === at.generation && (id === undefined || id === at.id)
        const bytes = sheet === undefined || sheet === 'unsure' ? await themes.content(info) : sheet
        return await sendSheet(request, reply, light ? withoutDark(bytes) : bytes, {
          tag: `"${info.digest}-${at.id}-${at.generation}${light ? '-light' : ''}"`,
          cache: cacheControl('bytes' in info || sheet === 'unsure', pinned),
        })
      }
    }
    const asGzip = info.deflatedSize > 0 && TEXTUAL.test(type) && acceptsGzip(request)
    const tag = `"${info.digest}${asGzip ? '-gzip' : ''}"`
    const unsaved = 'bytes' in info
    reply.headers({
      etag: tag,
      'cache-control': cacheControl(
        unsaved,
        generation === at.generation && (id === undefined || id === at.id),
      ),
      ...ASSET_HEADERS,
    })
    if (isFresh(precondition(undefined, request.headers['if-none-match']), tag)) return reply.code(304).send()
    reply.header('content-type', type)
    if (asGzip) return reply.header('content-encoding', 'gzip').send(await compressed(info))
    return reply.send(await themes.content(info))
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

/** Sends a style sheet that is not as it was stored. */
async function sendSheet(
  request: FastifyRequest,
  reply: FastifyReply,
  sheet: Buffer,
  { tag, cache }: { readonly tag: string; readonly cache: string },
): Promise<FastifyReply> {
  reply.headers({ ...ASSET_HEADERS, etag: tag, 'cache-control': cache })
  if (isFresh(precondition(undefined, request.headers['if-none-match']), tag)) return reply.code(304).send()
  return reply.header('content-type', mediaType('theme.css')).send(sheet)
}

/** The icon of a theme, whatever its format is; for a home screen a picture of pixels. */
function ownIcon(view: Snapshot, name: string): string | undefined {
  const own = (...icons: string[]) =>
    icons.map(icon => `common/static/assets/icon/${icon}`).find(path => view.own(path))
  if (name === FAVICON) return own('favicon.svg', 'favicon.png', 'favicon.ico')
  if (name !== TOUCH_ICON) return undefined
  const icon = own('apple-touch-icon.png', 'favicon.png')
  // A device draws an icon of its own rather than have ours stand for a brand that has another one.
  if (icon === undefined && own('favicon.svg', 'favicon.ico'))
    throw new Refusal('file_unknown', { path: name })
  return icon
}

/** A style sheet without its dark mode, for themes that have none. */
function withoutDark(sheet: Buffer): Buffer {
  const light = sheet.toString('latin1').replaceAll('@media (prefers-color-scheme: dark)', '@media not all')
  return Buffer.from(light, 'latin1')
}

function cacheControl(unsaved: boolean, pinned: boolean): string {
  if (unsaved) return 'no-store'
  return pinned ? 'public, max-age=31536000, immutable' : 'public, no-cache'
}

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

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/** The stored stream as a gzip answer: a header before it, checksum and size after it. */
function gzip({ deflated, crc, size }: ThemeBlob): Buffer {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc, 0)
  trailer.writeUInt32LE(size, 4)
  return Buffer.concat([GZIP_HEADER, deflated, trailer])
}
