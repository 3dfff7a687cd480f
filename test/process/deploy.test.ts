import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { configurationOptions } from '../../src/config.ts'
import { admission, instructionsOf } from '../support/docker.ts'
import { CHECKOUT } from '../support/installed.ts'

const read = (file: string) => readFileSync(join(CHECKOUT, file), 'utf8')
const SETTINGS = new Set(configurationOptions().map(({ variable }) => variable))
/** Read by Node itself. */
const OF_NODE = new Set(['NODE_ENV', 'NODE_COMPILE_CACHE'])
const assertSettings = (names: Iterable<string>) => {
  for (const name of names) assert.ok(SETTINGS.has(name) || OF_NODE.has(name), `${name} is a setting`)
}

describe('the image', () => {
  const instructions = instructionsOf(read('Dockerfile'))
  const all = (name: string) => instructions.filter(one => one.name === name).map(({ rest }) => rest)

  test('has every file in its context that it copies', () => {
    const isAdmitted = admission(read('.dockerignore'))
    for (const rest of all('COPY').filter(rest => !rest.startsWith('--from'))) {
      for (const file of rest
        .split(' ')
        .slice(0, -1)
        .filter(name => name !== '.')) {
        assert.ok(existsSync(join(CHECKOUT, file)), file)
        assert.ok(isAdmitted(file), file)
      }
    }
    for (const path of ['client/client.ts', 'tsconfig.client.json', 'src/cli/cli.ts', 'package-lock.json'])
      assert.ok(isAdmitted(path), path)
    for (const path of [
      'test/run.ts',
      'data/tabard.db',
      'console/dist/index.html',
      'deploy/.env',
      '.git/config',
    ])
      assert.ok(!isAdmitted(path), path)
  })

  test('sets settings that exist', () => {
    assertSettings(all('ENV').flatMap(rest => rest.split(' ').map(pair => pair.split('=', 1)[0]!)))
    assertSettings(
      all('RUN').flatMap(rest => [...rest.matchAll(/\b(TABARD_\w+)=/g)].map(([, name]) => name!)),
    )
  })

  test('is never root, and asks for health by a command that there is', () => {
    assert.equal(all('USER').at(-1), 'node')
    const [health] = all('HEALTHCHECK')
    const words = JSON.parse(health!.slice(health!.indexOf('['))) as string[]
    assert.deepEqual(words, ['node', 'bin/tabard.mjs', 'health'])
  })
})

interface Container {
  readonly env?: readonly { readonly name: string; readonly valueFrom: object }[]
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
}

describe('the recipe for Compose', () => {
  const { services, volumes } = parse(read('deploy/compose.yaml'))

  test('sets settings that exist, and keeps every secret out of the file', () => {
    assertSettings(Object.keys(services.tabard.environment))
    for (const [name, value] of Object.entries<string>(services.tabard.environment))
      if (/KEY|PASSWORD|SECRET|SMTP/.test(name)) assert.match(value, /^\$\{/, name)
    assert.match(services.database.environment.POSTGRES_PASSWORD, /^\$\{POSTGRES_PASSWORD:\?/)
  })

  test('names every variable in its example', () => {
    const used = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!)
    const given = [...read('deploy/compose.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name!)
    assert.deepEqual([...new Set(used)].toSorted(), given.toSorted())
  })

  test('starts the service when its database is there, and keeps what lasts', () => {
    assert.equal(services.tabard.depends_on.database.condition, 'service_healthy')
    assert.ok(services.database.healthcheck.test.includes('pg_isready'))
    const mounted = Object.values<{ volumes: string[] }>(services).flatMap(service => service.volumes)
    assert.deepEqual(mounted.map(mount => mount.split(':')[0]).toSorted(), Object.keys(volumes).toSorted())
    assert.equal(services.tabard.read_only, true)
  })
})

describe('the recipe for Kubernetes', () => {
  const documents = parseAllDocuments(read('deploy/kubernetes.yaml')).map(document => {
    assert.deepEqual(document.errors, [])
    return document.toJS()
  })
  const of = (kind: string) => documents.find(document => document.kind === kind)
  const { template, selector } = of('Deployment').spec
  const [container] = template.spec.containers as (Container &
    Record<string, Record<string, Record<string, string>>>)[]

  test('has all that belongs to it', () => {
    const kinds = documents.map(({ kind }) => kind)
    assert.deepEqual(kinds, [
      'ConfigMap',
      'Deployment',
      'Service',
      'PodDisruptionBudget',
      'Ingress',
      'Ingress',
    ])
    for (const { kind, spec } of documents)
      if (kind === 'Service') assert.deepEqual(spec.selector, template.metadata.labels)
      else if (kind === 'PodDisruptionBudget') assert.deepEqual(spec.selector, selector)
  })

  test('sets settings that exist, and takes every secret from a Secret', () => {
    assertSettings(Object.keys(of('ConfigMap').data))
    assertSettings(container!.env!.map(({ name }) => name))
    for (const { name, valueFrom } of container!.env!) assert.ok('secretKeyRef' in valueFrom, name)
    // For a Service named tabard, Kubernetes would add variables such as TABARD_PORT.
    assert.equal(template.spec.enableServiceLinks, false)
    const named = container!.env!.map(
      ({ valueFrom }) => (valueFrom as { secretKeyRef: { key: string } }).secretKeyRef.key,
    )
    const made = [...read('deploy/kubernetes.yaml').matchAll(/--from-literal=([\w-]+)=/g)].map(
      ([, key]) => key!,
    )
    assert.deepEqual(made.toSorted(), named.toSorted())
  })

  test('asks at ports and paths that there are', () => {
    const ports = container!.ports.map(({ name }) => name)
    for (const [probe, path] of [
      ['startupProbe', '/healthz'],
      ['livenessProbe', '/healthz'],
      ['readinessProbe', '/readyz'],
    ] as const) {
      assert.equal(container![probe]!.httpGet!.path, path)
      assert.ok(ports.includes(container![probe]!.httpGet!.port!))
    }
    for (const { targetPort } of of('Service').spec.ports) assert.ok(ports.includes(targetPort), targetPort)
  })

  test('leads to pages and console by names of their own, and keeps people at one node of the console', () => {
    const entries = documents.filter(({ kind }) => kind === 'Ingress')
    const ports = (of('Service').spec.ports as { name: string }[]).map(({ name }) => name)
    const leads = entries.map(({ spec: { tls, rules } }) => {
      assert.deepEqual(tls[0].hosts, [rules[0].host])
      return rules[0].http.paths[0].backend.service.port.name
    })
    assert.deepEqual(leads, ports)
    const hashed = entries.map(
      ({ metadata: { annotations } }) => annotations['nginx.ingress.kubernetes.io/upstream-hash-by'],
    )
    assert.deepEqual(hashed, [undefined, '$binary_remote_addr'])
  })
})
