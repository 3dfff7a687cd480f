import { Anchor } from '@mantine/core'
import { Fragment } from 'react'
import { Link } from 'wouter'
import { applicationPlace } from '../applications/calls.ts'
import { DEFAULT_THEME, type ThemeSummary } from './calls.ts'

const MOST = 3

/** A sentence with the applications that use a theme. */
export function UsedBy({ id, applications }: Pick<ThemeSummary, 'id' | 'applications'>) {
  if (applications.length === 0) {
    return id === DEFAULT_THEME ? 'Used wherever no other theme is chosen' : 'Not used by an application'
  }
  const more = applications.length - MOST
  return (
    <>
      Used by <ApplicationLinks applications={applications.slice(0, MOST)} />
      {more > 0 && ` and ${more} more`}
    </>
  )
}

export function ApplicationLinks({ applications }: Pick<ThemeSummary, 'applications'>) {
  return applications.map(({ id, name }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <Anchor component={Link} href={applicationPlace(id)} inherit underline="always">
        {name}
      </Anchor>
    </Fragment>
  ))
}
