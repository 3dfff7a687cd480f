import { Code, Group, Paper, Select, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Copy } from '../parts/copy.tsx'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { DEFAULT_THEME, THEMES, type ThemeList } from '../themes/calls.ts'
import { themeChoices } from '../themes/choices.ts'
import type { ClientRecord } from './calls.ts'
import classes from './client.module.css'
import { type Command, commandsFor, KEEP_SECRET } from './commands.ts'
import { rightsOf } from './entitlements.ts'

/** Shell commands to try the client. */
export function CommandsView({ client }: { readonly client: ClientRecord }) {
  const { pagesUrl } = useSession()
  const [themeId, setThemeId] = useState(DEFAULT_THEME)
  const { themes } = rightsOf(client)
  const commands = commandsFor(pagesUrl, client.id, themeId).filter(
    ({ writes }) => !writes || themes === 'manageTemplates',
  )
  return (
    <Paper withBorder p="lg" bg="var(--surface)">
      <Stack>
        <Group justify="space-between" align="flex-end">
          <div>
            <Title order={2}>Commands to paste</Title>
            <Text size="sm" c="dimmed" mt={4}>
              For a shell such as bash or zsh. None of them contains the secret.
            </Text>
          </div>
          <ThemeOf value={themeId} onChange={setThemeId} />
        </Group>
        <div className={classes.commands}>
          <Line
            name="Keep the secret in the shell"
            hint="Paste this first, then the secret, then press Enter. The secret is not shown and not stored in the shell history."
            text={KEEP_SECRET}
          />
          {commands.map(command => (
            <Line key={command.name} {...command} />
          ))}
        </div>
        {themes !== 'manageTemplates' && (
          <Text size="sm" c="dimmed">
            {themes === 'none'
              ? 'This client has no access to themes, so these commands fail.'
              : 'This client can only read themes. If you let it change them, you see the commands for that here.'}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

function Line({ name, hint, text }: Pick<Command, 'name' | 'hint' | 'text'>) {
  return (
    <section aria-label={name}>
      <Group justify="space-between" gap="xs" wrap="nowrap" mb={4}>
        <Text size="sm">
          <b>{name}.</b>{' '}
          <Text span c="dimmed" inherit>
            {hint}
          </Text>
        </Text>
        <Copy value={text} what={`command: ${name.toLowerCase()}`} />
      </Group>
      <Code block tabIndex={0} aria-label={`Command: ${name.toLowerCase()}`} role="region">
        {text}
      </Code>
    </section>
  )
}

interface ThemeOfProps {
  readonly value: string
  readonly onChange: (themeId: string) => void
}

function ThemeOf({ value, onChange }: ThemeOfProps) {
  const themes = useResource<ThemeList>(THEMES).data?.themes ?? []
  return (
    <Select
      label="Theme in the commands"
      size="xs"
      w={240}
      allowDeselect={false}
      searchable={themes.length > 8}
      limit={100}
      data={themeChoices(themes)}
      value={themes.length === 0 ? null : value}
      onChange={chosen => onChange(chosen ?? DEFAULT_THEME)}
    />
  )
}
