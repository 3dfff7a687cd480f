import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { Icon } from './icon.tsx'
import { asLeft } from './list-query.ts'

/** A link back to the list. */
export function Back({ to, name }: { readonly to: string; readonly name: string }) {
  return (
    <Anchor
      component={Link}
      href={asLeft(to)}
      size="sm"
      display="inline-flex"
      style={{ alignItems: 'center', gap: 4 }}
    >
      <Icon name="left" size={14} />
      {name}
    </Anchor>
  )
}
