import {
  COMMON_MACROS,
  MAILS,
  type MacroEntries,
  type MailEntry,
  PAGES,
  type PageEntry,
} from '../src/core/catalogue/catalogue.ts'

/** The reference of all pages and mails, for people who make themes. */
export function themeReference(): string {
  return [
    '### On every page and in every mail',
    macroTable(COMMON_MACROS),
    '`@PAGE_HEADER@` and `@PAGE_FOOTER@` insert header and footer; mails have neither.',
    '## Pages',
    ...PAGES.flatMap(page => [...entry(page, page.file), ...form(page)]),
    '## Mails',
    ...MAILS.flatMap(mail => [
      ...entry(
        mail,
        typeof mail.file === 'string' ? mail.file : `${mail.file.subject}\`, \`${mail.file.body}`,
      ),
      ...(mail.unsent ? ['Tabard does not send this mail.'] : []),
    ]),
  ].join('\n\n')
}

function entry(
  { id, meaning, folder, macros, repeats = {}, states }: PageEntry | MailEntry,
  file: string,
): string[] {
  return [
    `### ${meaning} (\`${id}\`)`,
    `\`${folder}/<locale>/\`: \`${file}\``,
    ...(Object.keys(macros).length > 0 ? [macroTable(macros)] : []),
    ...Object.entries(repeats).map(
      ([name, repeat]) => `Macros of each row of the repeat \`${name}\`:\n\n${macroTable(repeat.macros)}`,
    ),
    `States: ${Object.entries(states)
      .map(([state, { meaning: what }]) => `\`${state}\` (${what})`)
      .join(', ')}.`,
  ]
}

function form({ form: fields, formAction = 'ACTION' }: PageEntry): string[] {
  if (fields === undefined) return []
  const list = Object.entries(fields).map(([name, meaning]) => `\`${name}\` (${meaning})`)
  return [
    `The form posts ${list.join(', ')} to \`@${formAction}@\`. If your page leaves out a field that the service needs, people see the master’s page instead.`,
  ]
}

function macroTable(macros: MacroEntries): string {
  const rows = Object.entries(macros).map(
    ([name, { kind, meaning }]) => `| \`@${name}@\` | ${kind} | ${meaning.replaceAll('|', '\\|')} |`,
  )
  return ['| macro | kind | meaning |', '| --- | --- | --- |', ...rows].join('\n')
}
