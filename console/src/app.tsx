import { Center, Loader } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import { Route, Router, Switch } from 'wouter'
import { Problem } from './parts/problem.tsx'
import { useResource } from './resource.ts'
import { screen } from './screen.tsx'
import { type Session, SessionContext } from './session.ts'
import { sessionBegan } from './session-end.ts'
import { NotFound } from './shell/not-found.tsx'
import { Shell } from './shell/shell.tsx'
import { depart } from './unsaved.ts'

const Home = screen(() => import('./home/home.tsx'))
const Themes = screen(() => import('./themes/themes.tsx'))
const Theme = screen(() => import('./theme/theme.tsx'))
const Brand = screen(() => import('./brand/brand.tsx'))
const Editor = screen(() => import('./editor/editor.tsx'))
const Walk = screen(() => import('./analytics/walk.tsx'))
const Applications = screen(() => import('./applications/applications.tsx'))
const NewApplication = screen(() => import('./applications/new-application.tsx'))
const Application = screen(() => import('./applications/application.tsx'))
const Analytics = screen(() => import('./analytics/analytics.tsx'))
const Clients = screen(() => import('./clients/clients.tsx'))
const Client = screen(() => import('./clients/client.tsx'))
const Outbox = screen(() => import('./outbox/outbox.tsx'))
const Tried = screen(() => import('./demo/tried.tsx'))

// Without the editor, which is larger than all of them, and the end of a try.
const AHEAD = [
  Home,
  Themes,
  Theme,
  Brand,
  Applications,
  NewApplication,
  Application,
  Analytics,
  Clients,
  Client,
  Outbox,
]

// The screen that is asked for is fetched while it is found out who is there.
const FIRST: readonly (readonly [RegExp, { readonly fetch: () => Promise<unknown> }])[] = [
  [/^\/$/, Home],
  [/^\/themes$/, Themes],
  [/^\/themes\/[^/]+$/, Theme],
  [/^\/themes\/[^/]+\/brand$/, Brand],
  [/^\/themes\/[^/]+\/edit$/, Editor],
  [/^\/themes\/[^/]+\/debug$/, Walk],
  [/^\/applications$/, Applications],
  [/^\/applications\/[^/]+$/, Application],
  [/^\/analytics$/, Analytics],
]
const first = FIRST.find(([path]) => path.test(location.pathname))?.[1]
  .fetch()
  .catch(() => undefined)

// The other screens are fetched once the first one stands, so that going there takes no time.
const PREFETCH_AFTER_MS = 2000

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
    if (!signedIn) return
    const timer = setTimeout(() => {
      for (const { fetch } of AHEAD) fetch().catch(() => undefined)
    }, PREFETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [signedIn])
  if (session === undefined || !fetched) {
    return (
      <Center mih="100vh" p="lg">
        {failure === undefined || failure.status === 401 ? (
          <Loader aria-label="Loading" />
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
          <Suspense fallback={<Loading />}>
            <Switch>
              <Route path="/" component={Home} />
              <Route path="/themes" component={Themes} />
              <Route path="/themes/:id">{({ id }) => <Theme key={id} id={id} />}</Route>
              <Route path="/themes/:id/brand">{({ id }) => <Brand key={id} id={id} />}</Route>
              <Route path="/themes/:id/edit">{({ id }) => <Editor key={id} id={id} />}</Route>
              <Route path="/themes/:id/debug">{({ id }) => <Walk key={id} id={id} />}</Route>
              <Route path="/applications" component={Applications} />
              <Route path="/applications/new" component={NewApplication} />
              <Route path="/applications/:id">{({ id }) => <Application key={id} id={id} />}</Route>
              <Route path="/analytics" component={Analytics} />
              <Route path="/clients" component={Clients} />
              <Route path="/clients/:id">{({ id }) => <Client key={id} id={id} />}</Route>
              <Route path="/outbox" component={Outbox} />
              <Route path="/try" component={Tried} />
              <Route>
                <NotFound />
              </Route>
            </Switch>
          </Suspense>
        </Shell>
      </Router>
    </SessionContext>
  )
}

function Loading() {
  return (
    <Center mih="40vh">
      <Loader aria-label="Loading" />
    </Center>
  )
}
