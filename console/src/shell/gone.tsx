import { Alert } from '@mantine/core'
import { Icon } from '../parts/icon.tsx'
import type { Kind } from './kinds.ts'

/** Says that an object no longer exists, above input about it that nobody can save. */
export function Gone({ kind }: { readonly kind: Kind }) {
  return (
    <Alert
      color="red"
      role="alert"
      icon={<Icon name="warning" size={16} />}
      title={`This ${kind} no longer exists`}
    >
      Somebody has deleted it, so your changes cannot be saved. They are still here: copy what you need before
      you leave this page.
    </Alert>
  )
}
