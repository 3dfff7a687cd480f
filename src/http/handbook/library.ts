import { existsSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { projectFile } from '../../program.ts'

const ROOT = projectFile('.')
/** Guides that are not in the folder of the guides, as the package has them. */
const ELSEWHERE = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']
/** Examples that guides link to, one by one: operators may keep secrets beside them. */
const EXAMPLES = [
  'deploy/Caddyfile',
  'deploy/compose.env.example',
  'deploy/compose.yaml',
  'deploy/haproxy.cfg',
  'deploy/kubernetes.yaml',
  'deploy/nginx.conf',
  'deploy/observability/grafana-dashboard.json',
  'deploy/observability/prometheus-rules.yaml',
  'deploy/pipelines/github-actions.yml',
  'deploy/pipelines/gitlab-ci.yml',
  'deploy/tabard-backup.service',
  'deploy/tabard-backup.timer',
  'deploy/tabard.service',
]

/** Something of the documentation that the service gives out. */
export interface Leaf {
  readonly kind: 'guide' | 'image' | 'file'
  /** Its path from the root of the package. */
  readonly file: string
  readonly address: string
}

/** All served files, by address and by path. No request can reach a file that is not listed here. */
export interface Library {
  at(address: string): Leaf | undefined
  of(file: string): Leaf | undefined
  readonly guides: readonly Leaf[]
}

let found: Library | undefined

/** The documentation in the package. It is read once, on the first request. */
export function library(): Library {
  found ??= gathered([...ELSEWHERE, ...EXAMPLES].filter(isThere).concat(filesBelow('docs')))
  return found
}

/** The leaves that these files are. */
export function gathered(files: readonly string[]): Library {
  const leaves = files.flatMap(file => leafOf(file) ?? [])
  const byAddress = new Map(leaves.map(leaf => [leaf.address, leaf]))
  const byFile = new Map(leaves.map(leaf => [leaf.file, leaf]))
  return {
    at: address => byAddress.get(address),
    of: file => byFile.get(file),
    guides: leaves.filter(({ kind }) => kind === 'guide'),
  }
}

/** The place of a file on the disk. */
export function placeOf({ file }: Leaf): string {
  return join(ROOT, file)
}

function leafOf(file: string): Leaf | undefined {
  if (ELSEWHERE.includes(file))
    return { kind: 'guide', file, address: `/docs/${posix.basename(file, '.md').toLowerCase()}` }
  if (/^docs\/[\w./-]+\.md$/.test(file)) {
    // The first page of a folder has the folder's address.
    return { kind: 'guide', file, address: `/${file.slice(0, -'.md'.length).replace(/\/README$/, '')}` }
  }
  if (/^docs\/images\/[\w-]+\.png$/.test(file)) return { kind: 'image', file, address: `/${file}` }
  if (EXAMPLES.includes(file)) return { kind: 'file', file, address: `/docs/${file}` }
  return undefined
}

function isThere(file: string): boolean {
  return existsSync(join(ROOT, file))
}

/** Regular files only: a link could lead out of the folder. */
function filesBelow(folder: string): string[] {
  try {
    return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ parentPath, name }) =>
        join(parentPath, name)
          .slice(ROOT.length + 1)
          .replaceAll('\\', '/'),
      )
      .sort()
  } catch {
    return []
  }
}
