import { Code, Stack, Table, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { personFrom } from '../../../src/core/federation/person.ts'
import type { IdentitySource } from './calls.ts'
import { pairsIn, type SourceEdits } from './edits.ts'

const SAMPLE = JSON.stringify(
  {
    sub: '248289761001',
    preferred_username: 'alex',
    given_name: 'Alex',
    family_name: 'Moreau',
    email: 'alex@example.com',
    email_verified: true,
    locale: 'fr',
    amr: ['pwd', 'mfa'],
  },
  null,
  2,
)

interface MappingProps {
  readonly source: IdentitySource
  readonly edits: SourceEdits
  readonly change: (edits: Partial<SourceEdits>) => void
}

/** Maps claims to attributes, and tries the mapping on a sample. */
export function Mapping({ source, edits, change }: MappingProps) {
  const [sample, setSample] = useState(SAMPLE)
  const claims = parsed(sample)
  return (
    <Stack>
      <Textarea
        label="Claims"
        description="One per line, such as givenName=name.first. Attributes that you leave out use the standard claim."
        value={edits.claims}
        onChange={event => change({ claims: event.currentTarget.value })}
        autosize
        minRows={2}
      />
      <Textarea
        label="Sample claims"
        value={sample}
        onChange={event => setSample(event.currentTarget.value)}
        error={claims === undefined ? 'This is not a JSON object.' : undefined}
        autosize
        minRows={4}
        maxRows={12}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      {claims !== undefined && <Result source={source} edits={edits} claims={claims} />}
    </Stack>
  )
}

function Result({
  source,
  edits,
  claims,
}: Pick<MappingProps, 'source' | 'edits'> & { readonly claims: Readonly<Record<string, unknown>> }) {
  const lines = (text: string) => text.split('\n').map(line => line.trim())
  const person = personFrom(
    {
      preset: source.preset,
      claims: pairsIn(edits.claims),
      factorAmr: lines(edits.factorAmr),
      factorAcr: lines(edits.factorAcr),
    },
    String(claims.sub ?? ''),
    claims,
  )
  const rows = [
    ...Object.entries(person.details),
    ['address verified', person.emailVerified ? 'yes' : 'no'],
    ['second factor', person.hasFactor ? 'yes' : 'no'],
  ] as const
  return (
    <Table aria-label="What the account gets">
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            <Table.Td>
              {value === null ? (
                <Text size="sm" c="dimmed">
                  nothing
                </Text>
              ) : (
                <Code>{String(value)}</Code>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
