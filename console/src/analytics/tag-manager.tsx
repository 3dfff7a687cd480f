import { Alert, Code, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { useResource } from '../resource.ts'
import type { Explanation } from '../wire.ts'
import classes from './analytics.module.css'
import { explainResource, type ThemeAnalytics } from './calls.ts'
import { Card } from './card.tsx'
import type { Wanted } from './settings.ts'

const EVAL =
  'Needed only if the container reads the page title by script, which requires ‘unsafe-eval’. A container without script sends the same events.'

interface TagManagerProps {
  readonly id: string
  readonly state: ThemeAnalytics
  readonly wanted: Wanted
  readonly flaw: string | null
  readonly onChange: (some: Partial<Wanted>) => void
}

/** The tag manager on the registration pages. */
export function TagManager({ id, state, wanted, flaw, onChange }: TagManagerProps) {
  const [left, setLeft] = useState(false)
  const { byHand, container } = state
  return (
    <Card title="Tag manager">
      {byHand ? (
        <ByHand container={container} />
      ) : (
        <Switch
          label="Add a tag manager to the registration pages"
          description="Its two snippets are added to registration.html of this theme. If you turn this off, only the snippets are removed."
          checked={wanted.tagManager}
          onChange={event => onChange({ tagManager: event.currentTarget.checked })}
        />
      )}
      {wanted.tagManager && !byHand && (
        <TextInput
          label="Container ID"
          placeholder="GTM-XXXXXXX"
          value={wanted.container}
          onChange={event => onChange({ container: event.currentTarget.value })}
          onBlur={() => setLeft(true)}
          error={left && wanted.container !== '' ? flaw : null}
          spellCheck={false}
          autoComplete="off"
          required
        />
      )}
      {wanted.tagManager && (!byHand || container !== null) && (
        <Switch
          label="Allow scripts of the container (‘unsafe-eval’)"
          description={EVAL}
          checked={wanted.eval}
          onChange={event => onChange({ eval: event.currentTarget.checked })}
        />
      )}
      {wanted.tagManager && <Policy id={id} on={byHand || container !== null} />}
    </Card>
  )
}

function ByHand({ container }: Pick<ThemeAnalytics, 'container'>) {
  return (
    <Alert color="azure" icon={<Icon name="info" />} title="Added by hand">
      Somebody added {container === null ? 'a tag manager' : <Code>{container}</Code>} to{' '}
      <Code>registration.html</Code>. It works, and the Content-Security-Policy allows its hosts. To remove
      it, edit the file.
    </Alert>
  )
}

/** What the current policy of the registration pages allows for the tag manager. */
function Policy({ id, on }: { readonly id: string; readonly on: boolean }) {
  const { data } = useResource<Explanation>(explainResource(id))
  if (!on) {
    return (
      <Text size="sm" c="dimmed">
        When you save, the Content-Security-Policy of this theme’s registration pages allows the hosts of the
        tag manager and of the analytics service. Other pages do not change.
      </Text>
    )
  }
  const admitted = admittedBy(data?.policy.text ?? '')
  if (admitted.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={600}>
        What the Content-Security-Policy of these pages allows
      </Text>
      <ul className={classes.policy}>
        {admitted.map(({ directive, values }) => (
          <li key={directive}>
            <b>{directive}</b> {values.join(' ')}
          </li>
        ))}
      </ul>
    </div>
  )
}

const OF_TAG_MANAGER = /googletagmanager\.com|google-analytics\.com|analytics\.google\.com|^'unsafe-eval'$/

function admittedBy(policy: string): { directive: string; values: string[] }[] {
  return policy
    .split(';')
    .map(text => text.trim().split(/\s+/))
    .map(([directive = '', ...values]) => ({
      directive,
      values: values.filter(value => OF_TAG_MANAGER.test(value)),
    }))
    .filter(({ values }) => values.length > 0)
}
