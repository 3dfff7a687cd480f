import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { Detail } from '../shell/detail.tsx'
import { ForAdministrators } from '../shell/for-administrators.tsx'
import { type ClientRecord, clientResource } from './calls.ts'
import { ClientForm } from './client-form.tsx'

export default function Client({ id }: { readonly id: string }) {
  const { role } = useSession()
  if (role === 'administrator') return <Known id={id} />
  return (
    <ForAdministrators
      title="API clients are for administrators"
      why="Ask an administrator for the client that your program needs."
    />
  )
}

function Known({ id }: { readonly id: string }) {
  return (
    <Detail resource={useResource<ClientRecord>(clientResource(id))} kind="API client">
      {(client, etag) => <ClientForm client={client} etag={etag} />}
    </Detail>
  )
}
