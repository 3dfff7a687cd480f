import type { LabelFile, Links, MadePage, PageSources, SourceFile } from '../core/made-page.ts'
import { Refusal } from '../core/refusal.ts'
import type { SheetAddress } from '../core/sheet-addresses.ts'
import { Receiving } from '../core/template/template.ts'
import type { Words } from '../core/words.ts'
import type { Request, Work, WorkKind } from './compile-messages.ts'
import { CompileThread, type ThreadBounds } from './compile-thread.ts'

/** For whom something is compiled: authors who try things out never keep visitors waiting. */
export type Customer = 'visitors' | { readonly author: string }

/** Who asks for something. It travels with every piece of work. */
export interface Asker {
  readonly tenant: string
  readonly customer: Customer
}

/** How many jobs may wait: for the visitors of a tenant, and for one author. */
const MOST_WAITING = { visitors: 200, authors: 50 }

/** A thread for the visitors, and one for authors. */
export type CompileThreads = Readonly<Record<keyof typeof MOST_WAITING, CompileThread>>

/** Reads text of themes off the event loop: nothing of it is parsed anywhere else. */
export class Compiler {
  readonly #threads: CompileThreads
  readonly #isShared: boolean
  #closed = false

  /** `shared`: threads that others in this process use as well, and that outlive this compiler. */
  constructor(bounds?: ThreadBounds, shared?: CompileThreads) {
    this.#threads = shared ?? compileThreads(bounds)
    this.#isShared = shared !== undefined
  }

  /** A page, and the processor time that it took. */
  async page(asker: Asker, sources: PageSources): Promise<{ made: MadePage; seconds: number }> {
    const sent = await this.#done(asker, 'page', sources)
    const { compiled, subject, sender, slots, seconds, ...rest } = sent
    const receiving = new Receiving(slots)
    const made = {
      ...rest,
      compiled: receiving.page(compiled),
      subject: { parts: receiving.parts(subject) },
      sender: { parts: receiving.parts(sender) },
    }
    return { made, seconds }
  }

  async links(asker: Asker, files: readonly SourceFile[]): Promise<Links> {
    return await this.#done(asker, 'links', files)
  }

  async words(asker: Asker, chain: readonly LabelFile[]): Promise<Words> {
    return await this.#done(asker, 'words', chain)
  }

  /** The labels that change in a language, other than in the default one. */
  async changedLabels(asker: Asker, change: Work['changedLabels']['asked']): Promise<readonly string[]> {
    return await this.#done(asker, 'changedLabels', change)
  }

  /** The labels that a file names. */
  async labelNames(asker: Asker, file: SourceFile): Promise<readonly string[]> {
    return await this.#done(asker, 'labelNames', file)
  }

  /** The text of a mail from its markup. */
  async plainText(asker: Asker, html: string): Promise<string> {
    return await this.#done(asker, 'plainText', html)
  }

  /** Whether a mail gives a secret of its reader away. */
  async leaks(asker: Asker, html: string, secrets: readonly string[]): Promise<boolean> {
    return await this.#done(asker, 'leaks', { html, secrets })
  }

  /** The addresses of a style sheet that may mean a file of its theme; undefined where there are too many. */
  async addresses(asker: Asker, css: string): Promise<readonly SheetAddress[] | undefined> {
    return await this.#done(asker, 'addresses', css)
  }

  /** A page with the snippets of a container; without those of any for null. */
  async snippets(asker: Asker, html: string, container: string | null): Promise<string> {
    return await this.#done(asker, 'snippets', { html, container })
  }

  /** Whether something is compiled for visitors at the moment. */
  get state(): 'idle' | 'busy' | 'closed' {
    if (this.#closed) return 'closed'
    return this.#threads.visitors.idle ? 'idle' : 'busy'
  }

  async close(): Promise<void> {
    this.#closed = true
    if (!this.#isShared) await Promise.all(Object.values(this.#threads).map(thread => thread.close()))
  }

  async #done<K extends WorkKind>(
    { tenant, customer }: Asker,
    kind: K,
    asked: Work[K]['asked'],
  ): Promise<Work[K]['answered']> {
    const [whose, author] =
      customer === 'visitors' ? (['visitors', ''] as const) : (['authors', customer.author] as const)
    const thread = this.#threads[whose]
    if (thread.waiting(tenant, author) >= MOST_WAITING[whose]) throw new Refusal('busy', {})
    return await thread.ask(tenant, author, { kind, asked } as Request)
  }
}

/** Threads that start with their first job. */
export function compileThreads(bounds?: ThreadBounds): CompileThreads {
  return { visitors: new CompileThread(bounds), authors: new CompileThread(bounds, 'patient') }
}
