import type { Parameter } from './call.ts'
import { text, whole, yesOrNo } from './schema.ts'

export const EXAMPLE_ID = '1f0c2d34-5b6a-4c7d-8e9f-a0b1c2d3e4f5'

/** A parameter in the address; the route names it too. */
export function inPath(name: string, description: string, example: string): Parameter {
  return { name, in: 'path', required: true, schema: text(description), example }
}

export function inQuery(name: string, description: string, example?: string): Parameter {
  return { name, in: 'query', schema: text(description), ...(example !== undefined && { example }) }
}

export const THEME_ID = inPath('id', 'Id of the theme.', EXAMPLE_ID)
export const READABLE_ID = inPath('id', 'Id of the theme, or `master` for the original package.', 'master')

export const FILE_PATH = inPath(
  'path',
  'Path of the file below `templates`. Slashes may be sent as they are or percent-encoded.',
  'common/page_style.css',
)

export const REVISION = inPath('revision', 'Number of a revision, or `master`.', '3')

/** Which part of a list is wanted. */
export function paging(usual: number, largest: number): Parameter[] {
  const limit = whole('Maximum number of entries per page.', { minimum: 1, maximum: largest, default: usual })
  return [
    { name: 'page', in: 'query', schema: whole('Page number, from 1.', { minimum: 1, default: 1 }) },
    { name: 'limit', in: 'query', schema: limit },
    inQuery(
      'pagination',
      '`page` and `limit` in one parameter, as tools for IBM Security Verify send them: `page=1&limit=5`, percent-encoded.',
    ),
  ]
}

/** Which part of a list that can be searched is wanted. */
export function searching(found: string): Parameter[] {
  return [
    ...paging(200, 1000),
    inQuery('search', `Only entries with this text in ${found}. Upper and lower case are equal.`),
  ]
}

export const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  schema: text('Writes only if the current ETag is this one.'),
}
export const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  schema: text('Returns 304 if the current ETag is this one.'),
}
/** The header for a write that must not replace anything. */
export function ifAbsent(what: string): Parameter {
  return {
    name: 'If-None-Match',
    in: 'header',
    schema: text(`\`*\` writes only if the ${what} does not exist yet.`),
  }
}

export const CUSTOMIZED_ONLY: Parameter = {
  name: 'customized_only',
  in: 'query',
  schema: yesOrNo('Only the files that differ from the master.', { default: false }),
}

const THEME = inQuery('themeId', 'Id of the theme. The default is `default`.', 'default')
const LOCALE = inQuery('locale', 'The requested language, such as `de` or `pt-BR`.', 'de')

/** How a page is wanted. */
export const LOOK: readonly Parameter[] = [THEME, LOCALE]
export const STATE = inQuery('state', 'State of the page. The default is the first one of the page.')
export const PAGE_ID = inPath('page', 'Id of the page or mail.', 'login')
