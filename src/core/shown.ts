import { filesOf, MAILS, PAGES } from './catalogue/catalogue.ts'
import type { ThemePath } from './path.ts'
import { isAsset } from './static.ts'

const LABELS = /^common\/(?:labels\/[^/]+|default)\/template_labels\.properties$/
const COMPONENTS = /^common\/page_components\/(?:[^/]+\/)?page_(?:header\.html|footer\.html|style\.css)$/

const TEMPLATES = new Set([...PAGES, ...MAILS].flatMap(filesOf))

/** Whether a file can ever be seen: as a page or a mail of the catalogue, as what they are made of, or as an asset. */
export function isShown(path: ThemePath): boolean {
  if (path.startsWith('common/') && (isAsset(path) || LABELS.test(path) || COMPONENTS.test(path))) return true
  const parts = path.split('/')
  const file = parts.pop()!
  return (
    TEMPLATES.has(`${parts.join('/')}/${file}`) || TEMPLATES.has(`${parts.slice(0, -1).join('/')}/${file}`)
  )
}
