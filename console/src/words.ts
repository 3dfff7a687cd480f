import { capital } from './parts/capital.ts'

/** An error text for somebody who filled in a form, with the field that it is about. */
interface Words {
  readonly text: string
  readonly field?: string
}

/** The fields of forms that error texts of the service begin with. */
const FIELD = /^The (name|description|recipient|(?:logout )?redirect URI(?: \d+)?) /
const NAME_LENGTH = 'Enter a name of 1 to 128 characters.'

// The service's texts are also meant for programs: some name parts of a request, or ids that the console does not show.
const WORDS: Readonly<Record<string, (told: string) => Words>> = {
  TABRD0204E: () => ({ text: 'Your role does not allow this. Ask an administrator.' }),
  TABRD0301E: () => gone('theme'),
  CSIAZ3024E: () => ({ text: 'An application uses this theme. Choose another theme there first.' }),
  TABRD0302E: () => ({
    text: 'Applications still use custom themes. Choose the default theme for them first.',
  }),
  TABRD0304E: () => ({
    text: 'Another theme has this name. Choose another one. Upper and lower case make no difference.',
    field: 'name',
  }),
  TABRD0305E: () => ({ text: 'This name is reserved. Choose another one.', field: 'name' }),
  TABRD0307E: configuration,
  TABRD0308E: () => ({ text: 'This file no longer exists. Somebody may have removed it.' }),
  TABRD0309E: told =>
    told.includes(' exists already')
      ? {
          text: 'A file with this path exists already. Choose another path, or edit that file.',
          field: 'path',
        }
      : { text: 'Somebody else changed this in the meantime. Load it again, then repeat your change.' },
  TABRD0407E: told => ({
    text: sentence(told.replace(/^The path of the file is not allowed: /, '')),
    field: 'path',
  }),
  TABRD0408E: told => ({ text: told, field: 'path' }),
  TABRD0501E: () => gone('application'),
  TABRD0502E: () => gone('API client'),
  TABRD0506E: value,
  TABRD0507E: told => chosen('account', told),
  TABRD0513E: told => chosen('group', told),
  TABRD0514E: () => ({
    text: 'Another group has this name. Choose another one. Upper and lower case make no difference.',
    field: 'name',
  }),
  TABRD0516E: () => ({
    text: 'This request no longer exists. It may have been deleted after its retention period.',
  }),
  TABRD0518E: () => gone('campaign'),
  TABRD0523E: () => gone('user flow'),
  TABRD0531E: () => gone('identity source'),
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/** The text that people see for an error of the service. */
export function worded(messageId: string, told: string): Words {
  return WORDS[messageId]?.(told) ?? { text: told }
}

function gone(what: string): Words {
  return { text: `This ${what} no longer exists. Somebody may have deleted it.` }
}

/** The console sends ids of what is shown. Names are typed, so they may be wrong. */
function chosen(what: string, told: string): Words {
  return ID.test(told) ? gone(what) : { text: told }
}

function configuration(told: string): Words {
  if (/^The name /.test(told)) return { text: NAME_LENGTH, field: 'name' }
  return { text: told, ...(/^The description /.test(told) && { field: 'description' }) }
}

function value(told: string): Words {
  const field = FIELD.exec(told)?.[1]
  if (field === 'name') return { text: NAME_LENGTH, field }
  return { text: told, ...(field !== undefined && { field }) }
}

function sentence(text: string): string {
  return capital(text.endsWith('.') ? text : `${text}.`)
}
