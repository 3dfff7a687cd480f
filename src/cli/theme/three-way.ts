/** A file there: its content, and whether the theme has it of its own. */
export interface Theirs {
  readonly digest: string
  /** False for a file of the master that the theme does not customize. */
  readonly own: boolean
}

/** A file here, as it was when both were last equal, and there. What is undefined is not there, or not known. */
export interface Sides {
  readonly mine?: string | undefined
  readonly base?: string | undefined
  readonly theirs?: Theirs | undefined
}

/**
 * How a file stands. `local`: changed here only. `deleted`: gone here only. `remote`: changed there only. `reverted`: back
 * at its original state there, unchanged here. `conflict`: changed on both sides, and not to the same.
 */
export type Standing = 'same' | 'local' | 'deleted' | 'remote' | 'reverted' | 'conflict'

export function standingOf({ mine, base, theirs }: Sides): Standing {
  const own = theirs?.own ?? false
  if (mine === undefined) {
    if (!own) return 'same'
    if (base === undefined) return 'remote'
    return theirs!.digest === base ? 'deleted' : 'conflict'
  }
  if (mine === theirs?.digest) return 'same'
  if (mine === base) return own ? 'remote' : 'reverted'
  // Where nobody has customized it there, no edit of somebody else can be lost.
  if (base === theirs?.digest || (base === undefined && !own)) return 'local'
  return 'conflict'
}

export interface Compared extends Sides {
  readonly path: string
  readonly standing: Standing
}

/** Every file that is here, was here or is customized there, by path. */
export function comparedFiles(
  mine: ReadonlyMap<string, string>,
  base: ReadonlyMap<string, string>,
  theirs: ReadonlyMap<string, Theirs>,
): Compared[] {
  const own = [...theirs].filter(([, file]) => file.own).map(([path]) => path)
  const paths = new Set([...mine.keys(), ...base.keys(), ...own])
  return [...paths].sort().map(path => {
    const sides = { mine: mine.get(path), base: base.get(path), theirs: theirs.get(path) }
    return { path, ...sides, standing: standingOf(sides) }
  })
}
