import { type Body, type Call, ENTITLED } from './call.ts'
import type { Entry } from './call-book.ts'

/** Calls that the client has no method for: browsers make them, or people read what they answer. */
export const NOT_IN_CLIENT: ReadonlySet<string> = new Set(['reportPolicy', 'getReference', 'getDescription'])

/** Lines of TypeScript that make the call with the client; undefined where the client has no method for it. */
export function typescript({ origins }: Entry, call: Call): string | undefined {
  const { id, group, who, parameters = [], body, answers } = call
  if (who !== 'anyone' && !(who in ENTITLED)) return undefined
  if (group === 'Tokens' || !origins.includes('pages') || NOT_IN_CLIENT.has(id)) return undefined
  const given = parameters.filter(({ required }) => required).map(({ name, example }) => [name, example])
  const input = { ...Object.fromEntries(given), ...(body && sent(body)) }
  const argument = Object.keys(input).length === 0 ? '' : literal(input)
  const answered = Object.values(answers).some(({ content }) => content !== undefined)
  return `${answered ? 'const { data } = ' : ''}await tabard.${id}(${argument})`
}

/** An expression that reads a file, in the place of a value. */
class Expression {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

function sent({ kind, example }: Body): object {
  if (kind === 'file') return { file: new Expression(`await openAsBlob('page_style.css')`) }
  if (kind !== 'package') return (example ?? {}) as object
  return { ...((example ?? {}) as object), files: new Expression(`await openAsBlob('theme.zip')`) }
}

/** A value as people write it: names without quotes, texts in single ones, short lists on one line. */
function literal(value: unknown, indent = ''): string {
  if (value instanceof Expression) return value.text
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map(item => literal(item, inner))
    : Object.entries(value).map(([name, item]) => `${nameOf(name)}: ${literal(item, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }']
  const line = `${open}${parts.join(', ')}${close}`
  if (parts.length === 0) return Array.isArray(value) ? '[]' : '{}'
  if (line.length + indent.length <= LONGEST_LINE && !line.includes('\n')) return line
  return `${open.trim()}\n${parts.map(part => `${inner}${part},\n`).join('')}${indent}${close.trim()}`
}

const LONGEST_LINE = 72

function nameOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
}
