import { Back } from '../parts/back.tsx'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { Detail } from '../shell/detail.tsx'
import { ForAdministrators } from '../shell/for-administrators.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { CLIENTS, type ClientList } from './calls.ts'
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
  const missing = (
    <NotFound
      title="There is no such API client"
      why="It may have been deleted, or the address may be mistyped."
      to="/clients"
      action="Go to API clients"
    />
  )
  return (
    <Detail
      resource={useResource<ClientList>(CLIENTS)}
      title="API client"
      above={<Back to="/clients" name="API clients" />}
      missing={missing}
    >
      {({ clients }) => {
        const client = clients.find(one => one.id === id)
        return client === undefined ? missing : <ClientForm client={client} />
      }}
    </Detail>
  )
}
