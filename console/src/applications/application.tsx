import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { Detail } from '../shell/detail.tsx'
import { ApplicationForm } from './application-form.tsx'
import { APPLICATIONS, type ApplicationList, type ApplicationRecord, applicationResource } from './calls.ts'

export default function Application({ id }: { readonly id: string }) {
  const { role } = useSession()
  return role === 'administrator' ? <Editable id={id} /> : <Readable id={id} />
}

function Editable({ id }: { readonly id: string }) {
  return (
    <Detail resource={useResource<ApplicationRecord>(applicationResource(id))} kind="application">
      {(application, etag) => <ApplicationForm application={application} etag={etag} readOnly={false} />}
    </Detail>
  )
}

// A developer may read the list, but not a single application.
function Readable({ id }: { readonly id: string }) {
  return (
    <Detail resource={useResource<ApplicationList>(APPLICATIONS)} kind="application">
      {({ applications }) => {
        const application = applications.find(one => one.id === id)
        return application && <ApplicationForm application={application} etag={null} readOnly />
      }}
    </Detail>
  )
}
