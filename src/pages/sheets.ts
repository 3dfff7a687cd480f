import type { BlobInfo } from '../core/blob.ts'
import { BoundedCache, type CacheFigures } from '../core/bounded-cache.ts'
import { sheetName } from '../core/places.ts'
import { Refusal } from '../core/refusal.ts'
import { meantFile, pinnedSheet, type Sheet, type SheetAddress } from '../core/sheet-addresses.ts'
import { TEMPLATE_BOUNDS, TemplateFault } from '../core/template/template.ts'
import { CompilerFault, ThreadFault } from './compile-thread.ts'
import type { Asker, Compiler } from './compiler.ts'
import { rewritten } from './rewritten.ts'
import type { Snapshot } from './snapshot.ts'

const SHEET_BYTES = 16 * 1024 * 1024
const PLAIN_SHEETS = 10_000
/** What a sheet has that names anything at all. */
const NAMING = /url\(|@import/i
/** Maximum number of reported findings. */
const MOST_LOST = 100

/** An address in a style sheet that leads nowhere. */
export interface LostAddress {
  readonly file: string
  readonly line: number
  readonly address: string
}

/** Style sheets as they are delivered: addresses of the theme's own files name the theme and its revision. */
export class Sheets {
  readonly #compiler: Compiler
  readonly #content: (info: BlobInfo) => Promise<Buffer>
  /** Digests of sheets that are delivered as they were stored. */
  readonly #plain = new BoundedCache<string, true>(PLAIN_SHEETS)
  readonly #pinned = new BoundedCache<string, Buffer>(SHEET_BYTES, bytes => bytes.length + 200)

  constructor(compiler: Compiler, content: (info: BlobInfo) => Promise<Buffer>) {
    this.#compiler = compiler
    this.#content = content
  }

  get cache(): CacheFigures {
    return this.#pinned
  }

  /**
   * A sheet of a theme as it is delivered; undefined where that is how it was stored. Whether nobody could look at it
   * now, so that it must not be remembered, is told by `unsure`.
   */
  async delivered(
    asker: Asker,
    view: Snapshot,
    sheet: Sheet,
    info: BlobInfo,
  ): Promise<Buffer | 'unsure' | undefined> {
    if (this.#plain.get(info.digest)) return undefined
    const key = [asker.tenant, view.id, view.generation, sheet.path, sheet.name, info.digest].join(' ')
    const known = this.#pinned.get(key)
    if (known !== undefined) return known
    const bytes = await this.#content(info)
    let plain = true
    try {
      const pinned = await rewritten(bytes, async css => {
        const addresses = await this.#addresses(asker, css)
        plain = addresses.length === 0
        return plain ? css : pinnedSheet(css, addresses, sheet, view)
      })
      if (!plain) this.#pinned.set(key, pinned)
      else this.#plain.set(info.digest, true)
      return plain ? undefined : pinned
    } catch (error) {
      if (error instanceof ThreadFault || error instanceof Refusal) return 'unsure'
      if (!(error instanceof TemplateFault || error instanceof CompilerFault)) throw error
      this.#plain.set(info.digest, true)
      return undefined
    }
  }

  /** The addresses in a theme's own sheets that lead to no file. */
  async lost(asker: Asker, view: Snapshot): Promise<LostAddress[]> {
    const found: LostAddress[] = []
    const sheets = [...view.ownPaths()].flatMap(path => {
      const name = sheetName(path)
      return name === undefined ? [] : [{ name, path }]
    })
    for (const { name, path } of sheets.slice(0, TEMPLATE_BOUNDS.sheets)) {
      try {
        await rewritten(await this.#content(view.file(path)!), async css => {
          for (const { address, line } of await this.#addresses(asker, css))
            if (meantFile(view, { name, path }, address)?.exists === false)
              found.push({ file: path, line, address })
          return css
        })
      } catch (error) {
        // A sheet that cannot be read is reported with the pages that use it.
        if (!(error instanceof TemplateFault || error instanceof CompilerFault)) throw error
      }
    }
    return found.slice(0, MOST_LOST)
  }

  async #addresses(asker: Asker, css: string): Promise<readonly SheetAddress[]> {
    return NAMING.test(css) ? ((await this.#compiler.addresses(asker, css)) ?? []) : []
  }
}
