import { Alert, Paper, Text } from '@mantine/core'
import { useColorScheme } from '@mantine/hooks'
import { useEffect, useMemo, useState } from 'react'
import type { ApiError } from '../api.ts'
import { Icon } from '../parts/icon.tsx'
import { allLanguagesOf } from '../parts/languages.ts'
import { Problem } from '../parts/problem.tsx'
import { type Catalogue, type Finding, type Origin, usePreview } from '../preview/calls.ts'
import type { ListedFile } from '../theme/file-tree.ts'
import classes from './editor.module.css'
import type { PageProblem } from './frame-talk.ts'
import { Frames } from './frames.tsx'
import { isOfPage, mainFile } from './page-of-file.ts'
import type { Look } from './place.ts'
import { Problems } from './problems.tsx'
import type { Source } from './sources.ts'
import { useStable } from './stable.ts'
import { Switches } from './switches.tsx'

interface PreviewProps {
  readonly themeId: string
  readonly revision: number
  readonly catalogue: Catalogue | undefined
  /** Why there is no catalogue. */
  readonly failure: ApiError | undefined
  readonly reload: () => Promise<void>
  readonly page: string
  /** The first one of the page, if it has none of this name. */
  readonly state: string | null
  readonly look: Look
  readonly unsaved: Readonly<Record<string, string>>
  /** What is wrong in the file in front. */
  readonly flaws: readonly Finding[]
  readonly files: readonly ListedFile[]
  /** The file in front. */
  readonly chosen: string | null
  readonly onPage: (page: string, state?: string) => void
  readonly onLook: (look: Partial<Look>) => void
  readonly onOpen: (origin: Origin | Source) => void
}

/** The page that is being edited, as it would be. */
export function Preview(props: PreviewProps) {
  const {
    themeId,
    revision,
    catalogue,
    failure,
    reload,
    page,
    look,
    unsaved,
    flaws,
    files,
    chosen,
    onPage,
    onLook,
    onOpen,
  } = props
  const [inspecting, setInspecting] = useInspecting()
  const [pageProblems, setPageProblems] = useState<readonly PageProblem[]>([])
  const system = useColorScheme('light', { getInitialValueInEffect: false })
  const entry = [...(catalogue?.pages ?? []), ...(catalogue?.mails ?? [])].find(({ id }) => id === page)
  const states = entry?.states ?? []
  const state = props.state !== null && states.includes(props.state) ? props.state : (states[0] ?? '')
  const { locale, direction, colors, width } = look
  const shown = usePreview({ themeId, revision, page, state, locale, direction, files: unsaved })
  const choosePage = useStable((next: string) => onPage(next))
  const chooseState = useStable((next: string) => onPage(page, next))
  const changeLook = useStable(onLook)
  const paths = useMemo(() => files.map(({ path }) => path), [files])
  const languages = useMemo(() => allLanguagesOf(paths), [paths])
  const file = entry === undefined || isOfPage(entry, chosen ?? '') ? null : mainFile(entry, paths)
  const openFile = useStable(() => file !== null && onOpen({ file, line: 1 }))
  const switchInspecting = useStable(() => setInspecting(!inspecting))
  return (
    <Paper withBorder component="section" aria-label="Preview" className={classes.preview}>
      <div className={classes.bar}>
        <Switches
          catalogue={catalogue}
          entry={entry}
          state={state}
          languages={languages}
          hasFile={file !== null}
          look={look}
          inspecting={inspecting}
          onPage={choosePage}
          onState={chooseState}
          onLook={changeLook}
          onInspect={switchInspecting}
          onFile={openFile}
        />
        <Text size="xs" c="dimmed" role="status" mt={inspecting ? 6 : 0}>
          {inspecting &&
            'Click an element of the page, or go to it with Tab and press Enter, to open what made it. Escape ends this.'}
        </Text>
        <Problem failure={failure} retry={reload} />
        <Problem failure={shown.failure} title="The preview is not up to date" />
        {shown.fallback !== null && (
          <Alert
            color="yellow"
            role="status"
            icon={<Icon name="warning" />}
            title="People see the master’s page"
          >
            This page cannot work, always or in some situations.{' '}
            {shown.problems.some(({ what }) => what === 'missing part')
              ? 'The problems below say why.'
              : shown.fallback}
          </Alert>
        )}
      </div>
      <Frames
        frames={shown.frames}
        name={entry?.meaning ?? page}
        width={Number(width)}
        scheme={colors === 'light' || colors === 'dark' ? colors : system}
        inspecting={inspecting}
        onLoaded={shown.loaded}
        onLeft={() => setInspecting(false)}
        onOpen={onOpen}
        onProblems={setPageProblems}
      />
      <Problems
        findings={[...flaws, ...shown.problems]}
        pageProblems={pageProblems}
        elements={shown.frames[0]?.elements ?? []}
        isThere={path => paths.includes(path)}
        onOpen={onOpen}
      />
    </Paper>
  )
}

/** Whether clicks in the page lead to what made it: switched with Alt and I, ended with Escape. */
function useInspecting(): [boolean, (inspecting: boolean) => void] {
  const [inspecting, setInspecting] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { code, key, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented, target } = event
      if (code === 'KeyI' && altKey && !ctrlKey && !metaKey && !shiftKey) {
        event.preventDefault()
        setInspecting(was => !was)
      } else if (key === 'Escape' && !defaultPrevented && !inDialog(target)) setInspecting(false)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return [inspecting, setInspecting]
}

/** Where Escape ends something else first. */
function inDialog(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('[role=dialog], [role=menu], [aria-expanded=true]') !== null
  )
}
