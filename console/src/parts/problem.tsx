import { Alert, Anchor, Button } from '@mantine/core'
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

/** Shows why a call failed, beside the control that made the call, with a link to the documentation of the error. */
export function Problem({ failure, title, retry, retryName = 'Try again', children }: ProblemProps) {
  if (failure === null || failure === undefined || failure.status === 401) return null
  return (
    <Alert color="red" role="alert" icon={<Icon name="warning" />} title={title}>
      {failure.messageDescription} <ErrorHelp failure={failure} />
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

const PUBLISHED_ID = /^[A-Z]{5}\d{4}E$/

interface ErrorHelpProps {
  readonly failure: ApiError
  readonly [data: `data-${string}`]: string
}

/** A link to the documentation of an error. */
export function ErrorHelp({ failure: { help, messageId }, ...data }: ErrorHelpProps) {
  if (help === undefined) return null
  return (
    <Anchor href={help} target="_blank" inherit c="inherit" underline="always" {...data}>
      About {PUBLISHED_ID.test(messageId) ? `error ${messageId}` : 'this error'}
    </Anchor>
  )
}
