import { base64 } from '../parts/base64.ts'

/** A logo for pages, and a copy for mails, because many mail programs do not show SVG. */
export interface Logo {
  readonly svg: Blob
  readonly png: Blob
}

/** A file that cannot be used. The message says what to do. */
export class ImageProblem extends Error {}

/**
 * All images are saved in one call of at most 4 MiB. A PNG takes three times its size there: it is sent as it is and
 * inside an SVG, both in base64.
 */
const MOST_BYTES = 500 * 1024
/** Twice the height in mails, for high-resolution screens. */
const PNG_HEIGHT = 72
const MOST_WIDTH = 2400
const MOST_ICON_BYTES = 100 * 1024
const ICO = [0, 0, 1, 0]
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const NO_IMAGE = 'This file is not an SVG or PNG image. Export the logo as SVG or PNG, then choose it again.'

/** Creates both formats of a logo from the chosen file. */
export async function logoOf(file: Blob): Promise<Logo> {
  if (file.size > MOST_BYTES)
    throw new ImageProblem('This file is larger than 500 KB. Export the logo smaller, then choose it again.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  return isPng(bytes) ? await fromPng(bytes) : await fromSvg(bytes)
}

/** The format of an icon. Its content is not changed. */
export async function iconFormat(file: Blob): Promise<'svg' | 'png' | 'ico'> {
  if (file.size > MOST_ICON_BYTES)
    throw new ImageProblem('This file is larger than 100 KB. Every page loads the icon: export it smaller.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isPng(bytes)) return 'png'
  if (ICO.every((byte, index) => bytes[index] === byte)) return 'ico'
  if (svgRoot(bytes) !== undefined) return 'svg'
  throw new ImageProblem('This file is not an SVG, PNG or ICO image. Export the icon again, then choose it.')
}

function isPng(bytes: Uint8Array): boolean {
  return PNG.every((byte, index) => bytes[index] === byte)
}

async function fromPng(bytes: Uint8Array<ArrayBuffer>): Promise<Logo> {
  const png = new Blob([bytes], { type: 'image/png' })
  const { naturalWidth: width, naturalHeight: height } = await imageOf(png)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="data:image/png;base64,${base64(bytes)}"/></svg>\n`
  return { png, svg: new Blob([svg], { type: 'image/svg+xml' }) }
}

async function fromSvg(bytes: Uint8Array<ArrayBuffer>): Promise<Logo> {
  const root = svgRoot(bytes)
  if (root === undefined) throw new ImageProblem(NO_IMAGE)
  const ratio = ratioOf(root)
  if (ratio === undefined)
    throw new ImageProblem('This SVG does not say how wide and high it is. Export it with a viewBox.')
  const width = Math.min(Math.round(PNG_HEIGHT * ratio), MOST_WIDTH)
  const height = Math.round(width / ratio)
  if (!root.hasAttribute('viewBox'))
    root.setAttribute('viewBox', `0 0 ${lengthOf(root, 'width')} ${lengthOf(root, 'height')}`)
  root.setAttribute('width', String(width))
  root.setAttribute('height', String(height))
  const sized = new Blob([new XMLSerializer().serializeToString(root)], { type: 'image/svg+xml' })
  return {
    svg: new Blob([bytes], { type: 'image/svg+xml' }),
    png: await painted(await imageOf(sized), width, height),
  }
}

/** The root element of an SVG; undefined if the file is not one. */
function svgRoot(bytes: Uint8Array): Element | undefined {
  const drawing = new DOMParser().parseFromString(new TextDecoder().decode(bytes), 'image/svg+xml')
  const root = drawing.documentElement
  const isSvg = root.namespaceURI === 'http://www.w3.org/2000/svg' && root.localName === 'svg'
  return isSvg && drawing.querySelector('parsererror') === null ? root : undefined
}

function ratioOf(root: Element): number | undefined {
  const [, , width, height] = (root.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const ratio = width && height ? width / height : lengthOf(root, 'width') / lengthOf(root, 'height')
  return ratio > 0 && Number.isFinite(ratio) ? ratio : undefined
}

function lengthOf(root: Element, name: string): number {
  const text = root.getAttribute(name) ?? ''
  return text.endsWith('%') ? Number.NaN : Number.parseFloat(text)
}

async function imageOf(blob: Blob): Promise<HTMLImageElement> {
  const image = new Image()
  const url = URL.createObjectURL(blob)
  try {
    image.src = url
    await image.decode()
    return image
  } catch {
    throw new ImageProblem(NO_IMAGE)
  } finally {
    URL.revokeObjectURL(url)
  }
}

async function painted(image: HTMLImageElement, width: number, height: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  try {
    canvas.getContext('2d')!.drawImage(image, 0, 0, width, height)
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
    if (blob !== null) return blob
  } catch {
    // Reported below: browsers do not draw an image with foreign content.
  }
  throw new ImageProblem('This SVG cannot be drawn as a picture for mails. Export the logo as PNG instead.')
}
