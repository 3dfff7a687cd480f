import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { useDrafts } from '../drafts.ts'
import { isRemoved, RemoveFile } from '../lint/remove-file.tsx'
import { useLint } from '../lint/use-lint.ts'
import { Back } from '../parts/back.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { useQuery } from '../parts/query.ts'
import { type Catalogue, type Finding, type Origin, PAGES } from '../preview/calls.ts'
import { usePageNames } from '../preview/page-names.ts'
import { useResource } from '../resource.ts'
import { Gone } from '../shell/gone.tsx'
import { NoSuch } from '../shell/no-such.tsx'
import { NoticeContext, Page } from '../shell/page.tsx'
import { firstFile } from '../theme/file-tree.ts'
import type { ThemeDetail } from '../theme/theme.tsx'
import { themePlace, themeResource } from '../themes/calls.ts'
import { useUnsaved } from '../unsaved.ts'
import { useKept } from '../use-kept.ts'
import { Choice } from './choice.tsx'
import { Columns, TreeToggle, useDivision } from './columns.tsx'
import { DoubtDialog } from './doubt-dialog.tsx'
import type { Located } from './located.ts'
import type { Target } from './open-file.tsx'
import { OpenFiles } from './open-files.tsx'
import { localeOf, pageOf } from './page-of-file.ts'
import { type Look, lookIn, type Place, placeOf } from './place.ts'
import { type PageFound, Preview } from './preview.tsx'
import { type Entry, findingEntry } from './problem-entries.ts'
import { Problems } from './problems.tsx'
import { type SavedTogether, useSaveAll } from './save-all.ts'
import { type Check, savingConcerns } from './saving-check.ts'
import { pathOf, type Source } from './sources.ts'
import { useStable } from './stable.ts'
import { useEntries } from './use-entries.ts'
import { useVocabulary, VocabularyContext } from './vocabulary.ts'

export default function Editor({ id }: { readonly id: string }) {
  const { data, failure, reload, isGone } = useKept<ThemeDetail>(themeResource(id))
  if (data !== undefined)
    return (
      <NoticeContext value={isGone && <Gone kind="theme" />}>
        <Workplace theme={data} />
      </NoticeContext>
    )
  if (failure?.status === 404) {
    return <NoSuch kind="theme" />
  }
  return (
    <Page title="Edit theme" above={<Back to={themePlace(id)} name="Theme" />} wide>
      {failure === undefined ? (
        <Placeholder h={420} label="Loading" />
      ) : (
        <Problem failure={failure} retry={reload} />
      )}
    </Page>
  )
}

const NO_FLAWS: readonly Finding[] = []
const NOTHING_LOCATED: readonly Located[] = []
const NOTHING_FOUND: PageFound = { findings: [], entries: [] }

