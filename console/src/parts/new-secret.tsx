import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Icon } from './icon.tsx'
import { keepSecret } from './new-secrets.ts'
import { Value } from './value.tsx'

interface NewSecretProps {
  /** The application or API client that it belongs to. */
  readonly owner: string
  readonly secret: string
}

/** A new secret. It is shown until somebody confirms to have copied it. */
export function NewSecret({ owner, secret }: NewSecretProps) {
  return (
    <Alert color="yellow" title="Copy this secret now" icon={<Icon name="key" />} role="status">
      <Stack gap="xs">
        <Text size="sm">
          It is shown until you close this note or leave the console. Nobody can read it later, not even an
          administrator.
        </Text>
        <Value label="Client secret" value={secret} />
        <Group>
          <Button size="xs" variant="default" onClick={() => keepSecret(owner, undefined)}>
            I have copied it
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
