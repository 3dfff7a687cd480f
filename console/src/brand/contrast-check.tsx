import { Badge, Group, Paper, Table, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import classes from './brand.module.css'
import {
  advices,
  type Color,
  contrast,
  ENOUGH,
  holds,
  PAIR_NAMES,
  type Pair,
  type Reading,
  ratioName,
} from './contrast.ts'
import { readings } from './measure.ts'

interface ContrastCheckProps {
  /** The base sheet. The theme's sheet overrides it. */
  readonly base: string
  readonly sheet: string
  readonly tokens: ReadonlyMap<string, string>
}

const SETTLED_MS = 250
const PAIRS: readonly Pair[] = ['button', 'link', 'page']

/** Whether texts are readable in both modes, and what to change if they are not. */
export function ContrastCheck({ base, sheet, tokens }: ContrastCheckProps) {
  const all = useReadings(base, sheet)
  const bad = all.filter(reading => !holds(reading))
  return (
    <Paper withBorder component="section" aria-label="Contrast" p="md" bg="var(--surface)">
      <Title order={2}>Contrast</Title>
      <Text size="sm" c="dimmed" role="status" mb="xs">
        {all.length > 0 && summary(all.length, bad.length)}
      </Text>
      <Table verticalSpacing={6} horizontalSpacing="xs" aria-label="Contrast of texts">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Text</Table.Th>
            <Table.Th scope="col">Light</Table.Th>
            <Table.Th scope="col">Dark</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {PAIRS.map(pair => (
            <Table.Tr key={pair}>
              <Table.Th scope="row" fw={400}>
                {PAIR_NAMES[pair]}
              </Table.Th>
              {all
                .filter(reading => reading.pair === pair)
                .map(reading => (
                  <Table.Td key={reading.scheme}>
                    <Verdict reading={reading} />
                  </Table.Td>
                ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {bad.length > 0 && (
        <ul className={classes.advice}>
          {advices(bad, tokens).map(words => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </Paper>
  )
}

function summary(all: number, bad: number): string {
  return bad === 0
    ? `All texts meet WCAG AA: at least ${ENOUGH} : 1.`
    : `${bad} of ${all} are too hard to read. WCAG AA requires ${ENOUGH} : 1.`
}

/** The measurements, taken once typing has paused, so that a screen reader does not announce every key. */
function useReadings(base: string, sheet: string): readonly Reading[] {
  const [all, setAll] = useState<readonly Reading[]>([])
  const [settled] = useDebouncedValue(sheet, SETTLED_MS)
  useEffect(() => setAll(readings([base, settled])), [base, settled])
  return all
}

function Verdict({ reading }: { readonly reading: Reading }) {
  const { colors } = reading
  if (colors === null) {
    return (
      <Text size="sm" c="dimmed">
        An image: check it yourself
      </Text>
    )
  }
  const good = holds(reading)
  return (
    <Group gap="4px 6px">
      <span
        aria-hidden="true"
        className={classes.sample}
        style={{ color: rgb(colors.text), background: rgb(colors.behind) }}
      />
      <Text size="sm" span className={classes.ratio}>
        {ratioName(contrast(colors.text, colors.behind))}
      </Text>
      <Badge color={good ? 'teal' : 'red'} leftSection={<Icon name={good ? 'check' : 'warning'} size={12} />}>
        {good ? 'Good' : 'Too low'}
      </Badge>
    </Group>
  )
}

function rgb(color: Color): string {
  return `rgb(${color.join(' ')})`
}
