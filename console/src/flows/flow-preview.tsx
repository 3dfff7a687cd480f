import { Group, Paper, SegmentedControl, Select, SimpleGrid, Text } from '@mantine/core'
import { useColorScheme, useDebouncedValue } from '@mantine/hooks'
import { useEffect, useMemo, useState } from 'react'
import { DEFAULT_LOCALE } from '../../../src/core/locale.ts'
import { type FlowDocument, stepOf } from '../../../src/core/user-flows/document.ts'
import { FLOW_SCHEMA } from '../../../src/core/user-flows/schema.ts'
import { shapeMistakes } from '../../../src/core/user-flows/shape.ts'
import { LANGUAGES } from '../parts/languages.ts'
import { Problem } from '../parts/problem.tsx'
import { useNewestFrame } from '../preview/newest-frame.ts'
import { PageFrames } from '../preview/page-frames.tsx'
import { useResource } from '../resource.ts'
import { DEFAULT_THEME, THEMES, type ThemeList } from '../themes/calls.ts'
import { themeChoices } from '../themes/choices.ts'
import { previewFlow, type WantedFlow } from './calls.ts'
import { useDesigning } from './context.ts'
import classes from './designer.module.css'
import { stepName } from './names.ts'
import { decisive, SampleAnswers, type Samples, stepsFor } from './sample-answers.tsx'

const PAUSE_MS = 250
const WIDTHS = [
  { value: '390', label: 'Phone' },
  { value: '820', label: 'Tablet' },
  { value: '1280', label: 'Desktop' },
]
const STATES = [
  { value: 'first', label: 'First view' },
  { value: 'wrong', label: 'With errors' },
]
const ANSWERING = [
  { value: 'all', label: 'All fields' },
  { value: 'samples', label: 'By answers' },
]
const SCHEMES = [
  { value: 'light' as const, label: 'Light' },
  { value: 'dark' as const, label: 'Dark' },
]

interface FlowPreviewProps {
  readonly reference: string
  /** The language of the texts that are being typed. */
  readonly typing: string
}

/** A preview of an unpublished flow, in any theme, language, state and width. */
export function FlowPreview({ reference, typing }: FlowPreviewProps) {
  const { document, place, askable } = useDesigning()
  const themes = useResource<ThemeList>(THEMES)
  const [themeId, setThemeId] = useState(DEFAULT_THEME)
  const [locale, setLocale] = useState(DEFAULT_LOCALE)
  const [page, setPage] = useState('')
  const [state, setState] = useState('first')
  const [width, setWidth] = useState('390')
  const system = useColorScheme('light', { getInitialValueInEffect: false })
  const [scheme, setScheme] = useState<'light' | 'dark'>(system)
  const [settled] = useDebouncedValue(document, PAUSE_MS)
  // The service refuses to show a document that is not well-formed. Other mistakes do not matter.
  const sound = useMemo(() => shapeMistakes(FLOW_SCHEMA, settled).length === 0, [settled])
  const [answering, setAnswering] = useState('all')
  const [samples, setSamples] = useState<Samples>({})
  const [settledSamples] = useDebouncedValue(samples, PAUSE_MS)
  const isDecided = decisive(document).length > 0
  const isSampled = isDecided && answering === 'samples'
  const answers = isSampled ? settledSamples : null
  const met = isSampled ? stepsFor(document, samples, askable) : undefined
  const pages = pagesOf(document, met)
  const shown = pages.some(({ value }) => value === page) ? page : pages[0]!.value
  const followed =
    place.of === 'end' ? 'end' : place.of === 'flow' ? undefined : document.steps[place.step]?.id
  useEffect(() => {
    if (followed !== undefined) setPage(followed)
  }, [followed])
  useEffect(() => setLocale(typing), [typing])
  const wanted = useMemo(
    () =>
      sound
        ? { reference, themeId, locale, at: shown, wrong: state === 'wrong', answers, document: settled }
        : null,
    [sound, reference, themeId, locale, shown, state, answers, settled],
  )
  const preview = useNewestFrame(wanted, previewFlow, isOther, nothing)
  return (
    <Paper withBorder component="section" aria-label="Preview" className={classes.preview}>
      <div className={classes.bar}>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
          <Select
            label="Page"
            size="xs"
            allowDeselect={false}
            data={pages}
            value={shown}
            onChange={value => value !== null && setPage(value)}
          />
          <Select
            label="Theme"
            size="xs"
            searchable
            limit={100}
            allowDeselect={false}
            data={themeChoices(themes.data?.themes ?? [])}
            value={themeId}
            onChange={value => value !== null && setThemeId(value)}
          />
          <Select
            label="Language"
            size="xs"
            searchable
            allowDeselect={false}
            data={[...LANGUAGES]}
            value={locale}
            onChange={value => value !== null && setLocale(value)}
          />
        </SimpleGrid>
        <Group gap="xs" mt={8}>
          <SegmentedControl aria-label="State" size="xs" data={STATES} value={state} onChange={setState} />
          <SegmentedControl aria-label="Width" size="xs" data={WIDTHS} value={width} onChange={setWidth} />
          <SegmentedControl aria-label="Mode" size="xs" data={SCHEMES} value={scheme} onChange={setScheme} />
          {isDecided && (
            <SegmentedControl
              aria-label="Fields"
              size="xs"
              data={ANSWERING}
              value={answering}
              onChange={setAnswering}
            />
          )}
        </Group>
        {isSampled && <SampleAnswers samples={samples} onChange={setSamples} />}
        {met !== undefined && !met.has(shown) && stepOf(document, shown) !== undefined && (
          <Text size="xs" c="dimmed" mt={6} role="status">
            People with these answers do not get this step.
          </Text>
        )}
        <Problem failure={themes.failure} retry={themes.reload} />
        {sound ? (
          <Problem failure={preview.failure} title="The preview is not up to date" retry={preview.retry} />
        ) : (
          <Text size="xs" c="dimmed" mt={6} role="status">
            The page is shown again once the mistakes are fixed.
          </Text>
        )}
      </div>
      <PageFrames
        frames={preview.frames}
        name={pages.find(({ value }) => value === shown)!.label}
        width={Number(width)}
        scheme={scheme}
        onLoaded={preview.loaded}
      />
    </Paper>
  )
}

/** The pages of a flow that can be previewed. */
function pagesOf({ kind, steps, verification, end }: FlowDocument, met?: ReadonlySet<string>) {
  const ids = new Set(steps.map(({ id }) => id))
  const own = steps.filter(({ id }, at) => steps.findIndex(step => step.id === id) === at)
  const verifies = kind === 'registration' && verification !== 'none' && !ids.has('verify')
  const ends = end.outcome === 'page' || end.outcome === 'approval'
  return [
    ...own.map((step, at) => {
      const skipped = met === undefined || met.has(step.id) ? '' : ' (skipped)'
      return { value: step.id, label: `${at + 1}. ${stepName(step)}${skipped}` }
    }),
    ...(verifies ? [{ value: 'verify', label: 'Verification' }] : []),
    ...(ends ? [{ value: 'end', label: 'The end' }] : []),
  ]
}

function isOther(one: WantedFlow, other: WantedFlow): boolean {
  return (['themeId', 'locale', 'at', 'wrong'] as const).some(name => one[name] !== other[name])
}

function nothing(): object {
  return {}
}
