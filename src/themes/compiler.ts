import type { LabelFile, MadePage, PageSources } from '../core/made-page.ts'
import { Refusal } from '../core/refusal.ts'
import { receivedPage, receivedParts } from '../core/template/template.ts'
import type { Words } from '../core/words.ts'
import type { Request, Work, WorkKind } from './compile-messages.ts'
import { CompileThread, type ThreadBounds } from './compile-thread.ts'

/** For whom something is compiled: authors who try things out never keep visitors waiting. */
export type Customer = 'visitors' | 'authors'

/** So many jobs of a tenant's authors may wait. */
const MOST_WAITING = 100

/** Parses text of themes off the event loop. */
export class Compiler {
  readonly #threads: Readonly<Record<Customer, CompileThread>>

  constructor(bounds?: ThreadBounds) {
    this.#threads = { visitors: new CompileThread(bounds), authors: new CompileThread(bounds) }
  }

  async page(tenant: string, customer: Customer, sources: PageSources): Promise<MadePage> {
    const { compiled, subject, sender, colors } = await this.#done(tenant, customer, 'page', sources)
    return {
      compiled: receivedPage(compiled),
      subject: { parts: receivedParts(subject) },
      sender: { parts: receivedParts(sender) },
      colors,
    }
  }

  async words(tenant: string, chain: readonly LabelFile[]): Promise<Words> {
    return await this.#done(tenant, 'visitors', 'words', chain)
  }

  /** The texts of labels as they stand in their files. */
  async labels(tenant: string, chain: readonly LabelFile[]): Promise<ReadonlyMap<string, string>> {
    return await this.#done(tenant, 'authors', 'labels', chain)
  }

  /** The text of a mail from its markup. */
  async plainText(tenant: string, html: string): Promise<string> {
    return await this.#done(tenant, 'visitors', 'plainText', html)
  }

  /** Whether a mail gives a secret of its reader away. */
  async leaks(tenant: string, html: string, secrets: readonly string[]): Promise<boolean> {
    return await this.#done(tenant, 'visitors', 'leaks', { html, secrets })
  }

  /** A page with the snippets of a container; without those of any for null. */
  async snippets(tenant: string, html: string, container: string | null): Promise<string> {
    return await this.#done(tenant, 'authors', 'snippets', { html, container })
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#threads).map(thread => thread.close()))
  }

  async #done<K extends WorkKind>(
    tenant: string,
    customer: Customer,
    kind: K,
    asked: Work[K]['asked'],
  ): Promise<Work[K]['answered']> {
    const thread = this.#threads[customer]
    if (customer === 'authors' && thread.waiting(tenant) >= MOST_WAITING) throw new Refusal('busy', {})
    return await thread.ask(tenant, { kind, asked } as Request)
  }
}
