import { readFileSync } from 'node:fs'
import { assetFile } from '../../program.ts'

const SCRIPT = readFileSync(assetFile('http/scripts/analytics-script.js'), 'utf8')

/** A tag manager's container, as far as the interpreter has to know of it beforehand. */
export interface Interpreted {
  readonly variable: readonly {
    readonly name: string
    readonly type: string
    readonly parameter: readonly { readonly key: string; readonly value: string }[]
  }[]
}

/**
 * The script that applies the rules of a container in a page. `observer` is an expression for a function that is told
 * of each event: `{ event, tags: [{ tag, type, name, fired: true, trigger, measurementId } or { …, fired: false, why }]
 * }`. `custom` is one for a function that makes a function of the name and the text of a custom script variable; unless
 * given, the texts are written into the script, so that nothing is evaluated in the page.
 */
export function interpreterFor(
  container: Interpreted,
  observer: string,
  custom = writtenIn(container),
): string {
  const places = { CONTAINER: literal(container), CUSTOM: custom, OBSERVER: observer }
  return SCRIPT.replace(/'(CONTAINER|CUSTOM|OBSERVER)'/g, (_, place: keyof typeof places) => places[place])
}

function writtenIn({ variable }: Interpreted): string {
  const functions = variable
    .filter(({ type }) => type === 'jsm')
    .map(({ name, parameter }) => {
      const text = parameter.find(({ key }) => key === 'javascript')?.value
      return `${literal(name)}: (${text})`
    })
  return `name => ({ ${functions.join(', ')} })[name]`
}

/** A value as JavaScript that ends no script element. */
export function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
