import { isLabelFile } from '../../core/places.ts'
import { print } from '../print.ts'
import type { Context } from './context.ts'
import { ThemeFolder } from './folder.ts'
import { labelPlaces, lineOf, localFiles } from './local-theme.ts'

/** A label or file that contains a text. */
interface Place {
  readonly file: string
  readonly what: string
  readonly text: string
}

const LENGTH = 80

/** `which`: the labels and files that contain a text, and the templates that use the labels. */
export function which(text: string, context: Context): void {
  const wanted = spaced(text)
  const files = localFiles(new ThemeFolder(context.folder))
  const places: Place[] = []
  for (const { name, place, line, value } of labelPlaces(files)) {
    if (!spaced(value).includes(wanted)) continue
    places.push({ file: `${place}:${line}`, what: `label ${name}`, text: value.slice(0, LENGTH) })
    places.push(...usesOf(name, files))
  }
  for (const { path, place, text: content } of files) {
    if (isLabelFile(path)) continue
    for (const [index, line] of content.split('\n').entries())
      if (spaced(line).includes(wanted))
        places.push({ file: `${place}:${index + 1}`, what: 'text', text: line.trim().slice(0, LENGTH) })
  }
  const seen = new Set<string>()
  const found = places.filter(({ file, what }) => seen.size !== seen.add(`${file} ${what}`).size)
  if (found.length === 0) process.exitCode = 1
  print(found, context.options, 'Neither a label nor a file has this text.')
}

function usesOf(name: string, files: ReturnType<typeof localFiles>): Place[] {
  const use = `$${name}$`
  return files.flatMap(({ path, place, text }) =>
    isLabelFile(path) || !text.includes(use)
      ? []
      : [{ file: `${place}:${lineOf(text, text.indexOf(use))}`, what: `shows ${name}`, text: use }],
  )
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}
