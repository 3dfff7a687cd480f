import { isAsset } from '../../core/asset.ts'
import { assetPlaces } from '../../core/places.ts'
import { examplePage, PAGE } from '../example.ts'
import type { LintedFile } from '../file.ts'
import { isLeftover } from '../paths.ts'
import type { Rule } from '../rule.ts'

const FILE = 'common/static/css/harbour.css'
const SHEET = '.panel { color: #123456 }\n'

export const assetUnused: Rule = {
  id: 'asset/unused',
  severity: 'recommendation',
  title: 'File that nothing uses',
  reason: `No page, mail, style sheet or script of the theme or the master names the file. Nobody ever sees it. Remove
it, or correct the URL that should lead to it. A file is not reported if a macro or a script could build its name.`,
  bad: { [FILE]: SHEET },
  good: {
    [FILE]: SHEET,
    [PAGE]: examplePage(
      '<link rel="stylesheet" href="/template/v1.0/static/css/harbour.css?themeId=@THEME_ID@">',
    ),
  },
  theme(theme, tell) {
    const sheets = assetPlaces('theme.css')
    const assets = [...theme.own.keys()].filter(
      path =>
        path.startsWith('common/') &&
        isAsset(path) &&
        !theme.master.has(path) &&
        !sheets.includes(path) &&
        !ALWAYS.test(path) &&
        !isLeftover(path),
    )
    if (assets.length === 0) return
    const all = [...theme.own.values(), ...[...theme.master.values()].filter(one => !theme.own.has(one.path))]
    const mentions = all.map(mentionsIn)
    const names = new Set(mentions.flatMap(({ whole }) => [...whole]))
    const ends = [...new Set(mentions.flatMap(({ parts }) => [...parts]))]
    if (ends.length > MOST_ENDS) return
    for (const path of assets) {
      const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
      if (names.has(name) || names.has(encodeURIComponent(name).toLowerCase())) continue
      // Of a name with other characters, texts may write the end in several ways.
      if (!/^[\w.-]+$/.test(name)) continue
      if (ends.some(end => name.endsWith(end))) continue
      tell({ file: path, message: 'No page, mail, style sheet or script names this file.' })
    }
  },
}

/** Files that the service asks for itself, and the maps and licenses of others. */
const ALWAYS =
  /(?:^common\/logo\/default\/logo(?:-dark)?\.\w+|\/(?:favicon|apple-touch-icon)\.\w+|\.map|\.json)$/i
/** With more names that are put together, nobody can tell which files are meant. */
const MOST_ENDS = 200

interface Mentions {
  /** File names, in small letters. */
  readonly whole: ReadonlySet<string>
  /** Ends of names whose beginning is a macro or is made by a script. */
  readonly parts: ReadonlySet<string>
}

const EXTENSION = /\.(?:css|m?js|png|jpe?g|gif|webp|avif|ico|bmp|svg|woff2?|ttf|otf|eot|mp4|webm)(?!\w)/gi
const LETTER = /[\w%~.-]/
const LONGEST = 255
const known = new WeakMap<LintedFile, Mentions>()

function mentionsIn(file: LintedFile): Mentions {
  const found = known.get(file) ?? read(file)
  known.set(file, found)
  return found
}

function read({ text }: LintedFile): Mentions {
  const whole = new Set<string>()
  const parts = new Set<string>()
  let past = 0
  for (const { 0: extension, index } of text.matchAll(EXTENSION)) {
    let start = index
    while (start > past && index - start < LONGEST && LETTER.test(text[start - 1]!)) start -= 1
    past = index + extension.length
    const name = text.slice(start, past).toLowerCase()
    whole.add(name)
    const before = text[start - 1] ?? ''
    const isEnd = /[@$`}+]/.test(before) || (/["']/.test(before) && /^[._-]/.test(name))
    if (isEnd) parts.add(name)
  }
  return { whole, parts }
}
