import { Stack, Text } from '@mantine/core'
import type { Plan } from './calls.ts'
import classes from './plan-view.module.css'

const PARTS: readonly {
  key: 'added' | 'changed' | 'removed' | 'unchanged' | 'ignored' | 'neverShown'
  words: string
}[] = [
  { key: 'changed', words: 'Changed' },
  { key: 'added', words: 'Added' },
  { key: 'removed', words: 'Back to the master, or removed' },
  { key: 'unchanged', words: 'Unchanged' },
  { key: 'ignored', words: 'Ignored, because not part of a theme' },
  { key: 'neverShown', words: 'Kept, but no page shows them: check the names' },
]

/** What a package would do, in numbers that open to paths. */
export function PlanView({ plan }: { readonly plan: Plan }) {
  const changes = plan.added.length + plan.changed.length + plan.removed.length
  return (
    <Stack gap={6} role="group" aria-label="What the package changes">
      <Text size="sm" fw={600}>
        {changes === 0
          ? 'This package changes nothing: the theme has these contents already.'
          : plan.whole
            ? 'The package is a whole theme: it replaces everything.'
            : 'The package replaces the files that it holds. The others stay.'}
      </Text>
      {PARTS.filter(({ key }) => plan[key].length > 0).map(({ key, words }) => (
        <details key={key} className={classes.part} open={plan[key].length <= 8 && key !== 'unchanged'}>
          <summary>
            {words}: <b>{plan[key].length}</b>
          </summary>
          <ul>
            {plan[key].map(path => (
              <li key={path}>{path}</li>
            ))}
          </ul>
        </details>
      ))}
    </Stack>
  )
}
