import { Back } from '../parts/back.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { ForAdministrators } from '../shell/for-administrators.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { Page } from '../shell/page.tsx'
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
  const { data, failure, reload } = useResource<ClientList>(CLIENTS)
  const client = data?.clients.find(one => one.id === id)
  if (client !== undefined) return <ClientForm client={client} />
  if (data !== undefined) {
    return (
      <NotFound
        title="There is no such API client"
        why="It may have been deleted, or the address may be mistyped."
        to="/clients"
        action="Go to API clients"
      />
    )
  }
  return (
    <Page title="API client" above={<Back to="/clients" name="API clients" />}>
      {failure === undefined ? (
        <Placeholder h={320} label="Loading" />
      ) : (
        <Problem failure={failure} retry={reload} />
      )}
    </Page>
  )
}
