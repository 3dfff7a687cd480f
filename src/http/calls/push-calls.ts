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
      'For tools that keep a copy of a theme. Either everything is written, or nothing. If nothing changes, no revision is created. Files that are neither in the archive nor in `reverts` do not change, even if the archive contains every path of the master. Send `If-Match` so that you do not overwrite changes made by others.',
    parameters: [THEME_ID, IF_MATCH],
    body: {
      kind: 'package',
      schema: object(
        'An archive with the files to write, a configuration, or both.',
        {},
        {
          files: bytes('The ZIP archive.', 'application/zip'),
          configuration: {
            ...named('PushConfiguration'),
            description: 'What to do besides writing files, as JSON.',
          },
        },
      ),
      example: {
        files: '<the bytes of the archive>',
        configuration: { reverts: ['common/logo/default/logo.svg'], message: 'Use the new colours' },
      },
    },
    answers: {
      200: {
        text: 'The push was applied.',
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
      'With this, a tool in a fresh clone of a repository can tell changes in the repository from changes in the theme. Every push with a `source` updates it. The service remembers the last 50 repositories for each theme.',
    parameters: [
      THEME_ID,
      { ...inQuery('name', 'Name of the repository.', 'github.com/acme/brand'), required: true },
    ],
    answers: {
      200: {
        text: 'The common state after the last push, or null values if there was no push.',
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
