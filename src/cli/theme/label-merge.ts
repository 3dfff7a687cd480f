import { labelKey } from '../../core/labels.ts'

export interface MergedLabels {
  readonly text: string
  /** Keys that both sides changed to different texts. The local texts are kept. */
  readonly conflicts: readonly string[]
}

/**
 * Merges the remote changes since the base into the local label file, key by key. New remote keys are added at the end.
 * Local lines without a key stay unchanged.
 */
export function mergedLabels(mine: string, base: string, theirs: string): MergedLabels {
  const [was, here, there] = [entriesOf(base), entriesOf(mine), entriesOf(theirs)]
  const conflicts: string[] = []
  const taken = new Map<string, string | undefined>()
  for (const key of new Set([...was.keys(), ...there.keys()])) {
    const [before, own, other] = [was.get(key), here.get(key), there.get(key)]
    if (other === before || other === own) continue
    if (own === before) taken.set(key, other)
    else conflicts.push(key)
  }
  const end = mine.includes('\r\n') ? '\r\n' : '\n'
  const placed = new Set<string>()
  const kept = mine.split(/\r?\n/).flatMap(line => {
    const key = labelKey(line)?.key
    if (key === undefined || !taken.has(key)) return [line]
    // A second line with the same key would override the text that was just merged.
    const text = placed.has(key) ? undefined : taken.get(key)
    placed.add(key)
    return text === undefined ? [] : [text]
  })
  const added = [...taken].flatMap(([key, line]) => (placed.has(key) || line === undefined ? [] : [line]))
  const last = kept.at(-1) === '' ? kept.pop() : undefined
  const text = [...kept, ...added].join(end) + (last === undefined ? '' : end)
  return { text, conflicts }
}

/** The line of each key. If a key occurs twice, the last line counts, as it does on pages. */
function entriesOf(text: string): Map<string, string> {
  return new Map(
    text.split(/\r?\n/).flatMap(line => {
      const key = labelKey(line)?.key
      return key === undefined ? [] : [[key, line] as const]
    }),
  )
}
