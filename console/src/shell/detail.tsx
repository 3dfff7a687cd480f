import type { ReactNode } from 'react'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import type { Resource } from '../resource.ts'
import { NoticeContext, Page } from './page.tsx'

interface DetailProps<T> {
  readonly resource: Resource<T>
  /** The title of the screen until the data is loaded. */
  readonly title: string
  readonly above: ReactNode
  /** What is shown if the service does not have it. */
  readonly missing: ReactNode
  readonly children: (data: T) => ReactNode
}

/** A screen about one object. If it cannot be loaded again, the screen says that it may be out of date. */
export function Detail<T>({ resource, title, above, missing, children }: DetailProps<T>) {
  const { data, failure, reload } = resource
  const problem = (name?: string) => <Problem failure={failure} title={name} retry={reload} />
  if (data !== undefined)
    return <NoticeContext value={problem('This may be out of date')}>{children(data)}</NoticeContext>
  if (failure?.status === 404) return missing
  return (
    <Page title={title} above={above}>
      {failure === undefined ? <Placeholder h={320} label="Loading" /> : problem()}
    </Page>
  )
}
