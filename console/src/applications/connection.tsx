import { Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../parts/confirm.tsx'
import { Icon } from '../parts/icon.tsx'
import { NewSecret } from '../parts/new-secret.tsx'
import { keepSecret, useNewSecret } from '../parts/new-secrets.ts'
import { Value } from '../parts/value.tsx'
import { useSession } from '../session.ts'
import { type ApplicationRecord, rotateSecret } from './calls.ts'
import { Snippet } from './snippet.tsx'

const KEEP = [
  { value: '24h', label: 'for 24 hours' },
  { value: '1h', label: 'for one hour' },
  { value: '7d', label: 'for seven days' },
  { value: '', label: 'no longer (if it has leaked)' },
]

interface ConnectionProps {
  readonly application: ApplicationRecord
  readonly readOnly: boolean
}

/** The settings that the application needs, so that people can sign in to it. */
export function Connection({ application, readOnly }: ConnectionProps) {
  const { pagesUrl } = useSession()
  const secret = useNewSecret(application.id)
  const [rotating, setRotating] = useState(false)
  const [keep, setKeep] = useState('24h')
  const issuer = `${pagesUrl}/v1.0/endpoint/default`
  return (
    <Paper withBorder p="lg" bg="var(--surface)">
      <Stack>
        <Title order={2}>Connect the application</Title>
        <Value label="Client ID" value={application.id} />
        {secret !== undefined && <NewSecret owner={application.id} secret={secret} />}
        {application.public ? (
          <Text size="sm" c="dimmed">
            This application has no client secret. It uses PKCE.
          </Text>
        ) : (
          !readOnly && (
            <Group justify="space-between">
              <Text size="sm" c="dimmed" flex="1 1 200px">
                {secret === undefined &&
                  'A client secret is shown once, when it is created. If you have lost it, rotate it.'}
              </Text>
              <Button
                variant="default"
                size="xs"
                leftSection={<Icon name="key" size={14} />}
                onClick={() => setRotating(true)}
              >
                Rotate secret
              </Button>
            </Group>
          )
        )}
        <Value label="Discovery URL" value={`${issuer}/.well-known/openid-configuration`} />
        <Snippet application={application} issuer={issuer} secret={secret} />
      </Stack>
      {rotating && (
        <Confirm
          title={`Rotate the client secret of ${application.name}?`}
          action="Rotate secret"
          onClose={() => setRotating(false)}
          onConfirm={async () => keepSecret(application.id, await rotateSecret(application.id, keep))}
        >
          <Stack gap="sm">
            <NativeSelect
              label="Accept the old secret"
              value={keep}
              onChange={event => setKeep(event.currentTarget.value)}
              data={KEEP}
            />
            {keep === ''
              ? 'The old secret stops working at once. People cannot sign in until the application has the new one.'
              : 'Both secrets work during this time. Any former secret that was still accepted stops working now.'}
          </Stack>
        </Confirm>
      )}
    </Paper>
  )
}
