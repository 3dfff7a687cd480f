import { assetName, isAsset } from '../core/asset.ts'
import { imageSet } from '../core/image-set.ts'
import { sheetName } from '../core/places.ts'
import { type SheetAddress, sheetAddresses } from '../core/sheet-addresses.ts'
import { styleRanges } from '../core/template/style.ts'
import type { MarkupAttribute } from '../core/template/template.ts'
import { stylesIn } from './code.ts'
import type { LintedFile } from './file.ts'
import type { MarkupSource } from './shown-labels.ts'

/** An address in a template: in an attribute or in a style. */
export interface TagAddress {
  /** With references decoded. */
  readonly address: string
  readonly start: number
  readonly end: number
  /** Whether it stands in an attribute, where `&` is written as a reference. */
  readonly attribute: boolean
}

const LOADING = new Set(['src', 'href', 'xlink:href', 'poster', 'background', 'data'])
const SETS = new Set(['srcset', 'imagesrcset'])
const QUOTED = /^[“”„‟‘’‚″]/

/** Further ones are looked at when these are right. */
const MOST = 2_000

/** What the tags and styles of a template load. */
export interface TagAddresses {
  readonly all: readonly TagAddress[]
  /** Whether a tag says what relative addresses are relative to. */
  readonly hasBase: boolean
}

const tagsIn = new WeakMap<MarkupSource, TagAddresses>()

/** The addresses in the tags and styles of a template. */
export function tagAddresses(file: MarkupSource): TagAddresses {
  const known = tagsIn.get(file) ?? {
    all: read(file),
    hasBase: file.markup.some(({ kind, name }) => kind === 'startTag' && name === 'base'),
  }
  tagsIn.set(file, known)
  return known
}

function read(file: MarkupSource): TagAddress[] {
  const inTags = file.markup.flatMap(({ kind, attributes }) =>
    kind !== 'startTag' ? [] : attributes.flatMap(attribute => inAttribute(file, attribute)),
  )
  return [...inTags, ...inStyles(file)].sort((a, b) => a.start - b.start).slice(0, MOST)
}

function inAttribute(
  { text }: MarkupSource,
  { name, value, valueStart, valueEnd }: MarkupAttribute,
): TagAddress[] {
  if (LOADING.has(name) && value !== '')
    return [{ address: value.trim(), start: valueStart, end: valueEnd, attribute: true }]
  if (!SETS.has(name)) return []
  const written = text.slice(valueStart, valueEnd)
  return imageSet(written).map(({ from, to }) => ({
    address: decoded(written.slice(from, to)),
    start: valueStart + from,
    end: valueStart + to,
    attribute: true,
  }))
}

/** Addresses in style elements and attributes, as far as they mean a file. */
function inStyles(file: MarkupSource): TagAddress[] {
  return stylesIn(file).flatMap(({ text, start, attribute }) =>
    Array.from(styleRanges(text), ({ from, to }) => {
      const written = text.slice(from, to)
      const address = attribute ? decoded(written) : written
      return { address, start: start + from, end: start + to, attribute }
    }).filter(({ address }) => address !== '' && !address.includes('\\')),
  )
}

/** Of references, addresses hold this one. */
function decoded(written: string): string {
  return written.replaceAll('&amp;', '&')
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
