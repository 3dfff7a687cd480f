import { Button } from '@mantine/core'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icon.tsx'

/** What to do first if there is only the default theme. */
export function FirstSteps({ onCreate }: { readonly onCreate: () => void }) {
  return (
    <Empty
      title="Create your first theme"
      action={
        <Button leftSection={<Icon name="plus" size={16} />} onClick={onCreate}>
          Create theme
        </Button>
      }
    >
      So far there is only the default theme, which everybody sees. Create a theme of your own, change its
      files, then choose it for an application. The default theme does not change.
    </Empty>
  )
}
