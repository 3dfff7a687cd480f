import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { Icon } from '../parts/icon.tsx'

export function NewApplicationButton() {
  return (
    <Button component={Link} href="/applications/new" leftSection={<Icon name="plus" size={16} />}>
      Create application
    </Button>
  )
}
