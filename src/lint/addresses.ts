import { imageSet } from '../core/image-set.ts'
import type { MarkupToken } from '../core/template/template.ts'

/** Where an absolute address leads. */
export interface Target {
  readonly origin: string
  /** Whether it leads to the service itself. */
  readonly own: boolean
  /** Whether it is not encrypted. */
  readonly insecure: boolean
}

const MACRO = /@([A-Za-z][\w.:-]{0,99})@/g
/** The service itself: its host name, which a macro may follow that begins with a slash. */
const OWN = /^(?:own\.invalid|@TENANT@(?:@.*)?)$/
const LONGEST = 2_000
/**
 * Macros before an absolute address. They may be empty, and then the address is all there is. Every page and mail has a
 * value for those that are left out, so that what follows them is a path.
 */
const BEFORE_ADDRESS =
  /^(?:(?!@(?:TENANT_URL|TENANT|THEME_ID|LOCALE|LANG|DIR)@)@[A-Za-z][\w.:-]{0,99}@\s*)+(?=@TENANT_URL@|[A-Za-z]+:|[/\\]{2})/

/** Where an address leads. One that begins with a macro is the service's to tell; others than http and https lead nowhere. */
export function targetOf(address: string): Target | undefined {
  // What follows the address of the service may continue its host name, as in `@TENANT_URL@.example`.
  const text = address
    .trim()
    .slice(0, LONGEST)
    // Browsers remove these.
    .replace(/[\t\n\r]/g, '')
    .replace(BEFORE_ADDRESS, '')
    .replace(/^@TENANT_URL@/, 'https://@TENANT@')
  if (/^@[A-Za-z][\w.:-]{0,99}@/.test(text)) return undefined
  const macros: string[] = []
  // A host name has room for letters and digits only.
  const plain = text.replace(MACRO, macro => `macro${macros.push(macro) - 1}x`)
  const url = URL.parse(plain, 'https://own.invalid/')
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  const named = (part: string) =>
    part.replace(/macro(\d+)x/g, (mark, number) => macros[Number(number)] ?? mark)
  return {
    origin: named(url.origin),
    own: OWN.test(named(url.hostname)),
    insecure: url.protocol === 'http:',
  }
}

/** By tag. A map, because a theme may have a tag with the name of a property that all objects have. */
const LOADED: ReadonlyMap<string, readonly string[]> = new Map([
  ['img', ['src', 'srcset']],
  ['input', ['src']],
  ['source', ['src', 'srcset']],
  ['video', ['src', 'poster']],
  ['audio', ['src']],
  ['track', ['src']],
  ['embed', ['src']],
  ['object', ['data']],
  ['image', ['href', 'xlink:href']],
  ['feimage', ['href', 'xlink:href']],
  ['use', ['href', 'xlink:href']],
  ['body', ['background']],
  ['table', ['background']],
  ['td', ['background']],
])
const LINKED = /(?:^|\s)(?:stylesheet|icon|apple-touch-icon|mask-icon|preload|manifest)(?:\s|$)/i

/** The addresses of what a tag loads apart from scripts and frames, with their places. */
export function loadedBy({
  name,
  attributes,
}: MarkupToken): { readonly address: string; readonly start: number; readonly end: number }[] {
  const of = (attribute: string) => attributes.find(one => one.name === attribute)
  const names =
    name !== 'link'
      ? LOADED.get(name)
      : LINKED.test(of('rel')?.value ?? '') && !isScript(of('as')?.value)
        ? ['href', 'imagesrcset']
        : []
  return (names ?? []).flatMap(one => {
    const attribute = of(one)
    if (attribute === undefined) return []
    const { value, start, end } = attribute
    const addresses = one.endsWith('srcset')
      ? imageSet(value).map(({ from, to }) => value.slice(from, to))
      : [value]
    return addresses.filter(address => address.trim() !== '').map(address => ({ address, start, end }))
  })
}

function isScript(as = ''): boolean {
  return as.toLowerCase() === 'script'
}
