import { Paper, Tabs } from '@mantine/core'
import { Empty } from '../parts/empty.tsx'
import { isText } from '../theme/content.ts'
import type { ThemeDetail } from '../theme/theme.tsx'
import { AssetFile } from './asset-file.tsx'
import classes from './editor.module.css'
import type { MissingLabel } from './master-note.tsx'
import { OpenFile } from './open-file.tsx'

interface OpenFilesProps {
  readonly theme: ThemeDetail
  readonly open: readonly string[]
  readonly chosen: string | null
  readonly unsaved: Readonly<Record<string, string>>
  readonly target: { readonly path: string; readonly line: number; readonly missing?: MissingLabel } | null
  readonly onChoose: (path: string | undefined) => void
  readonly onLine: (path: string, line: number) => void
  readonly onClose: (path: string) => void
  readonly onUnsaved: (path: string, text: string | null) => void
}

/** The files that are open, one of them in front. */
export function OpenFiles(props: OpenFilesProps) {
  const { theme, open, chosen, unsaved, target, onChoose, onLine, onClose, onUnsaved } = props
  return (
    <Paper withBorder className={classes.files}>
      {open.length === 0 && (
        <Empty title="Choose a file">
          It opens here, with the page that it belongs to beside it. Or press Inspect and click in the page.
        </Empty>
      )}
      <Tabs
        value={chosen}
        onChange={path => onChoose(path ?? undefined)}
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
        {open.map(path => {
          const file = theme.files.find(one => one.path === path)
          return (
            <Tabs.Panel key={path} value={path} className={classes.panel}>
              {isText(path) ? (
                <OpenFile
                  themeId={theme.id}
                  path={path}
                  file={file}
                  shown={path === chosen}
                  target={target?.path === path ? target : null}
                  onLine={line => onLine(path, line)}
                  onUnsaved={onUnsaved}
                  onClose={() => onClose(path)}
                />
              ) : (
                <AssetFile themeId={theme.id} path={path} file={file} onClose={() => onClose(path)} />
              )}
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </Paper>
  )
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
