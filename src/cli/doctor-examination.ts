import { BadSettings, type Config, configFrom, settingWarnings } from '../config.ts'
import { tlsFiles } from '../http/http.ts'
import { shippedMaster } from '../installation.ts'
import { limitWarnings } from '../least-limits.ts'
import { CannotCopy, openBulk, SCHEMA_VERSION, StoreFault, sourceOf } from '../store/store.ts'
import { dataFindings } from './doctor-data.ts'
import { encryptionFinding } from './doctor-encryption.ts'
import { certificateFinding, diskFinding, fileModes, mailServer, memoryFinding } from './doctor-machine.ts'
import { proxyFinding } from './doctor-proxies.ts'
import { addressFindings } from './doctor-service.ts'
import { themeFindings } from './doctor-themes.ts'
import type { Finding } from './finding.ts'

/** Checks that can be skipped, because they take long or contact other machines. */
export interface Extent {
  readonly offline: boolean
  readonly themes: boolean
}

/** Runs all checks in order. */
export async function* examined(extent: Extent): AsyncGenerator<Finding> {
  let config: Config
  try {
    config = configFrom()
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error
    for (const text of error.message.split('\n')) yield { check: 'settings', state: 'failed', text }
    return
  }
  const warnings = [...settingWarnings(), ...limitWarnings(config.limits, shippedMaster().files)]
  for (const text of warnings) yield { check: 'settings', state: 'warning', text }
  if (warnings.length === 0) yield { check: 'settings', state: 'ok', text: 'every setting is valid' }
  const files = tlsFiles(config)
  if (files !== undefined) yield certificateFinding(files, Date.now())
  yield* databaseFindings(config, extent)
  yield await fileModes(config)
  yield await diskFinding(config)
  yield memoryFinding(config)
  if (!extent.offline) yield await mailServer(config)
}

async function* databaseFindings(config: Config, { offline, themes }: Extent): AsyncGenerator<Finding> {
  try {
    const bulk = await openBulk(config)
    try {
      const source = await sourceOf(bulk)
      yield { check: 'database', state: 'ok', text: bulk.name }
      yield schemaFinding(source.schema)
      // The rows can only be checked against the schema of this version.
      if (source.schema !== SCHEMA_VERSION) return
      yield* dataFindings(source, Date.now)
      yield await encryptionFinding(bulk, config)
      yield* addressFindings(config, bulk, offline)
      yield await proxyFinding(bulk, config, Date.now())
    } finally {
      await bulk.close()
    }
    if (themes) yield* themeFindings(config)
  } catch (error) {
    if (!(error instanceof CannotCopy || error instanceof StoreFault)) throw error
    yield { check: 'database', state: 'failed', text: error.message }
  }
}

function schemaFinding(schema: number): Finding {
  if (schema === SCHEMA_VERSION) return { check: 'schema', state: 'ok', text: `version ${schema}` }
  return {
    check: 'schema',
    state: 'warning',
    text: `version ${schema}, but this Tabard needs version ${SCHEMA_VERSION}. Make a backup, then start the service: it migrates the database.`,
  }
}
