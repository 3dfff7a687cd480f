import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { Detail } from '../shell/detail.tsx'
import { ForAdministrators } from '../shell/for-administrators.tsx'
import { type IdentitySource, sourceResource } from './calls.ts'
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
  return (
    <Detail resource={useResource<IdentitySource>(sourceResource(id))} kind="identity source">
      {(source, etag) => <SourceForm source={source} etag={etag} />}
    </Detail>
  )
}
