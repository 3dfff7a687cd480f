import { Button, Paper, Text } from '@mantine/core'
import { memo, useMemo, useState } from 'react'
import { FilterField, matches } from '../parts/filter-field.tsx'
import { Icon } from '../parts/icon.tsx'
import { FileTree } from '../theme/file-tree-view.tsx'
import type { ThemeDetail } from '../theme/theme.tsx'
import classes from './editor.module.css'
import { NewFileDialog } from './new-file-dialog.tsx'

interface ChoiceProps {
  readonly theme: ThemeDetail
  readonly chosen: string | null
  readonly onChoose: (path: string) => void
}

/** The files of a theme, and a new one; it need not follow each key that is pressed in one of them. */
export const Choice = memo(function Choice({ theme, chosen, onChoose }: ChoiceProps) {
  const [filter, setFilter] = useState('')
  const [adding, setAdding] = useState(false)
  const found = useMemo(() => theme.files.filter(({ path }) => matches(filter, path)), [theme.files, filter])
  return (
    <div className={classes.choice}>
      <FilterField label="Search files" value={filter} onChange={setFilter} />
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
      {adding && <NewFileDialog themeId={theme.id} onClose={() => setAdding(false)} onCreated={onChoose} />}
    </div>
  )
})
