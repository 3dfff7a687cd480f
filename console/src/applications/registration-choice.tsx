import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { FLOWS, type FlowList } from '../flows/calls.ts'
import { useResource } from '../resource.ts'

/** The registration that every tenant has. Applications without a registration of their own use it. */
const USUAL = 'registration'
const USUAL_NAME = `The tenant’s usual one (${USUAL})`
const FIELD = {
  label: 'Registration flow',
  description: 'Where people create an account for this application.',
}

interface RegistrationChoiceProps {
  /** The reference of the flow; empty for the tenant's default registration. */
  readonly value: string
  readonly onChange: (reference: string) => void
  readonly error: ReactNode
  readonly readOnly: boolean
}

/**
 * Chooses the registration of an application. Only administrators may list flows, so others just see the current one.
 */
export function RegistrationChoice(props: RegistrationChoiceProps) {
  if (!props.readOnly) return <RegistrationSelect {...props} />
  return <TextInput {...FIELD} value={named(props.value)} variant="filled" readOnly />
}

function RegistrationSelect({ value, onChange, error }: RegistrationChoiceProps) {
  const { data } = useResource<FlowList>(FLOWS)
  const others = data?.flows
    .filter(({ kind, reference }) => kind === 'registration' && reference !== USUAL)
    .map(({ reference }) => reference)
  const chosen = value === USUAL ? '' : value
  const isGone = others !== undefined && chosen !== '' && !others.includes(chosen)
  return (
    <Select
      {...FIELD}
      data={[
        { value: '', label: USUAL_NAME },
        ...(others ?? []).map(reference => ({ value: reference, label: reference })),
        ...(isGone ? [{ value: chosen, label: `${chosen} (no longer exists)` }] : []),
      ]}
      value={others === undefined ? null : chosen}
      placeholder={others === undefined ? 'Loading' : undefined}
      onChange={reference => onChange(reference ?? '')}
      allowDeselect={false}
      searchable={(others?.length ?? 0) > 8}
      nothingFoundMessage="No registration has this reference"
      error={error ?? (isGone && 'People cannot register with this flow. Choose another one.')}
      errorProps={{ role: 'alert' }}
    />
  )
}

function named(reference: string): string {
  return reference === '' || reference === USUAL ? USUAL_NAME : reference
}
