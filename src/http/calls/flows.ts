import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentTag } from '../../content-tag.ts'
import type { Mistake } from '../../core/mistake.ts'
import { ATTRIBUTE_SCHEMA } from '../../core/user-flows/own-attribute.ts'
import { FLOW_SCHEMA } from '../../core/user-flows/schema.ts'
import {
  type AuthorName,
  attributeOf,
  authorNames,
  checkedFlow,
  type DesignedFlow,
  type Designer,
  flowOf,
  flowsOf,
  flowTag,
  flowVersion,
  flowVersions,
  type Identity,
  invite,
  keepAttribute,
  offeredLocales,
  publishFlow,
  removeAttribute,
  resetFlow,
  restoreFlow,
} from '../../identity/identity.ts'
import type { Store } from '../../store/store.ts'
import { resource } from '../description/resource.ts'
import { authorOf } from '../request/auth.ts'
import { isUnchanged } from '../request/unchanged.ts'
import { preconditionOf } from '../request/writing.ts'
import {
  ALL_FLOWS,
  ATTRIBUTE_CALL,
  ATTRIBUTE_SCHEMA_CALL,
  ATTRIBUTES_CALL,
  FLOW_CHECK,
  FLOW_INVITATIONS,
  FLOW_SCHEMA_CALL,
  FLOW_VERSION,
  FLOW_VERSIONS,
  ONE_FLOW,
} from './flows-calls.ts'

