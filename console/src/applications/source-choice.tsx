import { Checkbox, Stack, Switch, Text } from '@mantine/core'
import { useResource } from '../resource.ts'
import { type IdentitySourceList, SOURCES } from '../sources/calls.ts'

interface SourceChoiceProps {
  /** The ids of the offered sources; null means all. */
  readonly value: readonly string[] | null
  /** Whether the application offers username and password. */
  readonly directory: boolean
  readonly onChange: (sources: readonly string[] | null) => void
}

/** The identity sources that an application offers. */
export function SourceChoice({ value, directory, onChange }: SourceChoiceProps) {
  const { data } = useResource<IdentitySourceList>(SOURCES)
  const sources = data?.sources ?? []
  if (sources.length === 0) return null
  return (
    <Stack gap="xs">
      <Switch
        label="Offer all identity sources"
        description="Turn this off to choose some of them."
        checked={value === null}
        onChange={event => onChange(event.currentTarget.checked ? null : sources.map(({ id }) => id))}
      />
      {value !== null && (
        <Checkbox.Group
          label="Identity sources"
          value={[...value]}
          onChange={chosen => onChange(sources.map(({ id }) => id).filter(id => chosen.includes(id)))}
        >
          <Stack gap="xs" mt="xs">
            {sources.map(({ id, name, enabled }) => (
              <Checkbox key={id} value={id} label={enabled ? name : `${name} (disabled)`} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {value?.length === 0 && (
        <Text
          size="sm"
          c={directory ? 'dimmed' : 'var(--mantine-color-error)'}
          role={directory ? undefined : 'alert'}
        >
          {directory
            ? 'People sign in with username and password only.'
            : 'Nobody can sign in. Choose an identity source, or offer username and password.'}
        </Text>
      )}
    </Stack>
  )
}
