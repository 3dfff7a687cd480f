import { readFileSync } from 'node:fs'
import { assetFile } from '../../program.ts'

const SCRIPT = readFileSync(assetFile('http/scripts/inspector-script.js'), 'utf8')

/** The script of an inspected preview. It exchanges messages only with the console at this origin. */
export function inspectorFor(consoleUrl: string): string {
  const origin = JSON.stringify(new URL(consoleUrl).origin).replaceAll('<', '\\u003c')
  return SCRIPT.replace("'CONSOLE_ORIGIN'", () => origin)
}
