import { Back } from '../parts/back.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { ForAdministrators } from '../shell/for-administrators.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { Page } from '../shell/page.tsx'
import { type IdentitySourceList, SOURCES } from './calls.ts'
import { SourceForm } from './source-form.tsx'

export default function Source({ id }: { readonly id: string }) {
  const { role } = useSession()
  if (role === 'administrator') return <Known id={id} />
  return (
    <ForAdministrators
      title="Identity sources are for administrators"
      why="Ask an administrator to add the source that people sign in with."
    />
  )
}

function Known({ id }: { readonly id: string }) {
  const { data, failure, reload } = useResource<IdentitySourceList>(SOURCES)
  const source = data?.sources.find(one => one.id === id)
  if (source !== undefined) return <SourceForm source={source} />
  if (data !== undefined) {
    return (
      <NotFound
        title="There is no such identity source"
        why="It may have been removed, or the address may be mistyped."
        to="/sources"
        action="Go to identity sources"
      />
    )
  }
  return (
    <Page title="Identity source" above={<Back to="/sources" name="Identity sources" />}>
      {failure === undefined ? (
        <Placeholder h={320} label="Loading" />
      ) : (
        <Problem failure={failure} retry={reload} />
      )}
    </Page>
  )
}
