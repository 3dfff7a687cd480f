import { ActionIcon, Button, Group, Paper, Select, Stack, Text, Title } from '@mantine/core'
import { MOST } from '../../../src/core/user-flows/bounds.ts'
import { END, type FlowRule, PASSWORD } from '../../../src/core/user-flows/document.ts'
import { Icon } from '../parts/icon.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import { useDesigning } from './context.ts'
import classes from './designer.module.css'
import { Marked } from './marked.tsx'
import { stepName } from './names.ts'

/**
 * Edits where a step leads: to the next one in the list, or to the target of the first rule whose condition is true.
 */
export function NextRules({ at }: { readonly at: number }) {
  const { document, change } = useDesigning()
  const { steps } = document
  const { next } = steps[at]!
  const path = `/steps/${at}/next`
  const following = steps[at + 1]?.id ?? END
  const known = steps
    .slice(0, at + 1)
    .flatMap(({ fields }) => fields.map(({ attribute }) => attribute))
    .filter(name => name !== PASSWORD)
  const put = (rules: readonly FlowRule[] | undefined) =>
    change({ what: 'step', at, change: { next: rules?.length === 0 ? undefined : rules } })
  const add = () => {
    const rule: FlowRule = { when: { field: known[0] ?? '', given: true }, to: END }
    const before = next ?? [{ to: following }]
    const sure = before.findIndex(({ when }) => when === undefined)
    put(before.toSpliced(sure === -1 ? before.length : sure, 0, rule))
  }
  const targets = [
    ...steps.slice(at + 1).map(step => ({ value: step.id, label: stepName(step) })),
    { value: END, label: 'The end' },
  ]
  return (
    <Marked path={path}>
      <Title order={3}>What comes next</Title>
      {next === undefined && (
        <Text size="sm" c="dimmed" mt={4}>
          {steps[at + 1] === undefined
            ? 'The end.'
            : `“${stepName(steps[at + 1]!)}”, the next step in the list.`}
        </Text>
      )}
      <Stack gap="xs" mt="xs">
        {next?.map((rule, index) => (
          <Marked
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no names.
            key={index}
            path={`${path}/${index}`}
          >
            <Paper withBorder p="xs" className={classes.rule}>
              {rule.when === undefined ? (
                <Text size="sm">{next.length === 1 ? 'Always' : 'Otherwise'}</Text>
              ) : (
                <ConditionEditor
                  label="If"
                  path={`${path}/${index}/when`}
                  condition={rule.when}
                  known={known}
                  onChange={when =>
                    put(when === undefined ? next.toSpliced(index, 1) : next.with(index, { ...rule, when }))
                  }
                />
              )}
              <Group gap={4} wrap="nowrap" align="flex-end">
                <Marked path={`${path}/${index}/to`}>
                  <Select
                    size="xs"
                    label="Go to"
                    allowDeselect={false}
                    data={
                      targets.some(({ value }) => value === rule.to)
                        ? targets
                        : [...targets, { value: rule.to, label: rule.to }]
                    }
                    value={rule.to}
                    onChange={to => to !== null && put(next.with(index, { ...rule, to }))}
                  />
                </Marked>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  c="inherit"
                  size={30}
                  aria-label={`Remove rule ${index + 1}`}
                  title="Remove rule"
                  onClick={() => put(next.toSpliced(index, 1))}
                >
                  <Icon name="close" size={14} />
                </ActionIcon>
              </Group>
            </Paper>
          </Marked>
        ))}
        {(next?.length ?? 0) < MOST.rules && (
          <Button
            size="xs"
            variant="default"
            w="fit-content"
            leftSection={<Icon name="plus" size={14} />}
            disabled={known.length === 0}
            onClick={add}
          >
            Add rule
          </Button>
        )}
      </Stack>
    </Marked>
  )
}
