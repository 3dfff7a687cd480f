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
import { type Entry, entryOf } from './problem-entries.ts'
import type { Source } from './sources.ts'
import { useStable } from './stable.ts'
import { staticFile } from './static-file.ts'
import { Switches } from './switches.tsx'

interface PreviewProps {
  readonly themeId: string
  readonly revision: number
  readonly catalogue: Catalogue | undefined
  /** Why the catalogue could not be loaded. */
  readonly failure: ApiError | undefined
  readonly reload: () => Promise<void>
  readonly page: string
  /** If the page has no state of this name, its first state is used. */
  readonly state: string | null
  readonly look: Look
  readonly unsaved: Readonly<Record<string, string>>
  readonly files: readonly ListedFile[]
  /** The active file. */
  readonly chosen: string | null
  readonly onPage: (page: string, state?: string) => void
  readonly onLook: (look: Partial<Look>) => void
  readonly onOpen: (origin: Origin | Source) => void
  /** Called with the problems of the page. */
  readonly onFound: (found: PageFound) => void
}

/** The problems of the visible page. */
export interface PageFound {
  /** Problems in its templates. */
  readonly findings: readonly Finding[]
  /** Problems that the browser reported. */
  readonly entries: readonly Entry[]
}

/** A preview of the page that is being edited. */
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
    files,
    chosen,
    onPage,
    onLook,
    onOpen,
    onFound,
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
  const elements = shown.frames[0]?.elements
  const originOf = useStable(({ source, line, number, below }: PageProblem): Origin | undefined => {
    const there = staticFile(source, path => paths.includes(path))
    if (there !== undefined) return { file: there, line: Math.max(1, line) }
    const element = elements?.[number ?? -1]
    return element && { file: element.file, line: element.line + below }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other elements, a problem comes from elsewhere.
  useEffect(
    () =>
      onFound({
        findings: shown.problems,
        entries: pageProblems.map(problem => entryOf(problem.what, problem.text, originOf(problem))),
      }),
    [onFound, originOf, shown.problems, pageProblems, elements],
  )
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
            'Click an element of the page, or reach it with Tab and press Enter, to open its source. Press Escape to stop.'}
        </Text>
        <Problem failure={failure} retry={reload} />
        <Problem failure={shown.failure} title="The preview is not up to date" retry={shown.retry} />
        {shown.fallback !== null && (
          <Alert
            color="yellow"
            mt={8}
            role="status"
            icon={<Icon name="warning" />}
            title="People see the master’s page"
          >
            This page does not work in all situations.{' '}
            {shown.problems.some(({ what }) => what === 'missing part')
              ? 'The list of problems says why.'
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
    </Paper>
  )
}

/** Whether clicks in the page lead to their source. Alt+I toggles it, and Escape ends it. */
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

/** Whether Escape closes something else first. */
function inDialog(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('[role=dialog], [role=menu], [aria-expanded=true]') !== null
  )
}
