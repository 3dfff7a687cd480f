import { type Kind, LISTS } from './kinds.ts'
import { NotFound } from './not-found.tsx'

interface NoSuchProps {
  readonly kind: Kind
  readonly why?: string
}

/** Says that an object does not exist, and leads to the list of its kind. */
export function NoSuch({ kind, why }: NoSuchProps) {
  const { name, place } = LISTS[kind]
  return (
    <NotFound
      title={`There is no such ${kind}`}
      why={why ?? 'It may have been deleted, or the address may be mistyped.'}
      to={place}
      action={`Go to ${name}`}
    />
  )
}
