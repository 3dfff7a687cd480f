import type { Call, Method } from '../description/call.ts'
import { IF_MATCH, inQuery, THEME_ID } from '../description/parameters.ts'
import { bytes, named, object } from '../description/schema.ts'

/** `/themes/:id/push` */
export const PUSH = {
  POST: {
    id: 'pushFiles',
    group: 'History',
    who: 'writer',
    theme: 'path',
    summary: 'Write and revert files as one revision',
    prose:
      'For tools that keep a copy of a theme. Either everything is written, or nothing. If nothing changes, there is no new revision. Files that are neither in the archive nor among `reverts` stay as they are, even if the archive holds every path of the master. With `If-Match`, a theme that was changed meanwhile is not overwritten.',
    parameters: [THEME_ID, IF_MATCH],
    body: {
      kind: 'package',
      schema: object(
        'An archive of the files to write, what else is done, or both.',
        {},
        {
          files: bytes('The ZIP archive.', 'application/zip'),
          configuration: { ...named('PushConfiguration'), description: 'What else is done, as JSON.' },
        },
      ),
      example: {
        files: '<the bytes of the archive>',
        configuration: { reverts: ['common/logo/default/logo.svg'], message: 'Use the new colours' },
      },
    },
    answers: {
      200: {
        text: 'The theme is as the push has it.',
        content: { 'application/json': 'PushedTheme' },
        headers: ['ETag'],
        example: {
          revision: 4,
          changes: [
            { path: 'common/logo/default/logo.svg', kind: 'reverted' },
            { path: 'common/page_style.css', kind: 'changed' },
          ],
          ignored: [],
          outdated: [],
          neverShown: [],
        },
      },
    },
    refusals: [
      'configuration_invalid',
      'theme_unknown',
      'theme_protected',
      'file_unknown',
      'precondition_failed',
      'busy',
    ],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/themes/:id/source` */
export const SOURCE = {
  GET: {
    id: 'getSource',
    group: 'History',
    who: 'reader',
    theme: 'path',
    summary: 'Get the last common state of a theme and a repository',
    prose:
      'For tools in a fresh copy of a repository, which have to tell changes of the repository from changes of the theme. Pushes with a `source` keep it up to date; it is known for the 50 repositories that were pushed from last.',
    parameters: [
      THEME_ID,
      { ...inQuery('name', 'Name of the repository.', 'github.com/acme/brand'), required: true },
    ],
    answers: {
      200: {
        text: 'What both had in common after the last push; nothing where there was none.',
        content: { 'application/json': 'ThemeSource' },
        example: {
          name: 'github.com/acme/brand',
          revision: 4,
          pushedAt: '2026-01-31T12:00:00.000Z',
          files: {
            'common/page_style.css': '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
          },
        },
      },
    },
    refusals: ['theme_unknown', 'configuration_invalid', 'query_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>
