import { Back } from '../parts/back.tsx'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { Detail } from '../shell/detail.tsx'
import { ForAdministrators } from '../shell/for-administrators.tsx'
import { NotFound } from '../shell/not-found.tsx'
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
  const missing = (
    <NotFound
      title="There is no such identity source"
      why="It may have been removed, or the address may be mistyped."
      to="/sources"
      action="Go to identity sources"
    />
  )
  return (
    <Detail
      resource={useResource<IdentitySourceList>(SOURCES)}
      title="Identity source"
      above={<Back to="/sources" name="Identity sources" />}
      missing={missing}
    >
      {({ sources }) => {
        const source = sources.find(one => one.id === id)
        return source === undefined ? missing : <SourceForm source={source} />
      }}
    </Detail>
  )
}
