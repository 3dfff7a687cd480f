import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BlobInfo } from '../core/blob.ts'
import { themePath } from '../core/path.ts'
import { unpacked } from '../zip/zip.ts'
import type { Audience } from './audience.ts'
import { Compiler } from './compiler.ts'
import { filesIn, type Master } from './master.ts'
import { Presenter } from './present.ts'
import { masterSnapshot, type Snapshot } from './snapshot.ts'
import { Pages } from './themed-pages.ts'
import { laidOver, type Unsaved, unsavedFiles } from './unsaved.ts'

/** The pages of a theme that stands in a folder, over the master. Nothing is stored. */
export interface FolderPages {
  readonly pages: Pages
  readonly view: Snapshot
  /** Whoever looks at them in a language. */
  audience(locale: string): Audience
  /** Ends the threads that compile. */
  close(): Promise<void>
}

/** Reads the `templates` folder of a theme. */
export function folderPages(folder: string, master: Master): FolderPages {
  const files = filesIn(folder).map(name => [themePath(name), readFileSync(join(folder, name))] as const)
  const below = masterSnapshot(master)
  const view = laidOver(below, { id: 'folder', ...unsavedFiles(new Map(files)) })
  const originals = new Map(Array.from(master.files.values(), blob => [blob.digest, blob]))
  const compiler = new Compiler()
  const presenter = new Presenter({
    compiler,
    content: async (info: BlobInfo | Unsaved) =>
      'bytes' in info ? info.bytes : await unpacked(originals.get(info.digest)!),
    master: below,
    failed: () => {},
  })
  return {
    view,
    pages: new Pages(presenter, async () => view),
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
