import { Checkbox, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { FilterField, matches } from '../parts/filter-field.tsx'
import { useQuery } from '../parts/query.ts'
import { themePlace } from '../themes/calls.ts'
import { ByPage } from './by-page.tsx'
import { FilePane } from './file-pane.tsx'
import { firstFile } from './file-tree.ts'
import { FileTree } from './file-tree-view.tsx'
import classes from './files.module.css'
import { OutdatedFiles } from './outdated-base.tsx'
import type { ThemeDetail } from './theme.tsx'

const VIEWS = [
  { value: 'pages', label: 'By page' },
  { value: 'folders', label: 'By folder' },
]

/** The files of a theme, grouped by the pages that use them or by folder. */
export function Files({ theme }: { readonly theme: ThemeDetail }) {
  const [, navigate] = useLocation()
  const query = useQuery()
  const byPage = query.get('file') === null && query.get('view') !== 'folders'
  const [filter, setFilter] = useState('')
  const [ownOnly, setOwnOnly] = useState(false)
  const count = (state: string) => theme.files.filter(file => file.state === state).length
  const found = useMemo(
    () => theme.files.filter(({ path, state }) => matches(filter, path) && (!ownOnly || state !== 'master')),
    [theme.files, filter, ownOnly],
  )
  return (
    <Stack gap="md">
      <OutdatedFiles theme={theme} />
      <Group gap="sm">
        <SegmentedControl
          aria-label="Show the files"
          data={VIEWS}
          value={byPage ? 'pages' : 'folders'}
          onChange={view =>
            navigate(`${themePlace(theme.id)}?tab=files${view === 'folders' ? '&view=folders' : ''}`, {
              replace: true,
            })
          }
        />
        <div className={classes.search}>
          <FilterField label={byPage ? 'Search pages' : 'Search files'} value={filter} onChange={setFilter} />
        </div>
        <Checkbox
          size="sm"
          label={byPage ? 'Customized only' : 'Customized and added only'}
          checked={ownOnly}
          onChange={event => setOwnOnly(event.currentTarget.checked)}
        />
        <Text size="xs" c="dimmed" role="status" ml="auto">
          {!byPage && (filter !== '' || ownOnly) ? `${found.length} of ` : ''}
          {theme.files.length} files · {count('customized')} customized · {count('added')} added
        </Text>
      </Group>
      {byPage ? (
        <ByPage theme={theme} filter={filter} ownOnly={ownOnly} />
      ) : (
        <Folders
          theme={theme}
          found={found}
          all={filter !== '' || ownOnly}
          chosen={query.get('file') ?? firstFile(theme.files)}
        />
      )}
    </Stack>
  )
}

interface FoldersProps {
  readonly theme: ThemeDetail
  readonly found: ThemeDetail['files']
  /** Whether every folder is open. */
  readonly all: boolean
  readonly chosen: string
}

function Folders({ theme, found, all, chosen }: FoldersProps) {
  const [, navigate] = useLocation()
  return (
    <div className={classes.columns}>
      <Paper withBorder className={`${classes.tree} ${classes.side}`}>
        {found.length === 0 ? (
          <Text size="sm" c="dimmed" p="md">
            {theme.files.every(({ state }) => state === 'master')
              ? 'No file is customized. Choose a file to replace it, or upload a package.'
              : 'No file matches. Try fewer words.'}
          </Text>
        ) : (
          <FileTree
            files={found}
            all={all}
            chosen={chosen}
            onChoose={path =>
              navigate(`${themePlace(theme.id)}?tab=files&file=${encodeURIComponent(path)}`, {
                replace: true,
              })
            }
          />
        )}
      </Paper>
      <FilePane
        key={chosen}
        theme={theme}
        file={theme.files.find(({ path }) => path === chosen)}
        wanted={chosen}
      />
    </div>
  )
}
