import { Alert, Anchor, Group, Paper, SegmentedControl, Select, Text, Title } from '@mantine/core'
import { useDebouncedValue, useElementSize } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import classes from './editor.module.css'
import { LOCALES, localeOf, pageOf } from './page-of-file.ts'
import { type Catalogue, type Finding, PAGES, type PageEntry, usePreview } from './preview-calls.ts'

const PAUSE_MS = 300
const WIDTHS = [
  { value: '390', label: 'Phone' },
  { value: '820', label: 'Tablet' },
  { value: '1280', label: 'Desktop' },
]
interface PreviewProps {
  readonly themeId: string
  readonly revision: number
  /** The file that is being edited. */
  readonly file: string | null
  readonly unsaved: Readonly<Record<string, string>>
  readonly onOpen: (finding: Finding) => void
}

/** The page that is being edited, as it would be. */
export function Preview({ themeId, revision, file, unsaved, onOpen }: PreviewProps) {
  const { data: catalogue, failure, reload } = useResource<Catalogue>(PAGES)
  const [page, setPage] = useState('login')
  const [state, setState] = useState('')
  const [locale, setLocale] = useState(() => localeOf(file ?? '') ?? 'default')
  const [width, setWidth] = useState('1280')
  const [files] = useDebouncedValue(unsaved, PAUSE_MS)
  const entries = [...(catalogue?.pages ?? []), ...(catalogue?.mails ?? [])]
  const entry = entries.find(({ id }) => id === page)
  const states = entry?.states ?? []
  const shown = usePreview({
    themeId,
    revision,
    page,
    state: states.includes(state) ? state : (states[0] ?? ''),
    locale,
    files,
  })
  useEffect(() => {
    const best = catalogue && pageOf(catalogue, file ?? '')
    const language = localeOf(file ?? '')
    if (best !== undefined) setPage(best)
    if (language !== undefined) setLocale(language)
  }, [file, catalogue])
  const options = (some: readonly PageEntry[]) =>
    some.map(({ id, meaning }) => ({ value: id, label: meaning }))
  return (
    <Paper withBorder component="section" aria-label="Preview" className={classes.preview}>
      <div className={classes.bar}>
        <Group gap="xs" align="flex-end">
          <Select
            label="Page"
            size="xs"
            flex="1 1 180px"
            searchable
            allowDeselect={false}
            data={[
              { group: 'Pages', items: options(catalogue?.pages ?? []) },
              { group: 'Mails', items: options(catalogue?.mails ?? []) },
            ]}
            value={page}
            onChange={value => setPage(value ?? 'login')}
          />
          <Select
            label="State"
            size="xs"
            w={110}
            allowDeselect={false}
            data={states}
            value={states.includes(state) ? state : (states[0] ?? null)}
            onChange={value => setState(value ?? '')}
          />
          <Select
            label="Language"
            size="xs"
            w={110}
            searchable
            allowDeselect={false}
            data={LOCALES}
            value={locale}
            onChange={value => setLocale(value ?? 'default')}
          />
        </Group>
        <SegmentedControl
          aria-label="Width"
          size="xs"
          mt="xs"
          data={WIDTHS}
          value={width}
          onChange={setWidth}
        />
        <Problem failure={failure} retry={reload} />
        <Problem failure={shown.failure} title="The preview is not up to date" />
        {shown.fallback !== null && (
          <Alert
            color="yellow"
            role="status"
            icon={<Icon name="warning" />}
            title="The master’s page is shown"
          >
            With this theme the page cannot be made: {shown.fallback}
          </Alert>
        )}
      </div>
      <Frames
        frames={shown.frames}
        name={entry?.meaning ?? page}
        width={Number(width)}
        onLoaded={shown.loaded}
      />
      <Findings findings={shown.problems} onOpen={onOpen} />
    </Paper>
  )
}

interface FramesProps {
  readonly frames: readonly { readonly number: number; readonly url: string }[]
  readonly name: string
  readonly width: number
  readonly onLoaded: (number: number) => void
}

/** The page, scaled to the room there is; the next one loads behind it, where it cannot take the focus. */
function Frames({ frames, name, width, onLoaded }: FramesProps) {
  const { pagesUrl } = useSession()
  const { ref, width: room, height } = useElementSize()
  const scale = Math.min(1, room / width)
  return (
    <div ref={ref} className={classes.frames}>
      {room > 0 &&
        frames.map(({ number, url }, index) => (
          <iframe
            key={number}
            title={`Preview: ${name}`}
            sandbox="allow-scripts"
            src={pagesUrl + url}
            inert={index > 0}
            aria-hidden={index > 0 || undefined}
            onLoad={() => onLoaded(number)}
            style={{
              width,
              height: height / scale,
              insetInlineStart: Math.max(0, (room - width) / 2),
              transform: `scale(${scale})`,
              visibility: index > 0 ? 'hidden' : undefined,
            }}
          />
        ))}
    </div>
  )
}

interface FindingsProps {
  readonly findings: readonly Finding[]
  readonly onOpen: (finding: Finding) => void
}

/** What an author should know of the page. */
function Findings({ findings, onOpen }: FindingsProps) {
  return (
    <section className={classes.findings} aria-label="Problems of the page">
      <Title order={2} size="h3">
        Problems
      </Title>
      <Text size="sm" c="dimmed" role="status">
        {findings.length === 0 ? 'None in this page.' : `${findings.length} in this page:`}
      </Text>
      <ul>
        {findings.map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be the same.
          <li key={index}>
            {finding.what}: <code>{finding.name}</code>,{' '}
            <Anchor component="button" type="button" size="sm" ta="start" onClick={() => onOpen(finding)}>
              {finding.file}, line {finding.line}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  )
}
