import { Checkbox, Paper, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { FilterField, matches } from '../parts/filter-field.tsx'
import { themePlace } from '../themes/calls.ts'
import { FilePane } from './file-pane.tsx'
import { FileTree } from './file-tree-view.tsx'
import classes from './files.module.css'
import type { ThemeDetail } from './theme.tsx'

/** The files of a theme, and the one that is chosen. */
export function Files({ theme }: { readonly theme: ThemeDetail }) {
  const [, navigate] = useLocation()
  const chosen = new URLSearchParams(useSearch()).get('file')
  const [filter, setFilter] = useState('')
  const [ownOnly, setOwnOnly] = useState(false)
  const found = useMemo(
    () => theme.files.filter(({ path, state }) => matches(filter, path) && (!ownOnly || state !== 'master')),
    [theme.files, filter, ownOnly],
  )
  const count = (state: string) => theme.files.filter(file => file.state === state).length
  const file = theme.files.find(({ path }) => path === chosen)
  return (
    <div className={classes.columns}>
      <Stack gap="sm" className={classes.side}>
        <FilterField label="Search files" value={filter} onChange={setFilter} />
        <Checkbox
          size="sm"
          label="Customized and added only"
          checked={ownOnly}
          onChange={event => setOwnOnly(event.currentTarget.checked)}
        />
        <Text size="xs" c="dimmed" role="status">
          {filter !== '' || ownOnly ? `${found.length} of ` : ''}
          {theme.files.length} files · {count('customized')} customized · {count('added')} added
        </Text>
        <Paper withBorder className={classes.tree}>
          {found.length === 0 ? (
            <Text size="sm" c="dimmed" p="md">
              {ownOnly && filter === ''
                ? 'Every file is the master’s. Choose one and replace it, or upload a package.'
                : 'No file matches. Try fewer words.'}
            </Text>
          ) : (
            <FileTree
              files={found}
              all={filter !== '' || ownOnly}
              chosen={chosen}
              onChoose={path =>
                navigate(`${themePlace(theme.id)}?tab=files&file=${encodeURIComponent(path)}`, {
                  replace: true,
                })
              }
            />
          )}
        </Paper>
      </Stack>
      <FilePane key={chosen} theme={theme} file={file} wanted={chosen} />
    </div>
  )
}
