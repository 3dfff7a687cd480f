import { Skeleton } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Back } from '../parts/back.tsx'
import { Problem } from '../parts/problem.tsx'
import { type Catalogue, type Origin, PAGES } from '../preview/calls.ts'
import { useResource } from '../resource.ts'
import { NotFound } from '../shell/not-found.tsx'
import { Page } from '../shell/page.tsx'
import type { ThemeDetail } from '../theme/theme.tsx'
import { themePlace, themeResource } from '../themes/calls.ts'
import { useUnsaved } from '../unsaved.ts'
import { Choice } from './choice.tsx'
import classes from './editor.module.css'
import type { MissingLabel } from './master-note.tsx'
import { OpenFiles } from './open-files.tsx'
import { localeOf, pageOf } from './page-of-file.ts'
import { type Place, placeOf } from './place.ts'
import { Preview } from './preview.tsx'
import { pathOf, type Source } from './sources.ts'
import { useStable } from './stable.ts'
import type { Look } from './switches.tsx'
import { useVocabulary, VocabularyContext } from './vocabulary.ts'

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
  readonly missing?: MissingLabel
}

const LOOK: Look = { locale: 'default', direction: '', colors: 'system', width: '1280' }

function Workplace({ theme }: { readonly theme: ThemeDetail }) {
  const { id, name, files, revision } = theme
  const [, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const chosen = query.get('file')
  const state = query.get('state')
  const { data: catalogue, failure, reload } = useResource<Catalogue>(PAGES)
  const page = pageIn(catalogue, query.get('page'), chosen)
  const [open, setOpen] = useState<readonly string[]>(chosen === null ? [] : [chosen])
  const [unsaved, setUnsaved] = useState<Readonly<Record<string, string>>>({})
  const [target, setTarget] = useState<Target | null>(null)
  const [look, setLook] = useState<Look>(() => ({ ...LOOK, locale: localeOf(chosen ?? '') ?? LOOK.locale }))
  const vocabulary = useVocabulary({ theme, catalogue, page, locale: look.locale, unsaved })
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
  const changeLook = (change: Partial<Look>) => setLook(before => ({ ...before, ...change }))
  const go = (place: Place) => navigate(placeOf(id, place), { replace: true })
  /** Opens a file with the page and the language that it belongs to. */
  const choose = useStable((path: string | undefined) => {
    const best = (catalogue && pageOf(catalogue, path ?? '')) ?? page
    const locale = localeOf(path ?? '')
    if (locale !== undefined) changeLook({ locale })
    setTarget(null)
    go({ file: path ?? null, page: best, state: best === page ? state : null })
  })
  /** Opens a line of a file, and leaves the page as it is. */
  const openAt = ({ file, line, ...source }: Origin | Source) => {
    const { path, masters } = pathOf(file)
    const missing = masters && 'name' in source ? { missing: { label: source.name, line } } : {}
    setTarget({ path, line: masters ? 1 : line, ...missing })
    go({ file: path, page, state })
  }
  const close = (path: string) => {
    const rest = open.filter(other => other !== path)
    setOpen(rest)
    if (path === chosen) choose(rest[Math.min(open.indexOf(path), rest.length - 1)])
  }
  return (
    <Page title={`Edit ${name}`} above={<Back to={backTo(id, chosen)} name={name} />} wide>
      <div className={classes.columns}>
        <Choice theme={theme} chosen={chosen} onChoose={choose} />
        <VocabularyContext value={vocabulary}>
          <OpenFiles
            theme={theme}
            open={open}
            chosen={chosen}
            unsaved={unsaved}
            target={target}
            onChoose={choose}
            onLine={(path, line) => openAt({ file: path, line })}
            onClose={close}
            onUnsaved={onUnsaved}
          />
        </VocabularyContext>
        <Preview
          themeId={id}
          revision={revision}
          catalogue={catalogue}
          failure={failure}
          reload={reload}
          page={page}
          state={state}
          look={look}
          unsaved={unsaved}
          isThere={path => files.some(file => file.path === path)}
          onPage={(next, nextState) => go({ file: chosen, page: next, state: nextState ?? null })}
          onLook={changeLook}
          onOpen={openAt}
        />
      </div>
    </Page>
  )
}

/** The page that is asked for, or else the one that a file makes. */
function pageIn(catalogue: Catalogue | undefined, wanted: string | null, file: string | null): string {
  const known = [...(catalogue?.pages ?? []), ...(catalogue?.mails ?? [])].some(({ id }) => id === wanted)
  if (wanted !== null && (known || catalogue === undefined)) return wanted
  return (catalogue && pageOf(catalogue, file ?? '')) ?? 'login'
}

function backTo(id: string, path: string | null): string {
  return path === null ? themePlace(id) : `${themePlace(id)}?tab=files&file=${encodeURIComponent(path)}`
}
