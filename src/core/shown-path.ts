import { isLocaleFolder } from './locale.ts'
import { isAsset } from './static.ts'

const LABELS = /^common\/(?:labels\/([^/]+)|default)\/template_labels\.properties$/
const COMPONENTS = /^common\/page_components\/(?:([^/]+)\/)?page_(?:header\.html|footer\.html|style\.css)$/

/** Whether the file of a path can ever be seen: as one of these templates, as what they are made of, or as an asset. */
export function isShownAmong(templates: ReadonlySet<string>, path: string): boolean {
  if (path.startsWith('common/') && isAsset(path)) return true
  const shared = LABELS.exec(path) ?? COMPONENTS.exec(path)
  if (shared !== null) return shared[1] === undefined || isLocaleFolder(shared[1])
  if (templates.has(path)) return true
  const parts = path.split('/')
  const [folder = '', file = ''] = parts.splice(-2)
  return isLocaleFolder(folder) && templates.has(`${parts.join('/')}/${file}`)
}
