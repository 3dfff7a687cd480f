import type { ReactNode } from 'react'
import { Back } from '../parts/back.tsx'
import { capital } from '../parts/capital.ts'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import type { Resource } from '../resource.ts'
import type { Kept } from '../use-kept.ts'
import { Gone } from './gone.tsx'
import { type Kind, LISTS } from './kinds.ts'
import { NoSuch } from './no-such.tsx'
import { NoticeContext, Page } from './page.tsx'

interface DetailProps<T> {
  readonly resource: Resource<T> & Partial<Pick<Kept<T>, 'isGone'>>
  readonly kind: Kind
  /** The title of the screen until the data is loaded, and the link above it, if they are not those of the kind. */
  readonly title?: string
  readonly above?: ReactNode
  /** Why the service may not have it. */
  readonly whyMissing?: string
  /** Returns nothing if the data does not contain the object. */
  readonly children: (data: T, etag: string | null) => ReactNode
}

/** A screen about one object. If it cannot be loaded again, the screen says that it may be out of date. */
export function Detail<T>({ resource, kind, title, above, whyMissing, children }: DetailProps<T>) {
  const { data, etag, failure, reload } = resource
  const missing = <NoSuch kind={kind} why={whyMissing} />
  const problem = (name?: string) => <Problem failure={failure} title={name} retry={reload} />
  if (data !== undefined)
    return (
      <NoticeContext value={resource.isGone ? <Gone kind={kind} /> : problem('This may be out of date')}>
        {children(data, etag) ?? missing}
      </NoticeContext>
    )
  if (failure?.status === 404) return missing
  const { name, place } = LISTS[kind]
  return (
    <Page title={title ?? capital(kind)} above={above ?? <Back to={place} name={capital(name)} />}>
      {failure === undefined ? <Placeholder h={320} label="Loading" /> : problem()}
    </Page>
  )
}
