import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../parts/confirm.tsx'
import { Icon } from '../parts/icon.tsx'
import { NewSecret } from '../parts/new-secret.tsx'
import { keepSecret, useNewSecret } from '../parts/new-secrets.ts'
import { Value } from '../parts/value.tsx'
import { type ClientRecord, rotateSecret } from './calls.ts'

/** The credentials by which the program authenticates. */
export function Credentials({ client }: { readonly client: ClientRecord }) {
  const { id } = client
  const secret = useNewSecret(id)
  const [rotating, setRotating] = useState(false)
  return (
    <Paper withBorder p="lg" bg="var(--surface)">
      <Stack>
        <Title order={2}>Credentials</Title>
        <Value label="Client ID" value={id} />
        {secret !== undefined && <NewSecret owner={id} secret={secret} />}
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
      </Stack>
      {rotating && (
        <Confirm
          title={`Rotate the client secret of ${client.name}?`}
          action="Rotate secret"
          onClose={() => setRotating(false)}
          onConfirm={async () => keepSecret(id, await rotateSecret(id))}
        >
          The current secret and all tokens issued with it stop working at once. The program has no access
          until you give it the new secret.
        </Confirm>
      )}
    </Paper>
  )
}
