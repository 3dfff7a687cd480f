import { Anchor, Switch, Text } from '@mantine/core'
import { Link } from 'wouter'
import classes from './analytics.module.css'
import { Card } from './card.tsx'
import type { Wanted } from './settings.ts'

interface FirstPartyProps {
  readonly wanted: Wanted
  readonly onChange: (some: Partial<Wanted>) => void
}

/** Whether the pages send their events to the service itself. */
export function FirstParty({ wanted, onChange }: FirstPartyProps) {
  return (
    <Card title="This service">
      <Switch
        label="Count registrations here"
        description="The pages send the names of the ten events to this service. Nothing is sent to anyone else."
        checked={wanted.firstParty}
        onChange={event => onChange({ firstParty: event.currentTarget.checked })}
      />
      <ul className={classes.facts}>
        <li>Stored: how often each event happened on a day, by theme, application and language.</li>
        <li>Never stored or sent: what people type, who they are, cookies.</li>
        <li>Browsers that ask not to be tracked send nothing.</li>
      </ul>
      <Text size="sm">
        See the results under{' '}
        <Anchor component={Link} href="/analytics" underline="always">
          Analytics
        </Anchor>
        .
      </Text>
    </Card>
  )
}
