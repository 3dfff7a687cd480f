import { type Color, contrast } from './contrast.ts'

/** The background of a logo in dark mode. */
const DARK: Color = [25, 28, 34]
const HEIGHT = 48
/** WCAG 2.2 requires a ratio of 3 to 1 for essential graphics, but exempts logos. */
const SEEN = 2
const LEAST_SHARE = 0.25

/**
 * Whether most of a logo is about as dark as a dark page. A logo that adapts to the mode never counts as hard to see.
 */
export async function isHardToSee(address: string): Promise<boolean> {
  const image = new Image()
  image.src = address
  await image.decode()
  const pixels = pixelsOf(image)
  const drawn = pixels.filter(({ opacity }) => opacity > 0.5)
  const seen = drawn.filter(({ color }) => contrast(color, DARK) >= SEEN)
  return drawn.length > 0 && seen.length < drawn.length * LEAST_SHARE && !(await adapts(address))
}

function pixelsOf(image: HTMLImageElement): { color: Color; opacity: number }[] {
  const canvas = document.createElement('canvas')
  canvas.height = HEIGHT
  canvas.width = Math.min(480, Math.max(1, Math.round((HEIGHT * image.naturalWidth) / image.naturalHeight)))
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return Array.from({ length: data.length / 4 }, (_, index) => {
    const [red, green, blue, opacity] = data.subarray(index * 4, index * 4 + 4)
    return { color: [red!, green!, blue!] as Color, opacity: opacity! / 255 }
  })
}

async function adapts(address: string): Promise<boolean> {
  const [, base64] = /^data:image\/svg\+xml;base64,(.*)$/.exec(address) ?? []
  const text = base64 === undefined ? await (await fetch(address)).text() : atob(base64)
  return text.includes('prefers-color-scheme')
}
