import { Alert, Stack, Text } from '@mantine/core'
import { Icon } from '../parts/icon.tsx'
import { languageName } from '../parts/languages.ts'
import type { Plan } from './calls.ts'
import classes from './plan-view.module.css'

interface Part {
  readonly words: string
  readonly lines: readonly string[]
  /** Whether it is collapsed even if it is short. */
  readonly folded?: boolean
}

/** The changes of the files. */
function filesOf(plan: Plan): Part[] {
  return [
    { words: 'Changed', lines: plan.changed },
    { words: 'Added', lines: plan.added },
    { words: 'Reverted to the master, or removed', lines: plan.removed },
    { words: 'Unchanged', lines: plan.unchanged, folded: true },
    { words: 'Same as in an earlier master. The theme uses the current master’s file', lines: plan.outdated },
    {
      words: 'Customized before their originals changed. Compare them with the current master',
      lines: plan.outdatedBases.map(({ path }) => path),
    },
    { words: 'Ignored, because they are not part of a theme', lines: plan.ignored },
  ]
}

/** Warnings that the linter also reports, with line numbers, if it has checked the package. */
function unlintedOf(plan: Plan): Part[] {
  return [
    {
      words: 'Pages that cannot work. People would see the master’s pages instead',
      lines: plan.unusable.map(({ page, locale, why }) => `${page}, ${languageName(locale)}: ${why}`),
    },
    {
      words: 'Unknown macros, which people would see as they are written',
      lines: plan.unknownMacros.map(({ name, file, line }) => `@${name}@ in ${file}, line ${line}`),
    },
    {
      words: 'Addresses in style sheets that lead to no file',
      lines: plan.lostAddresses.map(({ file, line, address }) => `${address} in ${file}, line ${line}`),
    },
    { words: 'Stored, but never shown. Check the names', lines: plan.neverShown },
  ]
}

/** Warnings that the author should check before the package is applied. */
function warningsOf(plan: Plan): Part[] {
  return [
    {
      words: 'Other servers that pages would load from',
      lines: plan.widened.map(({ directive, origin, pages }) => `${origin} (${directive}) on ${some(pages)}`),
    },
    {
      words: 'Not checked, because the package changes too many pages',
      lines: plan.notChecked.map(
        ({ locale, pages }) =>
          `${languageName(locale)}: ${pages === 1 ? 'one page or mail' : `${pages} pages and mails`}`,
      ),
    },
  ]
}

function some(pages: readonly string[]): string {
  return pages.length > 3 ? `${pages.slice(0, 3).join(', ')} and ${pages.length - 3} more` : pages.join(', ')
}

interface PlanViewProps {
  readonly plan: Plan
  /** Whether the linter's findings are shown beside it, so that they are not repeated. */
  readonly linted: boolean
  readonly isNew?: boolean
}

/** The changes of a package, as numbers that expand to paths. */
export function PlanView({ plan, linted, isNew = false }: PlanViewProps) {
  const all = linted ? warningsOf(plan) : [...unlintedOf(plan), ...warningsOf(plan)]
  const warnings = all.filter(({ lines }) => lines.length > 0)
  return (
    <Stack gap={6} role="group" aria-label="What the package changes">
      <ForeignScripts scripts={plan.scripts} />
      <Text size="sm" fw={600}>
        {summary(plan, isNew)}
      </Text>
      {warnings.length > 0 && (
        <Alert
          color="yellow"
          icon={<Icon name="warning" />}
          title="Check this before you apply the package"
          my={6}
        >
          <Stack gap={6}>
            <Parts parts={warnings} />
          </Stack>
        </Alert>
      )}
      <Parts parts={filesOf(plan)} />
    </Stack>
  )
}

/** Scripts from other origins. Nothing else in a package can read what people type. */
function ForeignScripts({ scripts }: Pick<Plan, 'scripts'>) {
  if (scripts.length === 0) return null
  const fresh = scripts.some(({ newOn }) => newOn.length > 0)
  return (
    <Alert
      color={fresh ? 'red' : 'yellow'}
      icon={<Icon name="warning" />}
      title={fresh ? 'New scripts from other servers' : 'Scripts from other servers'}
      mb={6}
    >
      <Text size="sm">
        These scripts can read everything that people type into the pages, including passwords, and their
        owners can change them at any time. Apply the package only if you trust each of these servers.
      </Text>
      <ul className={classes.scripts}>
        {scripts.map(({ origin, newOn, alreadyOn }) => (
          <li key={origin}>
            <b>{origin}</b>
            {newOn.length > 0 && <span>New on {some(newOn)}.</span>}
            {alreadyOn.length > 0 && <span>Already on {some(alreadyOn)}.</span>}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function summary(plan: Plan, isNew: boolean): string {
  const changes = plan.added.length + plan.changed.length + plan.removed.length
  if (isNew) {
    return changes === 0
      ? 'Nothing in this package differs from the master.'
      : `The new theme differs from the master in ${changes === 1 ? 'one file' : `${changes} files`}.`
  }
  if (changes === 0) return 'This package changes nothing. The theme has the same files already.'
  return plan.whole
    ? 'The package is a complete theme. It replaces all files.'
    : 'The package replaces the files that it contains. Other files stay.'
}

function Parts({ parts }: { readonly parts: readonly Part[] }) {
  return parts
    .filter(({ lines }) => lines.length > 0)
    .map(({ words, lines, folded = false }) => (
      <details key={words} className={classes.part} open={lines.length <= 8 && !folded}>
        <summary>
          {words}: <b>{lines.length}</b>
        </summary>
        <ul>
          {lines.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
    ))
}
