import { Alert, Group, Paper, SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { type Catalogue, PAGES, usePreview } from '../preview/calls.ts'
import { PageFrames } from '../preview/page-frames.tsx'
import { useResource } from '../resource.ts'
import classes from './brand.module.css'
import type { Scheme } from './contrast.ts'

const PAUSE_MS = 250
const SHOWN = [
  { value: 'login', label: 'Sign-in' },
  { value: 'mfa-code', label: 'Second factor' },
  { value: 'registration', label: 'Registration' },
  { value: 'mail-password-recovery', label: 'Mail' },
]
const WIDTHS = [
  { value: '390', label: 'Phone' },
  { value: '1280', label: 'Desktop' },
]
const SCHEMES = [
  { value: 'light' as const, label: 'Light' },
  { value: 'dark' as const, label: 'Dark' },
]

interface LivePreviewProps {
  readonly themeId: string
  readonly revision: number
  readonly files: Readonly<Record<string, string | { readonly base64: string }>>
}

/** Pages and a mail, including unsaved changes. */
export function LivePreview({ themeId, revision, files }: LivePreviewProps) {
  const { data: catalogue, failure, reload } = useResource<Catalogue>(PAGES)
  const [page, setPage] = useState('login')
  const [width, setWidth] = useState(() => (innerWidth < 1100 ? '390' : '1280'))
  const [scheme, setScheme] = useState<Scheme>('light')
  const [settled] = useDebouncedValue(files, PAUSE_MS)
  const entry = [...(catalogue?.pages ?? []), ...(catalogue?.mails ?? [])].find(({ id }) => id === page)
  const shown = usePreview({
    themeId,
    revision,
    page,
    state: entry?.states[0] ?? '',
    locale: 'default',
    direction: '',
    files: settled,
  })
  return (
    <Paper withBorder component="section" aria-label="Preview" className={classes.preview}>
      <Group gap="xs" className={classes.bar}>
        <SegmentedControl aria-label="Page" size="xs" data={SHOWN} value={page} onChange={setPage} />
        <SegmentedControl aria-label="Width" size="xs" data={WIDTHS} value={width} onChange={setWidth} />
        <SegmentedControl aria-label="Mode" size="xs" data={SCHEMES} value={scheme} onChange={setScheme} />
      </Group>
      <Problem failure={failure} retry={reload} />
      <Problem failure={shown.failure} title="The preview is not up to date" retry={shown.retry} />
      {shown.fallback !== null && (
        <Alert color="yellow" role="status" icon={<Icon name="warning" />} title="The master’s page is shown">
          People see the original page, always or in some situations: {shown.fallback}
        </Alert>
      )}
      <PageFrames
        frames={shown.frames}
        name={SHOWN.find(({ value }) => value === page)!.label}
        width={Number(width)}
        scheme={scheme}
        onLoaded={shown.loaded}
      />
    </Paper>
  )
}
