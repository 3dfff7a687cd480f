import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BlobInfo } from '../core/blob.ts'
import { themePath } from '../core/path.ts'
import type { Sheet } from '../core/sheet-addresses.ts'
import { unpacked } from '../zip/zip.ts'
import type { Audience } from './audience.ts'
import { Compiler } from './compiler.ts'
import { filesIn, type Master } from './master.ts'
import { Presenter } from './present.ts'
import { Sheets } from './sheets.ts'
import { masterSnapshot, type Snapshot } from './snapshot.ts'
import { Pages } from './themed-pages.ts'
import { laidOver, type Unsaved, unsavedFiles } from './unsaved.ts'

/** The pages of a theme that is not stored, over the master. */
export interface FolderPages {
  readonly pages: Pages
  readonly view: Snapshot
  /** The audience for a language. */
  audience(locale: string): Audience
  /** The content of a file, of the theme or of the master. */
  content(path: string): Promise<Buffer | undefined>
  /** A style sheet as it is delivered. */
  sheet(sheet: Sheet): Promise<Buffer | undefined>
  /** Ends the threads that compile. */
  close(): Promise<void>
}

/** Reads the `templates` folder of a theme. */
export function folderPages(folder: string, master: Master): FolderPages {
  const files = filesIn(folder).map(name => [themePath(name), readFileSync(join(folder, name))] as const)
  return themePages(new Map(files), master)
}

/** The pages that files make which are at hand, by path below `templates`. */
export function themePages(files: ReadonlyMap<string, Buffer>, master: Master): FolderPages {
  const below = masterSnapshot(master)
  const view = laidOver(below, { id: 'folder', ...unsavedFiles(files) })
  const originals = new Map(Array.from(master.files.values(), blob => [blob.digest, blob]))
  const compiler = new Compiler()
  const contentOf = async (info: BlobInfo | Unsaved) =>
    'bytes' in info ? info.bytes : await unpacked(originals.get(info.digest)!)
  const content = async (path: string) => {
    const info = view.file(path)
    return info && (await contentOf(info))
  }
  const sheets = new Sheets(compiler, contentOf)
  const presenter = new Presenter({
    compiler,
    content: contentOf,
    master: below,
    failed: () => {},
  })
  return {
    view,
    pages: new Pages(presenter, async () => view),
    content,
    async sheet(sheet) {
      const info = view.file(sheet.path)
      if (info === undefined) return undefined
      const delivered = await sheets.delivered({ tenant: '', customer: 'visitors' }, view, sheet, info)
      return delivered === undefined || delivered === 'unsure' ? await contentOf(info) : delivered
    },
    audience: locale => ({
      tenant: '',
      customer: 'visitors',
      address: '',
      theme: { view, why: 'forced' },
      wish: { parameter: locale },
      hosts: [],
      scripts: true,
    }),
    close: () => compiler.close(),
  }
}
