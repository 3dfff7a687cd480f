import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccessPages } from '../../governance/governance.ts'
import { ACCESS_REQUESTS, ACCESS_REVIEWS, APPS, type Identity, networkOf } from '../../identity/identity.ts'
import type { Rates } from '../request/rate.ts'
import { APPS_PAGE, ASKING_PAGE, REQUEST_PAGE, REVIEW_PAGE } from './access-calls.ts'
import { flowPage } from './flow-page.ts'

interface AccessParts {
  readonly identity: Identity
  readonly accessPages: AccessPages
  readonly rates: Rates
}

/** The pages about access to applications. */
export function accessPages(app: FastifyInstance, { identity, accessPages, rates }: AccessParts): void {
  app.addHook('onRequest', async request => {
    if (request.method === 'POST') rates.accessForms.admit(networkOf(request.ip))
  })
  flowPage(app, identity, APPS, APPS_PAGE, () => accessPages.apps)
  flowPage(app, identity, ACCESS_REQUESTS, ASKING_PAGE, () => accessPages.asking)
  flowPage(app, identity, `${ACCESS_REQUESTS}/:id`, REQUEST_PAGE, (_query, request) =>
    accessPages.request(idOf(request)),
  )
  flowPage(app, identity, `${ACCESS_REVIEWS}/:id`, REVIEW_PAGE, (_query, request) =>
    accessPages.review(idOf(request)),
  )
}

function idOf({ params }: FastifyRequest): string {
  return (params as { id?: string }).id ?? ''
}
