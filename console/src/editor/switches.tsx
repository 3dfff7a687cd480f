import { ActionIcon, Button, Group, SegmentedControl, Select } from '@mantine/core'
import { memo } from 'react'
import { Icon } from '../parts/icon.tsx'
import type { LanguageChoice } from '../parts/languages.ts'
import { type Catalogue, type PageEntry, situationName } from '../preview/calls.ts'
import type { Look } from './place.ts'

interface SwitchesProps {
  readonly catalogue: Catalogue | undefined
  readonly entry: PageEntry | undefined
  readonly state: string
  readonly languages: readonly LanguageChoice[]
  /** Whether the page has a file that is not active. */
  readonly hasFile: boolean
  readonly look: Look
  readonly inspecting: boolean
  readonly onPage: (page: string) => void
  readonly onState: (state: string) => void
  readonly onLook: (look: Partial<Look>) => void
  readonly onInspect: () => void
  readonly onFile: () => void
}

const DIRECTIONS = [
  { value: '', label: 'Automatic' },
  { value: 'ltr', label: 'Left to right' },
  { value: 'rtl', label: 'Right to left' },
]
const COLORS = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]
const WIDTHS = [
  { value: '390', label: 'Phone' },
  { value: '820', label: 'Tablet' },
  { value: '1280', label: 'Desktop' },
]

const options = (some: readonly PageEntry[]) => some.map(({ id, meaning }) => ({ value: id, label: meaning }))

/** Chooses the page and how it is shown. */
export const Switches = memo(function Switches(props: SwitchesProps) {
  const { catalogue, entry, state, languages, hasFile, look, inspecting } = props
  const { onPage, onState, onLook, onInspect, onFile } = props
  const { groups = [], pages = [], mails = [] } = catalogue ?? {}
  return (
    <>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <Select
          label="Page"
          size="xs"
          flex="1 1 170px"
          searchable
          allowDeselect={false}
          data={[
            ...groups.map(group => ({ group, items: options(pages.filter(page => page.group === group)) })),
            { group: 'Mails', items: options(mails) },
          ]}
          value={entry?.id ?? null}
          onChange={value => value !== null && onPage(value)}
        />
        {hasFile && (
          <ActionIcon
            variant="default"
            size={30}
            aria-label="Open the file of this page"
            title="Open the file of this page"
            onClick={onFile}
          >
            <Icon name="pencil" size={14} />
          </ActionIcon>
        )}
        <Select
          label="State"
          size="xs"
          flex="1 1 130px"
          allowDeselect={false}
          data={entry?.states.map(id => ({ value: id, label: situationName(entry, id) })) ?? []}
          value={state === '' ? null : state}
          onChange={value => value !== null && onState(value)}
        />
      </Group>
      <Group gap="6px 8px" align="flex-end" mt={6}>
        <Select
          label="Language"
          size="xs"
          flex="1 1 140px"
          searchable
          allowDeselect={false}
          data={[...languages]}
          value={look.locale}
          onChange={value => onLook({ locale: value ?? 'default' })}
        />
        <Select
          label="Direction"
          size="xs"
          flex="1 1 110px"
          allowDeselect={false}
          data={DIRECTIONS}
          value={look.direction}
          onChange={value => onLook({ direction: value ?? '' })}
        />
        <Select
          label="Colors"
          size="xs"
          flex="1 1 88px"
          allowDeselect={false}
          data={COLORS}
          value={look.colors}
          onChange={value => onLook({ colors: value ?? 'system' })}
        />
        <SegmentedControl
          aria-label="Width"
          size="xs"
          data={WIDTHS}
          value={look.width}
          onChange={width => onLook({ width })}
        />
        <Button
          size="xs"
          ml="auto"
          variant={inspecting ? 'filled' : 'default'}
          leftSection={<Icon name="search" size={14} />}
          aria-pressed={inspecting}
          aria-keyshortcuts="Alt+I"
          title="Click an element of the page, or press Enter on it, to open its source (Alt+I)"
          onClick={onInspect}
        >
          Inspect
        </Button>
      </Group>
    </>
  )
})
