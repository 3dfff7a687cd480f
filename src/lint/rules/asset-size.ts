import type { Rule } from '../rule.ts'

const KB = 1_000
const BOUNDS: readonly (readonly [extension: RegExp, most: number, what: string, advice: string])[] = [
  [
    /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|svg)$/i,
    1024 * 1024,
    'image',
    'Make it smaller, or save it as WebP or AVIF.',
  ],
  [/\.css$/i, 100 * KB, 'style sheet', 'Remove rules that no page uses.'],
  [/\.m?js$/i, 10 * KB, 'script', 'Minify it, or leave out what no page uses.'],
]

export const assetSize: Rule = {
  id: 'asset/size',
  severity: 'warning',
  title: 'Large file',
  reason: `People wait for images above 1 MiB, style sheets above 100 kB and scripts above 10 kB each time that they sign in with a
new browser, often over a slow connection. The service refuses files above its limit, 10 MiB by default.`,
  bad: { 'common/page_style.css': '.panel { color: #123456 }\n'.repeat(4_000) },
  good: { 'common/page_style.css': '.panel { color: #123456 }\n' },
  file({ path, size }, tell) {
    const bound = BOUNDS.find(([extension]) => extension.test(path))
    if (bound === undefined || size <= bound[1]) return
    const [, most, what, advice] = bound
    tell({
      message: `The ${what} has ${shown(size)}; more than ${shown(most)} takes long to load. ${advice}`,
    })
  },
}

function shown(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${(bytes / 1024 / 1024).toFixed(1)} MiB` : `${Math.round(bytes / KB)} kB`
}
