import { ActionIcon, Input, Select, Slider, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import classes from './brand.module.css'
import type { Field } from './fields.ts'

interface TokenFieldProps {
  readonly field: Field
  readonly value: string
  /** The text that is shown if the token is not set. */
  readonly unset: string
  /** The current color, as #rrggbb. */
  readonly color: string | undefined
  readonly error: string | undefined
  readonly note: string | undefined
  readonly onChange: (value: string) => void
}

/** A field for one token: its purpose, a control to choose a value, and a text field for other values. */
export function TokenField(props: TokenFieldProps) {
  const { field, note } = props
  return (
    <div>
      {field.kind === 'color' && <ColorField {...props} />}
      {field.kind === 'length' && <LengthField {...props} />}
      {field.kind === 'choice' && <ChoiceField {...props} />}
      {note !== undefined && (
        <Text size="xs" c="dimmed" mt={4}>
          {note}
        </Text>
      )}
    </div>
  )
}

const HEX = /^#[\da-f]{6}$/i

function ColorField(props: TokenFieldProps) {
  const { field, value, color, onChange } = props
  const shown = HEX.test(value) ? value : color
  return (
    <TextField
      {...props}
      left={
        <input
          type="color"
          className={classes.swatch}
          data-empty={shown === undefined || undefined}
          aria-label={`Pick: ${field.label}`}
          value={shown ?? '#888888'}
          onChange={event => onChange(event.currentTarget.value)}
        />
      }
    />
  )
}

function LengthField(props: TokenFieldProps) {
  const { field, value, unset, onChange } = props
  const length = remOf(value || unset)
  return (
    <Stack gap={8}>
      <TextField {...props} />
      {length !== undefined && (
        <Slider
          size="sm"
          min={0}
          max={field.most ?? 1}
          step={0.0625}
          value={Math.min(length, field.most ?? 1)}
          label={null}
          thumbLabel={field.label}
          onChange={rem => onChange(rem === 0 ? '0px' : `${rem}rem`)}
        />
      )}
    </Stack>
  )
}

/** A length in rem; undefined if a slider cannot show it. */
function remOf(text: string): number | undefined {
  const [, number, unit] = /^(\d*\.?\d+)(rem|px)?$/.exec(text) ?? []
  if (number === undefined || (unit === undefined && Number(number) !== 0)) return undefined
  return unit === 'px' ? Number(number) / 16 : Number(number)
}

function TextField({
  field,
  value,
  unset,
  error,
  onChange,
  left,
}: TokenFieldProps & { readonly left?: ReactNode }) {
  return (
    <TextInput
      label={field.label}
      description={field.hint}
      placeholder={unset}
      value={value}
      error={error}
      onChange={event => onChange(event.currentTarget.value)}
      spellCheck={false}
      autoComplete="off"
      leftSection={left}
      leftSectionPointerEvents="all"
      rightSection={value !== '' && <Undo label={field.label} onUndo={() => onChange('')} />}
    />
  )
}

function Undo({ label, onUndo }: { readonly label: string; readonly onUndo: () => void }) {
  const name = `${label}: use the master’s value`
  return (
    <Tooltip label="Use the master’s value">
      <ActionIcon variant="subtle" color="gray" c="dimmed" aria-label={name} onClick={onUndo}>
        <Icon name="undo" size={16} />
      </ActionIcon>
    </Tooltip>
  )
}

const MASTERS = 'as the master'
const OTHER = 'other'

function ChoiceField(props: TokenFieldProps) {
  const { field, value, unset, error, onChange } = props
  const id = useId()
  const [free, setFree] = useState(false)
  const known = field.choices!.find(choice => plain(choice.value) === plain(value))
  const other = free || (value !== '' && known === undefined)
  const choose = (chosen: string | null) => {
    setFree(chosen === OTHER)
    if (chosen !== OTHER) onChange(chosen === MASTERS || chosen === null ? '' : chosen)
  }
  return (
    <Stack gap={8}>
      <Select
        label={field.label}
        description={field.hint}
        data={[
          {
            value: MASTERS,
            label: `Master’s${unset === '' ? '' : `: ${nameIn(field, unset)}`}`,
          },
          ...field.choices!,
          { value: OTHER, label: 'Other…' },
        ]}
        value={other ? OTHER : (known?.value ?? MASTERS)}
        onChange={choose}
        allowDeselect={false}
      />
      {other && (
        <Input.Wrapper error={error} errorProps={{ id }}>
          <Input
            aria-label={`${field.label}: other`}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : id}
            placeholder={field.example}
            value={value}
            error={error !== undefined}
            onChange={event => {
              setFree(true)
              onChange(event.currentTarget.value)
            }}
            spellCheck={false}
            autoComplete="off"
          />
        </Input.Wrapper>
      )}
    </Stack>
  )
}

/** Normalizes a list of fonts, so that different spellings are the same choice. */
function plain(value: string): string {
  return value
    .toLowerCase()
    .replace(/\s*,\s*/g, ',')
    .replaceAll("'", '"')
    .trim()
}

/** The short name of the base sheet's value. */
function nameIn(field: Field, unset: string): string {
  const known = field.choices!.find(({ value }) => value === unset)
  if (known !== undefined) return known.label.toLowerCase()
  return unset.startsWith('system-ui') ? 'system font' : unset
}
