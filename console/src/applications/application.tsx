import { Back } from '../parts/back.tsx'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { Detail } from '../shell/detail.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { ApplicationForm } from './application-form.tsx'
import { APPLICATIONS, type ApplicationList, type ApplicationRecord, applicationResource } from './calls.ts'

const WHAT = {
  title: 'Application',
  above: <Back to="/applications" name="Applications" />,
  missing: (
    <NotFound
      title="There is no such application"
      why="It may have been deleted, or the address may be mistyped."
      to="/applications"
      action="Go to applications"
    />
  ),
}

export default function Application({ id }: { readonly id: string }) {
  const { role } = useSession()
  return role === 'administrator' ? <Editable id={id} /> : <Readable id={id} />
}

function Editable({ id }: { readonly id: string }) {
  return (
    <Detail resource={useResource<ApplicationRecord>(applicationResource(id))} {...WHAT}>
      {application => <ApplicationForm application={application} readOnly={false} />}
    </Detail>
  )
}

// A developer may read the list, but not a single application.
function Readable({ id }: { readonly id: string }) {
  return (
    <Detail resource={useResource<ApplicationList>(APPLICATIONS)} {...WHAT}>
      {({ applications }) => {
        const application = applications.find(one => one.id === id)
        return application === undefined ? (
          WHAT.missing
        ) : (
          <ApplicationForm application={application} readOnly />
        )
      }}
    </Detail>
  )
}
