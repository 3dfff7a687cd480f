import { Anchor, Badge, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { isOfPage, mainFile } from '../editor/page-of-file.ts'
import { placeOf } from '../editor/place.ts'
import { matches } from '../parts/filter-field.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Picture } from '../parts/picture.tsx'
import { Problem } from '../parts/problem.tsx'
import { type Catalogue, PAGES, type PageEntry, situationName } from '../preview/calls.ts'
import { useResource } from '../resource.ts'
import classes from './by-page.module.css'
import type { ListedFile } from './file-tree.ts'
import type { ThemeDetail } from './theme.tsx'

// Narrower than a desktop, so that details are visible in a small picture.
const PIXELS = 1000

interface ByPageProps {
  readonly theme: ThemeDetail
  readonly filter: string
  readonly ownOnly: boolean
}

/** The pages and mails of a theme. */
export function ByPage({ theme, filter, ownOnly }: ByPageProps) {
  const { data, failure, reload } = useResource<Catalogue>(PAGES)
  if (data === undefined) {
    if (failure !== undefined) return <Problem failure={failure} retry={reload} />
    return <Placeholder h={320} label="Loading the pages" />
  }
  const groups = [
    ...data.groups.map(name => ({ name, entries: data.pages.filter(({ group }) => group === name) })),
    { name: 'Mails', entries: data.mails },
  ].map(({ name, entries }) => ({
    name,
    rows: entries
      .map(entry => ({ entry, files: theme.files.filter(({ path }) => isOfPage(entry, path)) }))
      .filter(({ entry, files }) => isWanted(entry, files, filter, ownOnly)),
  }))
  const shown = groups.filter(({ rows }) => rows.length > 0)
  if (shown.length === 0) {
    return (
      <Text c="dimmed">
        {ownOnly && filter === ''
          ? 'No page is customized. Clear “Customized only”, then choose a page to change it.'
          : 'No page matches. Try fewer words.'}
      </Text>
    )
  }
  return (
    <Stack gap="xl">
      {shown.map(({ name, rows }) => (
        <section key={name} aria-label={name}>
          <Title order={2} mb="xs">
            {name}
          </Title>
          <Paper withBorder component="ul" className={classes.pages}>
            {rows.map(({ entry, files }) => (
              <PageRow key={entry.id} theme={theme} entry={entry} files={files} />
            ))}
          </Paper>
        </section>
      ))}
    </Stack>
  )
}

interface PageRowProps {
  readonly theme: ThemeDetail
  readonly entry: PageEntry
  /** Its templates, in all languages. */
  readonly files: readonly ListedFile[]
}

function PageRow({ theme, entry, files }: PageRowProps) {
  const { id, meaning, states } = entry
  const file = mainFile(
    entry,
    files.map(({ path }) => path),
  )
  const own = files.filter(({ state }) => state !== 'master').length
  return (
    <li className={classes.page}>
      <div className={classes.picture}>
        <Picture themeId={theme.id} revision={theme.revision} page={id} pixels={PIXELS} />
      </div>
      <div className={classes.name}>
        <Anchor component={Link} href={placeOf(theme.id, { page: id, file })} fw={600}>
          {meaning}
        </Anchor>
        {own > 0 && (
          <Badge size="sm" color="azure">
            {own === 1 ? '1 customized file' : `${own} customized files`}
          </Badge>
        )}
      </div>
      {states.length > 1 && (
        <ul className={classes.states} aria-label={`States of ${meaning}`}>
          {states.map(state => (
            <li key={state}>
              <Anchor component={Link} href={placeOf(theme.id, { page: id, state, file })} size="sm">
                {situationName(entry, state)}
              </Anchor>
            </li>
          ))}
        </ul>
      )}
      <span className={classes.path} title={file ?? undefined}>
        {file?.split('/').at(-1)}
      </span>
    </li>
  )
}

function isWanted(
  { id, meaning }: PageEntry,
  files: readonly ListedFile[],
  filter: string,
  ownOnly: boolean,
): boolean {
  const own = files.some(({ state }) => state !== 'master')
  return (own || !ownOnly) && matches(filter, id, meaning, ...files.map(({ path }) => path))
}
