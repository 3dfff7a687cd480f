import { Alert, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApiError } from '../api.ts'
import { Icon } from './icon.tsx'

interface ProblemProps {
  readonly failure: ApiError | null | undefined
  readonly title?: string
  readonly retry?: () => Promise<void>
  readonly retryName?: string
  readonly children?: ReactNode
}

/** What was refused, in the server's words, where it was asked for. */
export function Problem({ failure, title, retry, retryName = 'Try again', children }: ProblemProps) {
  if (failure === null || failure === undefined || failure.status === 401) return null
  return (
    <Alert color="red" role="alert" icon={<Icon name="warning" />} title={title}>
      {failure.messageDescription}
      {children}
      {retry !== undefined && (
        <div>
          <Button size="xs" mt="sm" variant="default" onClick={() => void retry()}>
            {retryName}
          </Button>
        </div>
      )}
    </Alert>
  )
}
