import { Stack } from '@mantine/core'
import type { ApplicationRecord } from '../applications/calls.ts'
import { Placeholder } from '../parts/loading.tsx'
import { useExisting, useLast, usePaged } from '../parts/paged.tsx'
import { Problem } from '../parts/problem.tsx'
import { useResource } from '../resource.ts'
import { type Access, accessPage, PAGE_SIZE } from './calls.ts'
import { Holders } from './holders.tsx'
import { Rules } from './rules.tsx'

/** Who may use an application, and who has access to it. */
export function AccessTab({ application }: { readonly application: ApplicationRecord }) {
  const paged = usePaged()
  const given = useResource<Access>(accessPage(application.id, 'access', paged.search, paged.page))
  const { data, failure, reload } = given
  const access = useLast(data)
  useExisting(paged, given, PAGE_SIZE)
  return (
    <Stack gap="xl">
      <Problem failure={failure} retry={reload} />
      {access === undefined ? (
        failure === undefined && <Placeholder h={320} label="Loading access" />
      ) : (
        <>
          <Rules application={application} access={access} />
          <Holders application={application} access={access} paged={paged} />
        </>
      )}
    </Stack>
  )
}
