import { Button, Paper, Stack, Switch, Text, Title } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useAction } from '../action.ts'
import { AddressList } from '../applications/address-list.tsx'
import { Icon } from '../parts/icon.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { SaveBar } from '../parts/save-bar.tsx'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { Page } from '../shell/page.tsx'
import { useEdits } from '../use-edits.ts'
import { changeLintSettings, LINT_RULES, LINT_SETTINGS, type LintRules, type LintSettings } from './calls.ts'
import { RuleLevels } from './rule-levels.tsx'
import { NAMES, type Rule, tidied, withLevel } from './settings.ts'

/** The linter settings of the tenant. */
export default function Linter() {
  const settings = useResource<LintSettings>(LINT_SETTINGS)
  const rules = useResource<LintRules>(LINT_RULES)
  const failure = settings.failure ?? rules.failure
  const reload = async () => void (await Promise.all([settings.reload(), rules.reload()]))
  return (
    <Page
      title="Linter"
      below="What the linter checks in every theme, and how severe each finding is."
      actions={
        <Button
          component="a"
          href="/docs/lint#rules"
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<Icon name="external" size={15} />}
        >
          All rules with examples
        </Button>
      }
    >
      <Problem failure={failure} retry={reload} />
      {settings.data !== undefined && rules.data !== undefined ? (
        <Settings saved={settings.data} etag={settings.etag} rules={rules.data.rules} />
      ) : (
        failure === undefined && <Placeholder h={320} label="Loading the settings" />
      )}
    </Page>
  )
}

interface SettingsProps {
  readonly saved: LintSettings
  readonly etag: string | null
  readonly rules: readonly Rule[]
}

function Settings({ saved, etag, rules }: SettingsProps) {
  const readOnly = useSession().role !== 'administrator'
  const { busy, failure, run, clear } = useAction()
  const edits = useEdits({
    data: saved,
    etag,
    path: LINT_SETTINGS,
    formOf: (settings: LintSettings) => settings,
    tidied,
    names: NAMES,
    send: changeLintSettings,
  })
  const { form: settings, change, dirty } = edits
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!dirty || busy) return
    void run(async () => {
      await edits.save()
      toast('Changes are saved. They apply from the next check on.')
    })
  }
  const discard = () => {
    edits.discard()
    clear()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {readOnly && (
          <Text size="sm" c="dimmed">
            Only administrators can change these settings.
          </Text>
        )}
        <Part title="Scripts from other servers">
          <AddressList
            label="Allowed origins"
            item="Origin"
            hint="Pages may load scripts from these servers. A script from any other server is an error, because it can read what people type, including passwords."
            placeholder="https://cdn.example.com"
            values={settings.scriptOrigins}
            onChange={scriptOrigins => change({ scriptOrigins })}
            failure={null}
            field=""
            readOnly={readOnly}
          />
          <Switch
            label="Allow a tag manager on the registration page"
            description="A tag manager that you turned on in the analytics of a theme is always allowed."
            checked={settings.tagManager}
            disabled={readOnly}
            onChange={event => change({ tagManager: event.currentTarget.checked })}
          />
        </Part>
        <Part title="Rules">
          <RuleLevels
            rules={rules}
            readOnly={readOnly}
            levelOf={id => settings.rules[id] ?? null}
            onChange={(id, level) => change({ rules: withLevel(settings.rules, id, level) })}
          />
        </Part>
        <SaveBar dirty={dirty} busy={busy} failure={failure} onDiscard={discard} />
      </Stack>
    </form>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper withBorder component="section" aria-label={title} p="md" bg="var(--surface)">
      <Title order={2} mb="sm">
        {title}
      </Title>
      <Stack gap="md">{children}</Stack>
    </Paper>
  )
}
