import type { Method, Page } from '../description/call.ts'

/** Files at addresses of their own. */
export const FIELD_FILE = {
  GET: {
    id: 'fieldFile',
    page: 'A script or a style sheet of the service that pages of themes made for IBM Security Verify load.',
  },
} as const satisfies Partial<Record<Method, Page>>

/** Folders in which one file stands under every name. */
export const FIELD_FOLDER_FILE = {
  GET: {
    id: 'fieldFolderFile',
    page: 'The script or the style sheet that old error pages of such themes load, whatever its name.',
  },
} as const satisfies Partial<Record<Method, Page>>
