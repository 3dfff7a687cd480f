import { Paper, Tabs, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Linted } from '../lint/finding.ts'
import { TabList } from '../parts/tab-list.tsx'
import type { Finding } from '../preview/calls.ts'
import { isText } from '../theme/content.ts'
import type { ThemeDetail } from '../theme/theme.tsx'
import { AssetFile } from './asset-file.tsx'
import classes from './editor.module.css'
import type { Located } from './located.ts'
import { OpenFile, type Target } from './open-file.tsx'
import type { SaveAll, SavedTogether } from './save-all.ts'
import type { Check } from './saving-check.ts'

interface OpenFilesProps {
  readonly theme: ThemeDetail
  readonly open: readonly string[]
  readonly chosen: string | null
  readonly unsaved: Readonly<Record<string, string>>
  readonly target: (Target & { readonly path: string }) | null
  readonly linted: Linted | null
  readonly check: Check
  /** Open files register here what is needed to save them together. */
  readonly documents: Map<string, SavedTogether>
  readonly saveAll: SaveAll
  readonly onChoose: (path: string | undefined) => void
  readonly onClose: (path: string) => void
  readonly onUnsaved: (path: string, text: string | null) => void
  readonly onFlaws: (path: string, flaws: readonly Finding[]) => void
  readonly onLocated: (path: string, located: readonly Located[]) => void
  /** The content below the file. */
  readonly children: ReactNode
}

/** The open files as tabs, one of them active. */
export function OpenFiles(props: OpenFilesProps) {
  const { theme, open, chosen, unsaved, target, onChoose, onClose } = props
  const { linted, check, documents, saveAll, onUnsaved, onFlaws, onLocated, children } = props
  return (
    <Paper withBorder className={classes.files}>
      {open.length === 0 && <NoFile />}
      <Tabs
        value={chosen}
        onChange={path => onChoose(path ?? undefined)}
        className={classes.tabs}
        // The other mode would stop the effects of hidden tabs and lose their unsaved text.
        keepMountedMode="display-none"
      >
        {open.length > 0 && (
          <TabList aria-label="Open files" className={classes.tabList} current={`${chosen} ${open}`}>
            {open.map(path => (
              <Tabs.Tab
                key={path}
                value={path}
                title={path}
                className={classes.tab}
                rightSection={
                  path in unsaved && (
                    <span role="img" aria-label="not saved" className={classes.dot} title="Not saved" />
                  )
                }
              >
                {tabName(path, open)}
              </Tabs.Tab>
            ))}
          </TabList>
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
                  revision={theme.revision}
                  linted={linted}
                  check={check}
                  documents={documents}
                  saveAll={saveAll}
                  onUnsaved={onUnsaved}
                  onFlaws={onFlaws}
                  onLocated={onLocated}
                  onClose={() => onClose(path)}
                />
              ) : (
                <AssetFile themeId={theme.id} path={path} file={file} onClose={() => onClose(path)} />
              )}
            </Tabs.Panel>
          )
        })}
      </Tabs>
      {children}
    </Paper>
  )
}

function NoFile() {
  return (
    <div className={classes.none}>
      <Title order={2} size="h3">
        Choose a file
      </Title>
      <Text size="sm" c="dimmed" maw={360} ta="center">
        It opens here, beside the page that it belongs to. Or select Inspect, then click in the page.
      </Text>
    </div>
  )
}

/** The name of a file, with its folder if another open file has the same name. */
function tabName(path: string, open: readonly string[]): string {
  const nameOf = (some: string) => some.split('/').at(-1)
  const twice = open.some(other => other !== path && nameOf(other) === nameOf(path))
  return path
    .split('/')
    .slice(twice ? -2 : -1)
    .join('/')
}
