import { Alert, Stack, Text } from '@mantine/core'
import { Icon } from './icon.tsx'
import { Value } from './value.tsx'

/** A secret that was just made. */
export function NewSecret({ secret }: { readonly secret: string }) {
  return (
    <Alert color="yellow" title="Copy this secret now" icon={<Icon name="key" />} role="status">
      <Stack gap="xs">
        <Text size="sm">It is shown this once. Nobody can read it again, not even an administrator.</Text>
        <Value label="Client secret" value={secret} />
      </Stack>
    </Alert>
  )
}
