import { Progress, Text } from '@mantine/core'

/** A progress indicator with a text. */
export function Working({ words }: { readonly words: string }) {
  return (
    <div role="status">
      <Text size="sm" mb={6}>
        {words}
      </Text>
      <Progress value={100} animated aria-label={words} />
    </div>
  )
}
