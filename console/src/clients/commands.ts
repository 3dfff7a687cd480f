/** A shell command to paste. */
export interface Command {
  readonly name: string
  readonly hint: string
  readonly text: string
  /** Whether it needs a client that may change themes. */
  readonly writes: boolean
}

/** Commands to try an API client. They read its secret only from the environment. */
export function commandsFor(pagesUrl: string, clientId: string, themeId: string): readonly Command[] {
  const themes = `${pagesUrl}/v1.0/branding/themes`
  const theme = `${themes}/${encodeURIComponent(themeId)}`
  return [
    {
      name: 'Get a token',
      hint: 'It expires after two hours.',
      writes: false,
      // Passed through a pipe, so that the secret does not appear in the list of processes.
      text: [
        `TABARD_TOKEN=$(printf %s "$TABARD_CLIENT_SECRET" |`,
        `  curl -fsS -d grant_type=client_credentials \\`,
        `    --data-urlencode ${quoted(`client_id=${clientId}`)} \\`,
        `    --data-urlencode client_secret@- \\`,
        `    ${quoted(`${pagesUrl}/v1.0/endpoint/default/token`)} |`,
        `  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
      ].join('\n'),
    },
    {
      name: 'List themes',
      hint: 'Names and IDs, as JSON.',
      writes: false,
      text: call('', themes),
    },
    {
      name: 'Download a theme',
      hint: 'All of its files in theme.zip.',
      writes: false,
      text: call('-o theme.zip', theme),
    },
    {
      name: 'Replace a package',
      hint: 'Replaces the files that theme.zip contains. You can go back with the history of the theme.',
      writes: true,
      text: call('-X PUT -F files=@theme.zip', theme),
    },
    {
      name: 'Replace one file',
      hint: 'The end of the address is its path in the theme.',
      writes: true,
      text: call('-X PUT -F file=@page_style.css', `${theme}/common/page_style.css`),
    },
  ]
}

function call(options: string, address: string): string {
  const words = `curl -fsS -H "Authorization: Bearer $TABARD_TOKEN" ${options}`.trim()
  return `${words} \\\n  ${quoted(address)}`
}

/** Reads the secret without echo and without storing it in the history. */
export const KEEP_SECRET = 'read -rs TABARD_CLIENT_SECRET && export TABARD_CLIENT_SECRET'

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
