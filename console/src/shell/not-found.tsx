import { Button, Text } from '@mantine/core'
import { Link } from 'wouter'
import { Page } from './page.tsx'

interface NotFoundProps {
  readonly title?: string
  readonly why?: string
  readonly to?: string
  readonly action?: string
}

/** Says that the page does not exist, and where to go instead. */
export function NotFound({
  title = 'There is no such page',
  why = 'The address may be mistyped, or the page may have moved.',
  to = '/themes',
  action = 'Go to themes',
}: NotFoundProps) {
  return (
    <Page title={title}>
      <Text>{why}</Text>
      <div>
        <Button component={Link} href={to}>
          {action}
        </Button>
      </div>
    </Page>
  )
}
