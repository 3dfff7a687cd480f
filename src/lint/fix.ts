import type { Edit } from './finding.ts'

/** A text with fixes made. A fix is made whole or, where it overlaps one before it, not at all. */
export function fixedText(
  text: string,
  fixes: readonly (readonly Edit[])[],
): { text: string; made: readonly number[] } {
  const accepted: Edit[] = []
  const made: number[] = []
  for (const [index, edits] of fixes.entries()) {
    const isSound = edits.every(
      ({ start, end }) =>
        start >= 0 &&
        start <= end &&
        end <= text.length &&
        !accepted.some(one => overlap(one, { start, end })),
    )
    if (!isSound) continue
    accepted.push(...edits)
    made.push(index)
  }
  const parts: string[] = []
  let at = 0
  for (const { start, end, text: replacement } of accepted.sort((a, b) => a.start - b.start)) {
    parts.push(text.slice(at, start), replacement)
    at = end
  }
  return { text: parts.join('') + text.slice(at), made }
}

/** Two insertions at one point overlap as well: which one comes first would be chance. */
function overlap(one: Pick<Edit, 'start' | 'end'>, other: Pick<Edit, 'start' | 'end'>): boolean {
  return one.start === other.start || (one.start < other.end && other.start < one.end)
}
