/** A file of the theme on the service: its content, and whether the theme customizes it. */
export interface Theirs {
  readonly digest: string
  /** False for a file of the master that the theme does not customize. */
  readonly own: boolean
}

/**
 * The digests of a file: in the folder, when both sides were last equal, and on the service. Undefined means that the
 * file is missing or its state is unknown.
 */
export interface Sides {
  readonly mine?: string | undefined
  readonly base?: string | undefined
  readonly theirs?: Theirs | undefined
}

/**
 * How folder and theme differ in a file. `local`: changed only here. `deleted`: removed only here. `remote`: changed
 * only in the theme. `reverted`: original again in the theme, unchanged here. `conflict`: changed differently on both
 * sides.
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
  // If nobody has customized the file in the theme, the push cannot overwrite somebody else's edit.
  if (base === theirs?.digest || (base === undefined && !own)) return 'local'
  return 'conflict'
}

export interface Compared extends Sides {
  readonly path: string
  readonly standing: Standing
}

/** Every file that is or was in the folder or is customized in the theme, by path. */
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
