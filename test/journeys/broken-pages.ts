import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PAGES, type PageEntry } from '../../src/core/catalogue/catalogue.ts'
import type { FormNeed } from '../../src/core/catalogue/contract.ts'
import { EVERYTHING } from '../support/everything.ts'

const MASTER = join(import.meta.dirname, '../../master/templates')

/** A way to break a template. The mark tells whether every visitor needs what is broken, or only some of them. */
interface Way {
  readonly mark: 'broken' | 'lacking'
  readonly how: string
  readonly text: string
}

/** Every page of the catalogue with every way in which its template can break its contract. */
export function brokenPages(): { entry: PageEntry; ways: Way[] }[] {
  return PAGES.flatMap(entry => {
    const ways = waysOf(entry)
    return ways.length === 0 ? [] : [{ entry, ways }]
  })
}

/**
 * Packages that together break every page: the first one has the first way of each page, the second one the second way,
 * and so on. Each page has every sixth way, and those of another kind than before: whatever way it is, the same page is
 * shown instead, and test/core/contract.test.ts finds each page broken in every way. `npm run test:full` has them all.
 */
export function brokenPackages(): { files: Record<string, string>; ways: Map<string, string> }[] {
  const kinds = new Set<string>()
  const isNew = (kind: string) => !kinds.has(kind) && kinds.add(kind) === kinds
  const all = brokenPages().map(({ entry, ways }, page) => ({
    entry,
    ways: ways.filter(({ mark, how }, way) => {
      const news = [isNew(how.slice(how.lastIndexOf(': '))), isNew(`${entry.id} ${mark}`)]
      return EVERYTHING || news.includes(true) || (page + way) % 6 === 0
    }),
  }))
  const most = Math.max(...all.map(({ ways }) => ways.length))
  return Array.from({ length: most }, (_, index) => {
    const broken = all.flatMap(({ entry, ways }) => {
      const way = ways[index]
      return way === undefined ? [] : [{ entry, ...way }]
    })
    return {
      files: Object.fromEntries(broken.map(({ entry, text }) => [pathOf(entry), text])),
      ways: new Map(broken.map(({ entry, how }) => [entry.id, how])),
    }
  })
}

function pathOf({ folder, file }: PageEntry): string {
  return `${folder}/default/${file}`
}

/** The master's template of a page. */
export function templateOf(entry: PageEntry): string {
  return readFileSync(join(MASTER, pathOf(entry)), 'utf8')
}

function waysOf(entry: PageEntry): Way[] {
  const { forms = [], errors = [], shows = [], boxes } = entry.contract ?? {}
  const source = templateOf(entry)
  const ways: Way[] = []
  const add = (mark: Way['mark'], how: string, text: string) => {
    if (text === source) throw new Error(`${entry.id}: ${how} changes nothing`)
    const marked = text.replace('<title>', `<meta name="${mark}" content="${entry.id}: ${how}">\n<title>`)
    ways.push({ mark, how, text: marked })
  }
  for (const need of forms) {
    const form = formOf(source, need)
    const mark = need.when === undefined ? 'broken' : 'lacking'
    const broken = (how: string, change: (text: string) => string) =>
      add(mark, `${need.meaning}: ${how}`, source.replaceAll(form, change))
    broken('none', () => '')
    broken('another action', text => text.replace(/action="[^"]*"/, 'action="/elsewhere"'))
    broken('another method', text => text.replace('method="post"', 'method="get"'))
    broken('no method', text => text.replace('method="post" ', ''))
    broken('another encoding', text => text.replace('<form ', '<form enctype="multipart/form-data" '))
    broken('hidden', text => text.replace('<form ', '<form hidden '))
    broken('in a hidden part', text => `<div style="display: none">${text}</div>`)
    broken('in an inert part', text => `<div inert>${text}</div>`)
    broken('disabled', text =>
      text.replace(/(<form [^>]*>)([\s\S]*)<\/form>/, '$1<fieldset disabled>$2</fieldset></form>'),
    )
    broken('in a comment', text => `<!-- ${text} -->`)
    if (need.postsBack === undefined) broken('no action', text => text.replace(/ action="[^"]*"/, ''))
    if (need.operation !== undefined && form.includes('name="operation"'))
      broken('another operation', text => text.replace(/(name="operation" value=)"\w+"/, '$1"other"'))
    for (const { names, value, offers, rows } of need.fields) {
      const name = names.find(one => form.includes(`name="${one}"`))!
      if (offers !== undefined) {
        broken(`no ${offers.meaning}`, text =>
          text.replace(/<button[^>]*value="(\w+)">.*<\/button>/g, (button, said: string) =>
            offers.values.test(said) ? '' : button,
          ),
        )
        continue
      }
      broken(`${name} lost`, text => text.replaceAll(`name="${name}"`, 'name="lost"'))
      if (rows !== undefined) {
        const repeat = new RegExp(`\\[RPT ${rows.repeat}\\][\\s\\S]*\\[ERPT ${rows.repeat}\\]`)
        broken(`no ${rows.repeat}`, text => text.replace(repeat, ''))
        broken(`${rows.repeat} without words`, text => text.replace(/<span>@\w+@<\/span>/g, ''))
      } else if (value === undefined)
        broken(`${name} disabled`, text => text.replace(`name="${name}"`, `name="${name}" disabled`))
      else if (value.startsWith('@')) broken(`${name} without its value`, text => text.replace(value, 'x'))
    }
    if (need.fields.filter(({ value, offers }) => value === undefined && offers === undefined).length > 1)
      broken('no button', text => text.replace(/<button type="submit">.*<\/button>/, ''))
  }
  if (errors.length > 0) {
    const place = new RegExp(`@(?:${errors.join('|')})@`, 'g')
    add('lacking', 'no place for an error', source.replace(place, ''))
    add('lacking', 'a hidden place for an error', source.replace(place, '<span hidden>$&</span>'))
    add('lacking', 'an error in a comment', source.replace(place, '<!-- $& -->'))
    add(
      'lacking',
      'an error in a variable',
      source.replace(place, '<script>var errorMessage = "$&"</script>'),
    )
  }
  for (const { meaning, macros, repeat, except } of shows)
    add(
      repeat === undefined && except === undefined ? 'broken' : 'lacking',
      `no ${meaning}`,
      source.replace(new RegExp(`@(?:${macros.join('|')})@`, 'g'), ''),
    )
  if (boxes !== undefined) add('broken', 'ticked boxes', source.replace(`@${boxes.checked}@`, 'checked'))
  return ways
}

/** The form of a master's template that a need means. */
function formOf(source: string, { fields, operation, meaning }: FormNeed): string {
  const forms = source.match(/<form [\s\S]*?<\/form>/g) ?? []
  const found = forms.find(form =>
    operation !== undefined && operation.default === undefined
      ? form.includes(`name="operation" value="${operation.value}"`)
      : fields.some(({ names }) => names.some(name => form.includes(`name="${name}"`))),
  )
  if (found === undefined) throw new Error(`the master has no ${meaning}`)
  return found
}
