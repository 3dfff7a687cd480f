import { Center } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import { Route, Router, Switch, useLocation } from 'wouter'
import { Loadable, NotLoaded } from './parts/loadable.tsx'
import { Spinner } from './parts/loading.tsx'
import { Problem } from './parts/problem.tsx'
import { useResource } from './resource.ts'
import { type Screen, screen } from './screen.tsx'
import { type Session, SessionContext } from './session.ts'
import { sessionBegan } from './session-end.ts'
import { NotFound } from './shell/not-found.tsx'
import { Page } from './shell/page.tsx'
import { Shell } from './shell/shell.tsx'
import { depart } from './unsaved.ts'

/** A screen, and its path. */
interface Placed {
  readonly path: string
  readonly screen: Screen<{ readonly id: string }>
  /** Whether its code is loaded on demand, because it is large or rarely used. */
  readonly later?: true
}

// The first screen whose path matches is shown. An id in the path becomes a property of the screen.
const SCREENS: readonly Placed[] = [
  { path: '/', screen: screen(() => import('./home/home.tsx')) },
  { path: '/themes', screen: screen(() => import('./themes/themes.tsx')) },
  { path: '/themes/:id', screen: screen(() => import('./theme/theme.tsx')) },
  { path: '/themes/:id/brand', screen: screen(() => import('./brand/brand.tsx')) },
  { path: '/themes/:id/edit', screen: screen(() => import('./editor/editor.tsx')), later: true },
  { path: '/themes/:id/debug', screen: screen(() => import('./analytics/walk.tsx')), later: true },
  { path: '/applications', screen: screen(() => import('./applications/applications.tsx')) },
  { path: '/applications/new', screen: screen(() => import('./applications/new-application.tsx')) },
  { path: '/applications/:id', screen: screen(() => import('./applications/application.tsx')) },
  { path: '/flows', screen: screen(() => import('./flows/flows.tsx')) },
  { path: '/flows/:id', screen: screen(() => import('./flows/designer.tsx')), later: true },
  { path: '/people', screen: screen(() => import('./people/people.tsx')) },
  { path: '/groups', screen: screen(() => import('./groups/groups.tsx')) },
  { path: '/groups/:id', screen: screen(() => import('./groups/group.tsx')) },
  { path: '/requests', screen: screen(() => import('./requests/requests.tsx')) },
  { path: '/requests/:id', screen: screen(() => import('./requests/request.tsx')) },
  { path: '/linter', screen: screen(() => import('./linter/linter.tsx')) },
  { path: '/campaigns', screen: screen(() => import('./campaigns/campaigns.tsx')) },
  { path: '/campaigns/new', screen: screen(() => import('./campaigns/new-campaign.tsx')) },
  { path: '/campaigns/:id', screen: screen(() => import('./campaigns/campaign.tsx')) },
  { path: '/analytics', screen: screen(() => import('./analytics/analytics.tsx')) },
  { path: '/sources', screen: screen(() => import('./sources/sources.tsx')) },
  { path: '/sources/:id', screen: screen(() => import('./sources/source.tsx')) },
  { path: '/clients', screen: screen(() => import('./clients/clients.tsx')) },
  { path: '/clients/:id', screen: screen(() => import('./clients/client.tsx')) },
  { path: '/outbox', screen: screen(() => import('./outbox/outbox.tsx')) },
  { path: '/try', screen: screen(() => import('./demo/tried.tsx')), later: true },
]

// The requested screen is loaded while the session is being checked.
const first = SCREENS.find(({ path }) =>
  new RegExp(`^${path.replace(':id', '[^/]+')}$`).test(location.pathname),
)
  ?.screen.fetch()
  .catch(() => undefined)

// The other screens are prefetched after the first one is shown, unless the browser is set to save data.
const PREFETCH_AFTER_MS = 2000
const savesData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

export function App() {
  const { data: session, failure, reload } = useResource<Session>('/session')
  const [fetched, setFetched] = useState(first === undefined)
  const signedIn = session !== undefined
  const userName = session?.userName
  useEffect(() => {
    if (userName !== undefined) sessionBegan(userName)
  }, [userName])
  useEffect(() => void first?.then(() => setFetched(true)), [])
  useEffect(() => {
    if (!signedIn || savesData) return
    const timer = setTimeout(() => {
      for (const { screen, later } of SCREENS) if (!later) screen.fetch().catch(() => undefined)
    }, PREFETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [signedIn])
  if (session === undefined || !fetched) {
    return (
      <Center component="main" mih="100vh" p="lg">
        {failure === undefined || failure.status === 401 ? (
          <Spinner />
        ) : (
          <Problem failure={failure} retry={reload} />
        )}
      </Center>
    )
  }
  return (
    <SessionContext value={session}>
      <Router aroundNav={(navigate, to, options) => depart(to, () => navigate(to, options))}>
        <Shell>
          <Screens />
        </Shell>
      </Router>
    </SessionContext>
  )
}

function Screens() {
  const [place] = useLocation()
  return (
    // With the key, other screens can be shown after one could not be loaded.
    <Loadable key={place} instead={<Unavailable />}>
      <Suspense fallback={<Loading />}>
        <Switch>
          {SCREENS.map(({ path, screen: Shown }) => (
            <Route key={path} path={path}>
              {({ id = '' }: { readonly id?: string }) => <Shown key={id} id={id} />}
            </Route>
          ))}
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Suspense>
    </Loadable>
  )
}

function Unavailable() {
  return (
    <Page title="This screen is not available">
      <NotLoaded />
    </Page>
  )
}

function Loading() {
  return (
    <Center mih="40vh">
      <Spinner />
    </Center>
  )
}
