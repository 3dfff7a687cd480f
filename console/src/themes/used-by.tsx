import { Anchor } from '@mantine/core'
import { Fragment } from 'react'
import { Link } from 'wouter'
import { applicationPlace } from '../applications/calls.ts'
import { byName } from '../parts/by-name.ts'
import { DEFAULT_THEME, type ThemeSummary, themePlace } from './calls.ts'

const MOST = 3

type Used = Pick<ThemeSummary, 'id' | 'applications'>

/** A sentence with the applications that use a theme. */
export function UsedBy({ theme }: { readonly theme: Used }) {
  if (theme.applications.length === 0) {
    return theme.id === DEFAULT_THEME
      ? 'Used wherever no other theme is chosen'
      : 'Not used by an application'
  }
  return (
    <>
      Used by <ApplicationLinks theme={theme} />
    </>
  )
}

interface ApplicationLinksProps {
  readonly theme: Used
  readonly onLeave?: () => void
}

/** The first applications that use a theme, and a link to the list of all if there are more. */
export function ApplicationLinks({ theme: { id, applications }, onLeave }: ApplicationLinksProps) {
  const sorted = applications.toSorted((one, other) => byName(one.name, other.name))
  const more = sorted.length - MOST
  return (
    <>
      {sorted.slice(0, MOST).map((application, index) => (
        <Fragment key={application.id}>
          {index > 0 && ', '}
          <Anchor component={Link} href={applicationPlace(application.id)} inherit underline="always">
            {application.name}
          </Anchor>
        </Fragment>
      ))}
      {more > 0 && ' and '}
      {more > 0 && (
        <Anchor
          component={Link}
          href={`${themePlace(id)}?tab=used-by`}
          inherit
          underline="always"
          onClick={onLeave}
        >
          {more.toLocaleString('en-US')} more
        </Anchor>
      )}
    </>
  )
}
