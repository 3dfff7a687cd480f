import { Center, Loader } from '@mantine/core'
import { lazy, Suspense, useEffect } from 'react'
import { Route, Router, Switch } from 'wouter'
import { Problem } from './parts/problem.tsx'
import { useResource } from './resource.ts'
import { type Session, SessionContext } from './session.ts'
import { NotFound } from './shell/not-found.tsx'
import { Shell } from './shell/shell.tsx'
import { depart } from './unsaved.ts'

const screens = {
  home: () => import('./home/home.tsx'),
  themes: () => import('./themes/themes.tsx'),
  theme: () => import('./theme/theme.tsx'),
  brand: () => import('./brand/brand.tsx'),
  applications: () => import('./applications/applications.tsx'),
  newApplication: () => import('./applications/new-application.tsx'),
  application: () => import('./applications/application.tsx'),
  clients: () => import('./clients/clients.tsx'),
  client: () => import('./clients/client.tsx'),
  outbox: () => import('./outbox/outbox.tsx'),
}

const Home = lazy(screens.home)
const Themes = lazy(screens.themes)
const Theme = lazy(screens.theme)
const Brand = lazy(screens.brand)
const Applications = lazy(screens.applications)
const NewApplication = lazy(screens.newApplication)
const Application = lazy(screens.application)
const Clients = lazy(screens.clients)
const Client = lazy(screens.client)
const Outbox = lazy(screens.outbox)
const Tried = lazy(() => import('./demo/tried.tsx'))
// Not among those that are fetched ahead: it is larger than all of them.
const Editor = lazy(() => import('./editor/editor.tsx'))

// The other screens are fetched once the first one stands, so that going there takes no time.
const PREFETCH_AFTER_MS = 2000

export function App() {
  const { data: session, failure, reload } = useResource<Session>('/session')
  const signedIn = session !== undefined
  useEffect(() => {
    if (!signedIn) return
    const timer = setTimeout(() => {
      for (const load of Object.values(screens)) load().catch(() => undefined)
    }, PREFETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [signedIn])
  if (session === undefined) {
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
              <Route path="/applications" component={Applications} />
              <Route path="/applications/new" component={NewApplication} />
              <Route path="/applications/:id">{({ id }) => <Application key={id} id={id} />}</Route>
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
