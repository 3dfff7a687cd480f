import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { container, type StepTitles } from '../../core/analytics/container.ts'
import { assetFile } from '../../program.ts'
import { interpreterFor } from './interpreter.ts'

const SENDER = readFileSync(assetFile('http/scripts/analytics-sender.js'), 'utf8')
/** Nothing is sent to a property; the container has to have one. */
const MEASUREMENT_ID = 'G-FIRSTPARTY'

/** The script by which pages send their events to the service, following the rules of the container. */
export function collectionScript(titles: ReadonlyMap<string, StepTitles>): string {
  const { containerVersion } = container({ measurementId: MEASUREMENT_ID, eval: false, titles })
  const { tag, trigger, variable, builtInVariable } = containerVersion
  const rules = { tag, trigger, variable, builtInVariable }
  return SENDER.replace("'INTERPRETER'", () => `observer => {\n${interpreterFor(rules, 'observer')}\n}`)
}

/** A digest of the script without the titles. */
export const SCRIPT_VERSION = hash('sha256', collectionScript(new Map()), 'base64url').slice(0, 12)