function Workplace({ theme }: { readonly theme: ThemeDetail }) {
  const { id, name, files, revision } = theme
  const [, navigate] = useLocation()
  const query = useQuery()
  const look = useMemo(() => lookIn(query), [query])
  const chosen = query.get('file')
  const state = query.get('state')
  const { data: catalogue, failure, reload } = useResource<Catalogue>(PAGES)
  const page = pageIn(catalogue, query.get('page'), chosen)
  const drafts = useDrafts()
  const [drafted] = useState(() =>
    drafts
      .list(id)
      .map(({ part }) => part)
      .filter(part => files.some(({ path }) => path === part)),
  )
  const [open, setOpen] = useState<readonly string[]>([
    ...new Set([...drafted, ...(chosen === null ? [] : [chosen])]),
  ])
  const [unsaved, setUnsaved] = useState<Readonly<Record<string, string>>>({})
  const [flaws, setFlaws] = useState<Readonly<Record<string, readonly Finding[]>>>({})
  const [located, setLocated] = useState<Readonly<Record<string, readonly Located[]>>>({})
  const [found, setFound] = useState(NOTHING_FOUND)
  const [target, setTarget] = useState<(Target & { readonly path: string }) | null>(() => targetIn(query))
  const [removing, setRemoving] = useState<string | null>(null)
  const [documents] = useState(() => new Map<string, SavedTogether>())
  const division = useDivision()
  const vocabulary = useVocabulary({ theme, catalogue, page, locale: look.locale, unsaved })
  const linted = useLint(id, revision, unsaved)
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
  const onFlaws = useCallback((path: string, some: readonly Finding[]) => {
    setFlaws(all => (some.length === 0 && !(path in all) ? all : { ...all, [path]: some }))
  }, [])
  const onLocated = useCallback((path: string, some: readonly Located[]) => {
    setLocated(all => ({ ...all, [path]: some }))
  }, [])
  const go = (place: Place) => navigate(placeOf(id, place), { replace: true })
  const changeLook = (change: Partial<Look>) => go({ file: chosen, page, state, ...look, ...change })
  /** Opens a file, with its page and language. */
  const choose = useStable((path: string | undefined) => {
    const best = (catalogue && pageOf(catalogue, path ?? '')) ?? page
    const locale = localeOf(path ?? '') ?? look.locale
    setTarget(null)
    go({ file: path ?? null, page: best, state: best === page ? state : null, ...look, locale })
  })
  /** Opens a line of a file. The page does not change. */
  const openAt = (origin: Origin | Source | Finding) => {
    const { path } = pathOf(origin.file)
    const label = labelOf(origin)
    const edited = label === undefined && chosenFlaws.includes(origin as Finding)
    setTarget({ path, line: origin.line, edited, ...(label !== undefined && { label }) })
    go({ file: path, page, state, ...look })
  }
  const check: Check = useStable(
    async files =>
      await savingConcerns(id, files, path => ({
        page: (catalogue && pageOf(catalogue, path)) ?? page,
        locale: localeOf(path) ?? look.locale,
      })),
  )
  const saveAll = useSaveAll({ themeId: id, unsaved, documents, check })
  const chosenFlaws = (chosen !== null && flaws[chosen]) || NO_FLAWS
  const { locale } = look
  const entries = useEntries(
    {
      linted,
      flaws: chosenFlaws,
      page: found,
      located: (chosen !== null && located[chosen]) || NOTHING_LOCATED,
    },
    { catalogue, chosen, page, locale },
  )
  /** Opens the location of a problem, and optionally fixes it. */
  const openProblem = ({ origin, finding }: Entry, fixes = false) => {
    if (finding === undefined) return origin !== undefined && openAt(origin)
    const { file, start } = finding
    setTarget({ path: file, ...start, ...(fixes && { fix: finding }) })
    go({ file, page, state, ...look })
  }
  const pageName = usePageNames(catalogue)
  // What was typed and never saved is in front again when somebody comes back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as the editor opens.
  useEffect(() => {
    if (chosen !== null) return
    if (drafted[0] !== undefined) choose(drafted[0])
    else if (query.get('page') === null) choose(firstFile(files))
  }, [])
  const close = (path: string) => {
    const rest = open.filter(other => other !== path)
    setOpen(rest)
    if (path === chosen) choose(rest[Math.min(open.indexOf(path), rest.length - 1)])
  }
  return (
    <Page
      title={`Edit ${name}`}
      above={
        <>
          <TreeToggle {...division} />
          <Back to={backTo(id, chosen)} name={name} />
        </>
      }
      wide
    >
      <Columns
        {...division}
        tree={<Choice theme={theme} catalogue={catalogue} chosen={chosen} onChoose={choose} />}
        code={
          <VocabularyContext value={vocabulary}>
            <OpenFiles
              theme={theme}
              open={open}
              chosen={chosen}
              unsaved={unsaved}
              target={target}
              linted={linted}
              check={check}
              documents={documents}
              saveAll={saveAll}
              onChoose={choose}
              onClose={close}
              onUnsaved={onUnsaved}
              onFlaws={onFlaws}
              onLocated={onLocated}
            >
              <Problems
                themeId={id}
                entries={entries}
                front={chosen}
                pageName={pageName}
                onOpen={openProblem}
                onFix={finding =>
                  isRemoved(finding) ? setRemoving(finding.file) : openProblem(findingEntry(finding), true)
                }
              />
            </OpenFiles>
            {removing !== null && (
              <RemoveFile
                theme={theme}
                path={removing}
                onClose={() => setRemoving(null)}
                onRemoved={() => {
                  drafts.drop(id, removing)
                  close(removing)
                }}
              />
            )}
            {saveAll.doubt !== null && (
              <DoubtDialog
                what={`${saveAll.count} files`}
                concerns={saveAll.doubt.concerns}
                onResolve={saveAll.resolve}
              />
            )}
          </VocabularyContext>
        }
        preview={
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
            files={files}
            chosen={chosen}
            onPage={(next, nextState) => go({ file: chosen, page: next, state: nextState ?? null, ...look })}
            onLook={changeLook}
            onOpen={openAt}
            onFound={setFound}
          />
        }
      />
    </Page>
  )
}

/** The requested page, otherwise the one that a file belongs to. */
function pageIn(catalogue: Catalogue | undefined, wanted: string | null, file: string | null): string {
  const known = [...(catalogue?.pages ?? []), ...(catalogue?.mails ?? [])].some(({ id }) => id === wanted)
  if (wanted !== null && (known || catalogue === undefined)) return wanted
  return (catalogue && pageOf(catalogue, file ?? '')) ?? 'login'
}

/** The line that the URL names. */
function targetIn(query: URLSearchParams): (Target & { readonly path: string }) | null {
  const path = query.get('file')
  const line = Number(query.get('line'))
  return path === null || !Number.isInteger(line) || line < 1 ? null : { path, line }
}

/** The label that an origin, source or finding is about. */
function labelOf(origin: Origin | Source | Finding): string | undefined {
  if ('kind' in origin) return origin.kind === 'label' ? origin.name : undefined
  return 'label' in origin ? origin.label : undefined
}

function backTo(id: string, path: string | null): string {
  return path === null ? themePlace(id) : `${themePlace(id)}?tab=files&file=${encodeURIComponent(path)}`
}
