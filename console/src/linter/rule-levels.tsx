import { Anchor, Badge, NativeSelect, Switch, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { capital } from '../parts/capital.ts'
import { Empty } from '../parts/empty.tsx'
import { FilterField, matches, useFilter } from '../parts/filter-field.tsx'
import classes from './linter.module.css'
import { LEVELS, type Level, type Rule } from './settings.ts'

interface RuleLevelsProps {
  readonly rules: readonly Rule[]
  readonly readOnly: boolean
  /** The configured level; null for the rule's default. */
  readonly levelOf: (id: string) => Level | null
  readonly onChange: (id: string, level: Level | null) => void
}

/** Every rule with its level. Fatal rules come last, because their level cannot be changed. */
export function RuleLevels({ rules, readOnly, levelOf, onChange }: RuleLevelsProps) {
  const [filter, setFilter] = useFilter()
  const [changedOnly, setChangedOnly] = useState(false)
  const changed = rules.filter(({ id }) => levelOf(id) !== null)
  const ordered = useMemo(
    () => [...rules].sort((one, other) => Number(isFatal(one)) - Number(isFatal(other))),
    [rules],
  )
  const shown = ordered.filter(
    ({ id, title, reason }) => matches(filter, id, title, reason) && (!changedOnly || levelOf(id) !== null),
  )
  return (
    <>
      <div className={classes.controls}>
        <FilterField label="Search rules" value={filter} onChange={setFilter} />
        <Switch
          label={`Only changed rules (${changed.length})`}
          checked={changedOnly}
          onChange={event => setChangedOnly(event.currentTarget.checked)}
        />
      </div>
      {shown.length === 0 ? (
        <Empty title="No rule matches">
          {changedOnly && changed.length === 0
            ? 'All rules have their default level.'
            : 'No rule has these words in its name or description.'}
        </Empty>
      ) : (
        <ul className={classes.rules} aria-label="Rules of the linter">
          {shown.map(rule => (
            <RuleRow key={rule.id} {...{ rule, readOnly, onChange }} level={levelOf(rule.id)} />
          ))}
        </ul>
      )}
    </>
  )
}

interface RuleRowProps extends Pick<RuleLevelsProps, 'readOnly' | 'onChange'> {
  readonly rule: Rule
  readonly level: Level | null
}

function RuleRow({ rule, level, readOnly, onChange }: RuleRowProps) {
  const { id, severity, title, docs, browser } = rule
  return (
    <li className={classes.rule}>
      <div className={classes.words}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <div className={classes.about}>
          <Anchor
            href={docs}
            target="_blank"
            rel="noreferrer"
            className={classes.id}
            aria-label={`${id}: documentation, in a new tab`}
          >
            {id}
          </Anchor>
          {browser && <span>Checked only by tabard lint --browser</span>}
          {level !== null && (
            <Badge size="sm" variant="light" color="azure">
              Changed
            </Badge>
          )}
        </div>
      </div>
      {isFatal(rule) ? (
        <Text size="sm" c="dimmed">
          Fatal: the service rejects such a theme
        </Text>
      ) : (
        <NativeSelect
          aria-label={`Level of ${id}`}
          value={level ?? ''}
          disabled={readOnly}
          onChange={event => onChange(id, (event.currentTarget.value || null) as Level | null)}
          data={[
            { value: '', label: `Default: ${severity}` },
            ...LEVELS.map(one => ({ value: one, label: capital(one) })),
          ]}
        />
      )}
    </li>
  )
}

function isFatal({ severity }: Rule): boolean {
  return severity === 'fatal'
}
