import { Badge, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { DEFAULT_LOCALE, isLocaleFolder } from '../../../src/core/locale.ts'
import { LABELS_FOLDER } from '../../../src/core/places.ts'
import { Icon } from '../parts/icon.tsx'
import { languageName } from '../parts/languages.ts'
import { isImage } from './content.ts'
import { folderOf, foldersAbove, type ListedFile, type Row, rowsOf } from './file-tree.ts'
import classes from './files.module.css'

interface FileTreeProps {
  readonly files: readonly ListedFile[]
  /** Whether every folder is open, as in search results. */
  readonly all: boolean
  readonly chosen: string | null
  readonly onChoose: (path: string) => void
}

const pathOf = (row: Row) => ('folder' in row ? row.folder.path : row.file.path)

// Up to this many customized files are revealed at first. If there are more, only their number is shown.
const FEW = 5

/** The folders that are open at first: those of the chosen file and of customized files. */
function opened(files: readonly ListedFile[], chosen: string | null): ReadonlySet<string> {
  const own = files.filter(({ state }) => state !== 'master').map(({ path }) => path)
  const top = files.map(({ path }) => path.slice(0, path.indexOf('/') + 1))
  return new Set([...top, ...[...(own.length <= FEW ? own : []), chosen ?? ''].flatMap(foldersAbove)])
}

function toggled(paths: ReadonlySet<string>, path: string): ReadonlySet<string> {
  const next = new Set(paths)
  if (!next.delete(path)) next.add(path)
  return next
}

/** The files as a tree for mouse and keyboard: arrows move, open and close; Enter chooses. */
export function FileTree({ files, all, chosen, onChoose }: FileTreeProps) {
  const root = useMemo(() => folderOf(files), [files])
  const [open, setOpen] = useState<ReadonlySet<string>>(() => opened(files, chosen))
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [focused, setFocused] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen === null) return
    setOpen(paths => new Set([...paths, ...foldersAbove(chosen)]))
    setFocused(null)
  }, [chosen])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row of the open file is there once its folders are open.
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen, open])
  const isOpen = (path: string) => (all ? !closed.has(path) : open.has(path))
  const rows = rowsOf(root, isOpen)
  const current = rows.find(row => pathOf(row) === (focused ?? chosen)) ?? rows[0]!

  const focus = (row: Row | undefined) => {
    if (row === undefined) return
    setFocused(pathOf(row))
    list.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[rows.indexOf(row)]?.focus()
  }
  const turn = (path: string) => (all ? setClosed(toggled(closed, path)) : setOpen(toggled(open, path)))
  const act = (row: Row) => ('folder' in row ? turn(row.folder.path) : onChoose(row.file.path))
  const onKeyDown = (event: KeyboardEvent) => {
    const index = rows.indexOf(current)
    const above = rows.slice(0, index).findLast(row => row.level < current.level)
    const keys: Record<string, () => void> = {
      ArrowDown: () => focus(rows[index + 1]),
      ArrowUp: () => focus(rows[index - 1]),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      ArrowRight: () => {
        if ('folder' in current) current.open ? focus(rows[index + 1]) : turn(current.folder.path)
      },
      ArrowLeft: () => ('folder' in current && current.open ? turn(current.folder.path) : focus(above)),
      Enter: () => act(current),
      ' ': () => act(current),
    }
    const key = keys[event.key]
    if (key === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    key()
  }

  return (
    <div role="tree" aria-label="Files" className={classes.rows} ref={list} onKeyDown={onKeyDown}>
      {rows.map(row => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its items.
        <div
          key={pathOf(row)}
          role="treeitem"
          className={classes.row}
          aria-level={row.level}
          aria-expanded={'folder' in row ? row.open : undefined}
          aria-selected={'file' in row ? row.file.path === chosen : undefined}
          tabIndex={row === current ? 0 : -1}
          title={pathOf(row)}
          style={{ paddingInlineStart: 8 + (row.level - 1) * 14 }}
          onFocus={() => setFocused(pathOf(row))}
          onClick={() => act(row)}
        >
          <RowContent row={row} />
        </div>
      ))}
    </div>
  )
}

function isLanguage({ path, name }: { readonly path: string; readonly name: string }): boolean {
  return path.startsWith(LABELS_FOLDER) && name !== DEFAULT_LOCALE && isLocaleFolder(name)
}

function RowContent({ row }: { readonly row: Row }) {
  if ('folder' in row) {
    return (
      <>
        <Icon name={row.open ? 'down' : 'right'} size={14} />
        <span className={classes.name}>
          {row.folder.name}
          {isLanguage(row.folder) && (
            <span className={classes.language}> {languageName(row.folder.name)}</span>
          )}
        </span>
        {row.folder.own > 0 && (
          <Badge size="sm" color="azure" circle={row.folder.own < 10} title="Customized or added">
            {row.folder.own}
          </Badge>
        )}
      </>
    )
  }
  return (
    <>
      <Icon name={isImage(row.file.path) ? 'image' : 'file'} size={15} />
      <span className={classes.name}>{row.name}</span>
      <StateDot state={row.file.state} />
    </>
  )
}

/** A dot that marks a file as the theme's own. It leaves the space to the name. */
export function StateDot({ state }: Pick<ListedFile, 'state'>) {
  if (state === 'master') return null
  return (
    <span className={classes.state} data-state={state} title={state}>
      <VisuallyHidden>{state}</VisuallyHidden>
    </span>
  )
}
