import { Button, Paper, Text } from '@mantine/core'
import { memo, useMemo, useState } from 'react'
import { FilterField, matches } from '../parts/filter-field.tsx'
import { Icon } from '../parts/icon.tsx'
import type { Catalogue } from '../preview/calls.ts'
import { FileTree } from '../theme/file-tree-view.tsx'
import type { ThemeDetail } from '../theme/theme.tsx'
import classes from './editor.module.css'
import { NewFileDialog } from './new-file-dialog.tsx'
import { entriesOf } from './page-of-file.ts'

interface ChoiceProps {
  readonly theme: ThemeDetail
  readonly catalogue: Catalogue | undefined
  readonly chosen: string | null
  readonly onChoose: (path: string) => void
}

/** Chooses a file of the theme, or adds one. Memoized, so that it does not render again with every key. */
export const Choice = memo(function Choice({ theme, catalogue, chosen, onChoose }: ChoiceProps) {
  const [filter, setFilter] = useState('')
  const [adding, setAdding] = useState(false)
  const found = useMemo(() => {
    const pages = (path: string) =>
      catalogue === undefined ? [] : entriesOf(catalogue, path).map(({ meaning }) => meaning)
    return filter === ''
      ? theme.files
      : theme.files.filter(({ path }) => matches(filter, path, ...pages(path)))
  }, [theme.files, catalogue, filter])
  return (
    <div className={classes.choice}>
      <FilterField label="Search files or pages" value={filter} onChange={setFilter} />
      <Paper withBorder className={classes.tree}>
        {found.length === 0 ? (
          <Text size="sm" c="dimmed" p="md">
            No file matches. Try fewer words.
          </Text>
        ) : (
          <FileTree files={found} all={filter !== ''} chosen={chosen} onChoose={onChoose} />
        )}
      </Paper>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="plus" size={14} />}
        onClick={() => setAdding(true)}
      >
        New file…
      </Button>
      {adding && (
        <NewFileDialog
          themeId={theme.id}
          catalogue={catalogue}
          onClose={() => setAdding(false)}
          onCreated={onChoose}
        />
      )}
    </div>
  )
})
