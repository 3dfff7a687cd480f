import { assetName, isAsset } from '../core/asset.ts'
import { sheetName } from '../core/places.ts'
import { type SheetAddress, sheetAddresses } from '../core/sheet-addresses.ts'
import type { LintedFile } from './file.ts'

/** An address in a tag of a template. */
export interface TagAddress {
  /** The whole value of the attribute, with references decoded. */
  readonly address: string
  readonly element: string
  readonly start: number
  readonly end: number
}

const LOADING = new Set(['src', 'href', 'poster', 'background'])
const QUOTED = /^[“”„‟‘’‚″]/

const tagsIn = new WeakMap<LintedFile, readonly TagAddress[]>()

/** The addresses in the tags of a template. */
export function tagAddresses(file: LintedFile): readonly TagAddress[] {
  const known = tagsIn.get(file) ?? read(file)
  tagsIn.set(file, known)
  return known
}

function read({ markup }: LintedFile): TagAddress[] {
  return markup.flatMap(({ kind, name: element, attributes }) =>
    kind !== 'startTag'
      ? []
      : attributes.flatMap(({ name, value, valueStart: start, valueEnd: end }) =>
          LOADING.has(name) && value !== '' ? [{ address: value.trim(), element, start, end }] : [],
        ),
  )
}

/**
 * The static name that an address in a template means: that of an asset of the theme. Undefined for other addresses, and
 * for names that a macro or a label takes part in.
 */
export function staticName(address: string): string | undefined {
  const path = address.replace(/^(?:(?:https?:)?\/\/@TENANT@|@TENANT_URL@)/, '')
  const name = assetName(path)
  if (name === undefined || /[@$]/.test(name)) return undefined
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Whether an address begins with a typographic quotation mark, which is no quote of HTML and so a part of it. */
export function isWronglyQuoted(address: string): boolean {
  return QUOTED.test(address)
}

/** Folders of the service that pages made for IBM Security Verify load files from. */
const SERVICE = /^(?:template|authsvc|idaas|usc|profile|ui|v1\.0)\//

/** Whether an address is relative and names a file. No file of a theme is found by it: pages are not beside the files. */
export function isRelativeFile(address: string): boolean {
  if (/^(?:[/#?@$]|[a-z][a-z\d+.-]*:)/i.test(address) || SERVICE.test(address)) return false
  return isAsset(address.split(/[?#]/, 1)[0]!) && !/[@$]/.test(address)
}

const sheetsIn = new WeakMap<LintedFile, readonly SheetAddress[]>()

/** The addresses in a style sheet that may mean a file of the theme. */
export function addressesOfSheet(file: LintedFile): readonly SheetAddress[] {
  if (sheetName(file.path) === undefined) return []
  const known = sheetsIn.get(file) ?? sheetAddresses(file.text) ?? []
  sheetsIn.set(file, known)
  return known
}
