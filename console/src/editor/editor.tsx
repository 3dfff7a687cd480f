import { Paper, Skeleton, Tabs, Text } from '@mantine/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Back } from '../parts/back.tsx'
import { Empty } from '../parts/empty.tsx'
import { FilterField, matches } from '../parts/filter-field.tsx'
import { Problem } from '../parts/problem.tsx'
import { useResource } from '../resource.ts'
import { NotFound } from '../shell/not-found.tsx'
import { Page } from '../shell/page.tsx'
import { isText } from '../theme/content.ts'
import { FileTree } from '../theme/file-tree-view.tsx'
import type { ThemeDetail } from '../theme/theme.tsx'
import { editorPlace, themePlace, themeResource } from '../themes/calls.ts'
import { useUnsaved } from '../unsaved.ts'
import classes from './editor.module.css'
import { OpenFile } from './open-file.tsx'
import { Preview } from './preview.tsx'

export default function Editor({ id }: { readonly id: string }) {
  const { data, failure, reload } = useResource<ThemeDetail>(themeResource(id))
  if (data !== undefined) return <Workplace theme={data} />
  if (failure?.status === 404) {
    return (
      <NotFound
        title="There is no such theme"
        why="It may have been deleted, or the address may be mistyped."
        action="Go to themes"
      />
    )
  }
  return (
    <Page title="Edit theme" above={<Back to={themePlace(id)} name="Theme" />} wide>
      {failure === undefined ? (
        <Skeleton h={420} aria-label="Loading" />
      ) : (
        <Problem failure={failure} retry={reload} />
      )}
    </Page>
  )
}

interface Target {
  readonly path: string
  readonly line: number
}

function Workplace({ theme }: { readonly theme: ThemeDetail }) {
  const { id, name, files, revision } = theme
  const [, navigate] = useLocation()
  const chosen = new URLSearchParams(useSearch()).get('file')
  const [open, setOpen] = useState<readonly string[]>(chosen === null ? [] : [chosen])
  const [unsaved, setUnsaved] = useState<Readonly<Record<string, string>>>({})
  const [target, setTarget] = useState<Target | null>(null)
  useUnsaved(Object.keys(unsaved).length > 0)
  useEffect(() => {
    if (chosen !== null) setOpen(some => (some.includes(chosen) ? some : [...some, chosen]))
  }, [chosen])
  const onUnsaved = useCallback((path: string, text: string | null) => {
    setUnsaved(texts => {
      if ((texts[path] ?? null) === text) return texts
      const { [path]: _, ...others } = texts
      return text === null ? others : { ...others, [path]: text }
    })
  }, [])
  const choose = (path: string | undefined, line?: number) => {
    setTarget(path === undefined || line === undefined ? null : { path, line })
    navigate(editorPlace(id, path), { replace: true })
  }
  const close = (path: string) => {
    const rest = open.filter(other => other !== path)
    setOpen(rest)
    if (path === chosen) choose(rest[Math.min(open.indexOf(path), rest.length - 1)])
  }
  const fileOf = (path: string) => files.find(file => file.path === path)
  return (
    <Page title={`Edit ${name}`} above={<Back to={backTo(id, chosen)} name={name} />} wide>
      <div className={classes.columns}>
        <Choice theme={theme} chosen={chosen} onChoose={choose} />
        <Paper withBorder className={classes.files}>
          {open.length === 0 && (
            <Empty title="Choose a file">It opens here, with the page that it belongs to beside it.</Empty>
          )}
          <Tabs
            value={chosen}
            onChange={path => choose(path ?? undefined)}
            className={classes.tabs}
            // The other way would end the effects of what is hidden, and with them what is not saved.
            keepMountedMode="display-none"
          >
            {open.length > 0 && (
              <Tabs.List aria-label="Open files">
                {open.map(path => (
                  <Tabs.Tab
                    key={path}
                    value={path}
                    title={path}
                    rightSection={
                      path in unsaved && (
                        <span role="img" aria-label="not saved" className={classes.dot} title="Not saved" />
                      )
                    }
                  >
                    {tabName(path, open)}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
            )}
            {open.map(path => (
              <Tabs.Panel key={path} value={path} className={classes.panel}>
                <OpenFile
                  themeId={id}
                  path={path}
                  file={fileOf(path)}
                  shown={path === chosen}
                  target={target?.path === path ? target : null}
                  onUnsaved={onUnsaved}
                  onClose={() => close(path)}
                />
              </Tabs.Panel>
            ))}
          </Tabs>
        </Paper>
        <Preview
          themeId={id}
          revision={revision}
          file={chosen}
          unsaved={unsaved}
          onOpen={({ file, line }) => choose(file, line)}
        />
      </div>
    </Page>
  )
}

interface ChoiceProps {
  readonly theme: ThemeDetail
  readonly chosen: string | null
  readonly onChoose: (path: string) => void
}

/** The files that can be edited. */
function Choice({ theme, chosen, onChoose }: ChoiceProps) {
  const [filter, setFilter] = useState('')
  const found = useMemo(
    () => theme.files.filter(({ path }) => isText(path) && matches(filter, path)),
    [theme.files, filter],
  )
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
    </div>
  )
}

function backTo(id: string, path: string | null): string {
  return path === null ? themePlace(id) : `${themePlace(id)}?tab=files&file=${encodeURIComponent(path)}`
}

/** The name of a file, with its folder where another open one has the same name. */
function tabName(path: string, open: readonly string[]): string {
  const nameOf = (some: string) => some.split('/').at(-1)
  const twice = open.some(other => other !== path && nameOf(other) === nameOf(path))
  return path
    .split('/')
    .slice(twice ? -2 : -1)
    .join('/')
}
