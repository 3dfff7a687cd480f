// Writes the bill of materials of a package: what it depends on, and what is built into the console.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '..')
const DEVELOPMENT = 'cdx:npm:package:development'

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly scope: string
  readonly properties: readonly { readonly name: string; readonly value: string }[]
}

interface Bill {
  readonly serialNumber: string
  readonly metadata: { readonly timestamp: string; readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

/** All that the lock file names, development dependencies too, as npm tells it. */
function everything(): Bill {
  const options = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--offline']
  const text = execFileSync('npm', ['sbom', ...options, '--loglevel=error'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  return JSON.parse(text)
}

/** Packages whose code is in the console, as its build noted them. */
function inConsole(): Set<string> {
  const notes: { name: string; version: string }[] = JSON.parse(
    readFileSync(join(ROOT, 'console/dist/licenses.json'), 'utf8'),
  )
  return new Set(notes.map(({ name, version }) => `${name}@${version}`))
}

const isForDevelopment = ({ properties }: Component) => properties.some(({ name }) => name === DEVELOPMENT)

/** The part of a bill that goes out, without what would differ the next time. */
function shipped(
  { serialNumber: _, metadata: { timestamp: __, ...metadata }, ...bill }: Bill,
  built: ReadonlySet<string>,
) {
  const components = bill.components
    .filter(component => !isForDevelopment(component) || built.has(component['bom-ref']))
    .map(component => ({
      ...component,
      scope: built.has(component['bom-ref']) ? 'required' : component.scope,
      properties: component.properties.filter(({ name }) => name !== DEVELOPMENT),
    }))
  const root = metadata.component['bom-ref']
  const kept = new Set([root, ...components.map(component => component['bom-ref'])])
  return {
    ...bill,
    // npm takes the name of the folder.
    metadata: { ...metadata, component: { ...metadata.component, name: manifest.name } },
    components,
    dependencies: bill.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(other => kept.has(other)) })),
  }
}

const bill = shipped(everything(), inConsole())
writeFileSync(join(ROOT, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
