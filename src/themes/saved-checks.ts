import type { LintReport } from '../lint/lint.ts'

type Look = () => Promise<LintReport>

/**
 * Checks themes behind the writes that changed them: for each author one theme after the other, and of each theme only
 * what was saved last. However much an author saves, no more than one check of theirs waits for the linter.
 */
export class SavedChecks {
  /** By author and theme. */
  readonly #waiting = new Map<string, Map<string, Look>>()

  /** The report; undefined where the check failed, and at once where another check of the author is under way. */
  check(author: string, theme: string, look: Look): Promise<LintReport | undefined> {
    const waiting = this.#waiting.get(author)
    waiting?.set(theme, look)
    return waiting === undefined ? this.#first(author, look) : Promise.resolve(undefined)
  }

  async #first(author: string, look: Look): Promise<LintReport | undefined> {
    const waiting = new Map<string, Look>()
    this.#waiting.set(author, waiting)
    const report = await settled(look)
    void this.#rest(author, waiting)
    return report
  }

  async #rest(author: string, waiting: Map<string, Look>): Promise<void> {
    for (const [theme, look] of waiting) {
      waiting.delete(theme)
      await settled(look)
    }
    this.#waiting.delete(author)
  }
}

/** The write has succeeded, whatever becomes of the check. The linter counts its own failures. */
async function settled(look: Look): Promise<LintReport | undefined> {
  return await look().catch(() => undefined)
}
