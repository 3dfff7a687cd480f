import { readFileSync } from 'node:fs'
import { container, type StepTitles } from '../../core/analytics/container.ts'
import { STEP_EVENTS } from '../../core/analytics/events.ts'
import type { Word } from '../../core/word.ts'
import { assetFile } from '../../program.ts'
import { interpreterFor, literal } from './interpreter.ts'

const SCRIPT = readFileSync(assetFile('http/scripts/watcher-script.js'), 'utf8')
/** Nothing is sent to a property; the container has to have one. */
const MEASUREMENT_ID = 'G-WALK'

export const ARRIVALS = ['after', 'before'] as const

/** What a walk through the registration is watched with. */
export interface Watching {
  readonly consoleUrl: string
  /** Whether the container runs after the page is parsed, or before its title is. */
  readonly arrival: (typeof ARRIVALS)[number]
  /** The titles in further languages that the container recognizes besides the English ones. */
  readonly titles: ReadonlyMap<string, StepTitles>
}

/** The script of a page that is watched. It exchanges messages only with the console at this origin. */
export function watcherFor({ consoleUrl, arrival, titles }: Watching): string {
  const { containerVersion } = container({ measurementId: MEASUREMENT_ID, eval: true, titles })
  const { tag, trigger, variable, builtInVariable } = containerVersion
  const rules = { tag, trigger, variable, builtInVariable }
  const places = {
    CONSOLE_ORIGIN: literal(new URL(consoleUrl).origin),
    ARRIVAL: literal(arrival),
    INTERPRETER: `observer => {\n${interpreterFor(rules, 'observer')}\n}`,
  }
  return SCRIPT.replace(
    /'(CONSOLE_ORIGIN|ARRIVAL|INTERPRETER)'/g,
    (_, place: keyof typeof places) => places[place],
  )
}

/** The titles that the steps have in the words of a language. */
export function titlesIn(word: Word): StepTitles {
  const titles = Object.keys(STEP_EVENTS).map(label => [label, word(label)])
  return Object.fromEntries(titles) as Record<keyof typeof STEP_EVENTS, string>
}
