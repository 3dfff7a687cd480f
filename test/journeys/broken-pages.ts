import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PAGES, type PageEntry } from '../../src/core/catalogue/catalogue.ts'
import type { FormNeed } from '../../src/core/catalogue/contract.ts'

const MASTER = join(import.meta.dirname, '../../master/templates')

/** What can be wrong with a template. */
const KINDS = ['form', 'address', 'method', 'hidden', 'field', 'error', 'show'] as const

/** A way to break a template. */
interface Way {
  readonly kind: (typeof KINDS)[number]
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

/** Packages in which every page is broken, by what is wrong: the first and the last way of each kind. */
export function brokenPackages(): { name: string; files: Record<string, string>; pages: Set<string> }[] {
  const all = brokenPages()
  return KINDS.flatMap(kind =>
    [0, -1].flatMap(index => {
      const chosen = all.flatMap(({ entry, ways }) => {
        const of = ways.filter(way => way.kind === kind)
        const way = of.at(index)
        return way === undefined || (index === -1 && of.length === 1) ? [] : [[entry, way] as const]
      })
      if (chosen.length === 0) return []
      const files = Object.fromEntries(chosen.map(([entry, { text }]) => [pathOf(entry), text]))
      const name = `${index === 0 ? 'the first' : 'the last'} ${kind}`
      return [{ name, files, pages: new Set(chosen.map(([{ id }]) => id)) }]
    }),
  )
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
  const add = (kind: Way['kind'], how: string, text: string) => {
    if (text === source) throw new Error(`${entry.id}: ${how} changes nothing`)
    const marked = text.replace('<title>', `<meta name="broken" content="${entry.id}: ${how}">\n<title>`)
    ways.push({ kind, how, text: marked })
  }
  for (const need of forms) {
    const form = formOf(source, need)
    const broken = (kind: Way['kind'], how: string, change: (text: string) => string) =>
      add(kind, `${need.meaning}: ${how}`, source.replaceAll(form, change))
    broken('form', 'none', () => '')
    broken('address', 'another action', text => text.replace(/action="[^"]*"/, 'action="/elsewhere"'))
    broken('method', 'another method', text => text.replace('method="post"', 'method="get"'))
    broken('method', 'no method', text => text.replace('method="post" ', ''))
    broken('method', 'another encoding', text =>
      text.replace('<form ', '<form enctype="multipart/form-data" '),
    )
    broken('hidden', 'hidden', text => text.replace('<form ', '<form hidden '))
    broken('hidden', 'in a hidden part', text => `<div style="display: none">${text}</div>`)
    broken('form', 'in a comment', text => `<!-- ${text} -->`)
    if (need.postsBack === undefined)
      broken('address', 'no action', text => text.replace(/ action="[^"]*"/, ''))
    if (need.operation !== undefined && form.includes('name="operation"'))
      broken('field', 'another operation', text =>
        text.replace(/(name="operation" value=)"\w+"/, '$1"other"'),
      )
    for (const { names, value, offers, rows } of need.fields) {
      const name = names.find(one => form.includes(`name="${one}"`))!
      if (offers !== undefined) {
        broken('field', `no ${offers.meaning}`, text =>
          text.replace(/<button[^>]*value="(\w+)">.*<\/button>/g, (button, said: string) =>
            offers.values.test(said) ? '' : button,
          ),
        )
        continue
      }
      broken('field', `${name} lost`, text => text.replaceAll(`name="${name}"`, 'name="lost"'))
      if (rows !== undefined) {
        const repeat = new RegExp(`\\[RPT ${rows.repeat}\\][\\s\\S]*\\[ERPT ${rows.repeat}\\]`)
        broken('field', `no ${rows.repeat}`, text => text.replace(repeat, ''))
        broken('field', `${rows.repeat} without words`, text => text.replace(/<span>@\w+@<\/span>/g, ''))
      } else if (value === undefined)
        broken('field', `${name} disabled`, text => text.replace(`name="${name}"`, `name="${name}" disabled`))
      else if (value.startsWith('@'))
        broken('field', `${name} without its value`, text => text.replace(value, 'x'))
    }
    if (need.fields.filter(({ value, offers }) => value === undefined && offers === undefined).length > 1)
      broken('form', 'no button', text => text.replace(/<button type="submit">.*<\/button>/, ''))
  }
  if (errors.length > 0) {
    const place = new RegExp(`@(?:${errors.join('|')})@`, 'g')
    add('error', 'no place for an error', source.replace(place, ''))
    add('error', 'a hidden place for an error', source.replace(place, '<span hidden>$&</span>'))
    add('error', 'an error in a comment', source.replace(place, '<!-- $& -->'))
    add('error', 'an error in a variable', source.replace(place, '<script>var errorMessage = "$&"</script>'))
  }
  for (const { meaning, macros } of shows)
    add('show', `no ${meaning}`, source.replace(new RegExp(`@(?:${macros.join('|')})@`, 'g'), ''))
  if (boxes !== undefined) add('show', 'ticked boxes', source.replace(`@${boxes.checked}@`, 'checked'))
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