/** User flows, and attributes that the tenant has added. */
export function flows(app: FastifyInstance, { store, identity }: { store: Store; identity: Identity }): void {
  const here = (request: FastifyRequest) => store.tenant(request.tenant.id)
  const checked = async (request: FastifyRequest, reference: string, document: unknown) => {
    const { surfaces } = identity
    const offered = await offeredLocales({ store, surfaces }, request.tenant)
    return await checkedFlow(here(request), reference, document, offered)
  }
  const whole = async (request: FastifyRequest, reply: FastifyReply, flow: DesignedFlow) => {
    reply.header('etag', flowTag(flow))
    const { mistakes } = await checked(request, flow.reference, flow.document)
    const nameOf = await authorNames(here(request))
    return { ...shown(flow, nameOf, identity), document: flow.document, mistakes: told(mistakes) }
  }

  for (const [url, described, schema] of [
    ['/schemas/flow', FLOW_SCHEMA_CALL, FLOW_SCHEMA],
    ['/schemas/attribute', ATTRIBUTE_SCHEMA_CALL, ATTRIBUTE_SCHEMA],
  ] as const)
    resource(app, url, described, {
      async GET(_, reply) {
        reply.type('application/schema+json')
        return JSON.stringify(schema)
      },
    })

  resource(app, '/flows', ALL_FLOWS, {
    async GET(request) {
      const all = await flowsOf(here(request))
      const nameOf = await authorNames(here(request))
      const steps = (flow: DesignedFlow) => flow.document.steps.length
      return { flows: all.map(flow => ({ ...shown(flow, nameOf, identity), steps: steps(flow) })) }
    },
  })

  resource(app, '/flows/:reference', ONE_FLOW, {
    async GET(request, reply) {
      const flow = await flowOf(here(request), referenceOf(request))
      // The ETag does not cover the mistakes, so a browser must not show an older answer for it.
      reply.header('cache-control', 'no-store')
      if (isUnchanged(request, reply, flowTag(flow))) return reply
      return await whole(request, reply, flow)
    },
    async PUT(request, reply, { document }) {
      const reference = referenceOf(request)
      const asked = preconditionOf(request)
      const { flow } = await publishFlow(here(request), reference, document, designerIn(request), asked)
      return await whole(request, reply, flow)
    },
    async DELETE(request, reply) {
      const asked = preconditionOf(request)
      await resetFlow(here(request), referenceOf(request), designerIn(request), asked)
      return reply.code(204).send()
    },
  })

  resource(app, '/flows/:reference/check', FLOW_CHECK, {
    async POST(request, _, { document: given }) {
      const { document, mistakes } = await checked(request, referenceOf(request), given)
      return { usable: document !== undefined, mistakes: told(mistakes) }
    },
  })

  resource(app, '/flows/:reference/versions', FLOW_VERSIONS, {
    async GET(request) {
      const versions = await flowVersions(here(request), referenceOf(request))
      const nameOf = await authorNames(here(request))
      return {
        versions: versions.map(({ version, at, author, cause }) => {
          return { version, at: new Date(at).toISOString(), author, authorName: nameOf(author), cause }
        }),
      }
    },
    async POST(request, reply, { version }) {
      const [reference, asked] = [referenceOf(request), preconditionOf(request)]
      const restored = await restoreFlow(here(request), reference, version, designerIn(request), asked)
      return await whole(request, reply, restored)
    },
  })

  resource(app, '/flows/:reference/versions/:version', FLOW_VERSION, {
    async GET(request) {
      const reference = referenceOf(request)
      const { version: given } = request.params as { version: string }
      const version = /^[1-9]\d{0,8}$/.test(given) ? Number(given) : 0
      return { reference, version, document: await flowVersion(here(request), reference, version) }
    },
  })

  resource(app, '/flows/:reference/invitations', FLOW_INVITATIONS, {
    async POST(request, reply, { email: given, locale, mail = true }) {
      const { tenancy, surfaces, mailQueued } = identity
      const office = { store, tenancy, surfaces, tenant: request.tenant }
      const asked = { reference: referenceOf(request), email: given, locale, mail }
      const { email, link, expiresAt } = await invite(office, asked, designerIn(request))
      if (mail) mailQueued()
      reply.code(201).header('cache-control', 'no-store')
      return { email, link, expires: new Date(expiresAt).toISOString() }
    },
  })

  resource(app, '/attributes', ATTRIBUTES_CALL, {
    async GET(request) {
      const attributes = await here(request).attributes.list()
      return { attributes, etags: Object.fromEntries(attributes.map(one => [one.name, contentTag(one)])) }
    },
  })

  resource(app, '/attributes/:name', ATTRIBUTE_CALL, {
    async GET(request, reply) {
      const attribute = await attributeOf(here(request), nameOf(request))
      reply.header('cache-control', 'private, no-cache')
      if (isUnchanged(request, reply, contentTag(attribute))) return reply
      return { attribute }
    },
    async PUT(request, reply, { attribute: given }) {
      const [name, asked] = [nameOf(request), preconditionOf(request)]
      const attribute = await keepAttribute(here(request), name, given, designerIn(request), asked)
      reply.header('etag', contentTag(attribute))
      return { attribute }
    },
    async DELETE(request, reply) {
      const [name, asked] = [nameOf(request), preconditionOf(request)]
      await removeAttribute(here(request), name, designerIn(request), asked)
      return reply.code(204).send()
    },
  })
}

function shown(flow: DesignedFlow, nameOf: AuthorName, { settings }: Identity) {
  const { reference, version, builtIn, designed, updatedAt, updatedBy, document } = flow
  const { kind } = document
  const isOpen = kind !== 'registration' || settings.registration
  const invitationOnly = document.invitationOnly === true || !isOpen
  const updated = updatedAt === null ? null : new Date(updatedAt).toISOString()
  const updatedByName = nameOf(updatedBy)
  return { reference, kind, version, builtIn, designed, invitationOnly, updated, updatedBy, updatedByName }
}

function told(mistakes: readonly Mistake[]) {
  return mistakes.map(({ path, reason, warning = false }) => ({ path, reason, warning }))
}

function designerIn(request: FastifyRequest): Designer {
  const account = request.operator?.account.id ?? null
  return { author: authorOf(request), account, address: request.ip }
}

function referenceOf({ params }: FastifyRequest): string {
  return (params as { reference: string }).reference
}

function nameOf({ params }: FastifyRequest): string {
  return (params as { name: string }).name
}
