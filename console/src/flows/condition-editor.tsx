import { ActionIcon, Button, Group, Paper, SegmentedControl, Select, Stack } from '@mantine/core'
import { MOST } from '../../../src/core/user-flows/bounds.ts'
import type { Condition } from '../../../src/core/user-flows/document.ts'
import { Icon } from '../parts/icon.tsx'
import { ComparisonValue, compared, comparisonIn, comparisonsOf } from './comparison.tsx'
import { useDesigning } from './context.ts'
import classes from './designer.module.css'
import { Marked } from './marked.tsx'

interface ConditionEditorProps {
  /** What the condition decides, such as "Asked only if". */
  readonly label: string
  readonly path: string
  readonly condition: Condition | undefined
  /** The attributes whose answers are known at this point. */
  readonly known: readonly string[]
  readonly onChange: (condition: Condition | undefined) => void
  readonly depth?: number
}

/** Edits a condition on earlier answers: one comparison, or several of which all or any must be true. */
export function ConditionEditor(props: ConditionEditorProps) {
  const { label, path, condition, known, onChange, depth = 1 } = props
  const first: Condition = { field: known[0] ?? '', given: true }
  if (condition === undefined)
    return (
      <Marked path={path}>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          disabled={known.length === 0}
          title={known.length === 0 ? 'No earlier step asks for anything.' : undefined}
          onClick={() => onChange(first)}
        >
          {label}…
        </Button>
      </Marked>
    )
  const kind = condition.all !== undefined ? 'all' : condition.any !== undefined ? 'any' : undefined
  if (kind === undefined)
    return (
      <Marked path={path}>
        <Comparison {...props} condition={condition} />
        {depth < MOST.conditionDepth && (
          <Button
            size="compact-xs"
            variant="subtle"
            mt={4}
            onClick={() => onChange({ all: [condition, first] })}
          >
            Add another condition
          </Button>
        )}
      </Marked>
    )
  const parts = condition[kind]!
  const put = (next: readonly Condition[]) =>
    onChange(next.length < 2 ? next[0] : kind === 'all' ? { all: next } : { any: next })
  return (
    <Marked path={path}>
      <Paper withBorder p="xs" className={classes.conditions} role="group" aria-label={label}>
        <SegmentedControl
          size="xs"
          aria-label={`${label}: conditions that must be met`}
          data={[
            { value: 'all', label: 'All of these' },
            { value: 'any', label: 'Any of these' },
          ]}
          value={kind}
          onChange={value => onChange(value === 'all' ? { all: parts } : { any: parts })}
        />
        <Stack gap="xs" mt="xs">
          {parts.map((part, at) => (
            <ConditionEditor
              // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no names.
              key={at}
              label={label}
              path={`${path}/${kind}/${at}`}
              condition={part}
              known={known}
              depth={depth + 1}
              onChange={next => put(next === undefined ? parts.toSpliced(at, 1) : parts.with(at, next))}
            />
          ))}
          {parts.length < MOST.conditions && (
            <Button size="compact-xs" variant="subtle" onClick={() => put([...parts, first])}>
              Add another condition
            </Button>
          )}
        </Stack>
      </Paper>
    </Marked>
  )
}

function Comparison(props: ConditionEditorProps & { readonly condition: Condition }) {
  const { label, condition, known, onChange, path } = props
  const { askable } = useDesigning()
  const { field = '' } = condition
  const how = comparisonIn(condition)
  const fields = known.includes(field) ? known : [...known, field]
  return (
    <fieldset className={classes.comparison} aria-label={label}>
      <Marked path={`${path}/field`}>
        <Select
          size="xs"
          aria-label={`${label}: answer to`}
          allowDeselect={false}
          data={fields.map(value => ({ value, label: askable.name(value) }))}
          value={field}
          onChange={value => value !== null && onChange({ field: value, given: true })}
        />
      </Marked>
      <Group gap={4} wrap="nowrap">
        <Select
          size="xs"
          flex={1}
          aria-label={`${label}: comparison`}
          allowDeselect={false}
          data={comparisonsOf(askable, condition)}
          value={how}
          onChange={value => value !== null && onChange(compared(condition, value))}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          aria-label={`${label}: remove condition`}
          title="Remove condition"
          onClick={() => onChange(undefined)}
        >
          <Icon name="close" size={14} />
        </ActionIcon>
      </Group>
      <ComparisonValue label={label} condition={condition} onChange={onChange} />
    </fieldset>
  )
}
