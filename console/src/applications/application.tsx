import { Back } from '../parts/back.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { NotFound } from '../shell/not-found.tsx'
import { Page } from '../shell/page.tsx'
import { ApplicationForm } from './application-form.tsx'
import { APPLICATIONS, type ApplicationList, type ApplicationRecord, applicationResource } from './calls.ts'

export default function Application({ id }: { readonly id: string }) {
  const { role } = useSession()
  return role === 'administrator' ? <Editable id={id} /> : <Readable id={id} />
}

function Editable({ id }: { readonly id: string }) {
  const { data, failure, reload } = useResource<ApplicationRecord>(applicationResource(id))
  if (data !== undefined) return <ApplicationForm application={data} readOnly={false} />
  if (failure?.status === 404) return <Missing />
  return (
    <Page title="Application" above={<Back to="/applications" name="Applications" />}>
      {failure === undefined ? (
        <Placeholder h={320} label="Loading" />
      ) : (
        <Problem failure={failure} retry={reload} />
      )}
    </Page>
  )
}

// A developer may read the list, but not a single application.
function Readable({ id }: { readonly id: string }) {
  const { data, failure, reload } = useResource<ApplicationList>(APPLICATIONS)
  const application = data?.applications.find(one => one.id === id)
  if (application !== undefined) return <ApplicationForm application={application} readOnly />
  if (data !== undefined) return <Missing />
  return (
    <Page title="Application" above={<Back to="/applications" name="Applications" />}>
      {failure === undefined ? (
        <Placeholder h={320} label="Loading" />
      ) : (
        <Problem failure={failure} retry={reload} />
      )}
    </Page>
  )
}

function Missing() {
  return (
    <NotFound
      title="There is no such application"
      why="It may have been deleted, or the address may be mistyped."
      to="/applications"
      action="Go to applications"
    />
  )
}
