import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Confirm } from '../parts/confirm.tsx'
import { Icon } from '../parts/icon.tsx'
import { NewSecret } from '../parts/new-secret.tsx'
import { keepSecret, useNewSecret } from '../parts/new-secrets.ts'
import { Value } from '../parts/value.tsx'
import { type ClientRecord, rotateSecret } from './calls.ts'

/** How the program proves who it is. */
export function Credentials({ client }: { readonly client: ClientRecord }) {
  const { id } = client
  const secret = useNewSecret(id)
  const [rotating, setRotating] = useState(false)
  useEffect(() => () => keepSecret(id, undefined), [id])
  return (
    <Paper withBorder p="lg" bg="var(--surface)">
      <Stack>
        <Title order={2}>Credentials</Title>
        <Value label="Client ID" value={id} />
        {secret !== undefined && <NewSecret secret={secret} />}
        <Group justify="space-between">
          <Text size="sm" c="dimmed" flex="1 1 200px">
            {secret === undefined &&
              'The client secret is shown only when it is made. Lost it? Make a new one.'}
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
          title="Make a new client secret?"
          action="Rotate secret"
          onClose={() => setRotating(false)}
          onConfirm={async () => keepSecret(id, await rotateSecret(id))}
        >
          The present secret and every token that was got with it stop working at once: the program is locked
          out until it has the new one.
        </Confirm>
      )}
    </Paper>
  )
}
