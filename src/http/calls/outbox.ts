import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BoundedCache } from '../../core/bounded-cache.ts'
import { entryOf } from '../../core/catalogue/catalogue.ts'
import { mailbox } from '../../core/mailbox.ts'
import { invalidValue, Refusal } from '../../core/refusal.ts'
import {
  dropHeld,
  dropMail,
  type Identity,
  isKept,
  mailOf,
  retryMail,
  retryMails,
  testMailSent,
  viewedMail,
} from '../../identity/identity.ts'
import type { MailServer } from '../../mail/mail.ts'
import type { OutboxMail, Store, TenantStore } from '../../store/store.ts'
import { resource } from '../description/resource.ts'
import { actorIn } from '../request/auth.ts'
import { listPage } from '../request/paging.ts'
import { queryOf } from '../request/target.ts'
import {
  CHECK,
  DROP,
  DROP_HELD,
  MAIL,
  MAIL_HTML,
  OUTBOX,
  RETRY,
  RETRY_ALL,
  RETRY_HELD,
} from './outbox-calls.ts'

/** What sends the mails of the outbox. */
export interface PostOffice {
  /** Undefined where no mail server is set. */
  readonly server: () => MailServer | undefined
  /** Looks for mails at once. */
  readonly wake: () => void
  readonly now: () => number
}

interface Parts {
  readonly store: Store
  readonly identity: Identity
  readonly postOffice: PostOffice
}

const STATES = ['waiting', 'held', 'sent', 'given-up', 'expired'] as const
const PAGE = { usual: 50, largest: 200 }
const LOOKS = 10_000
/** A look at a mail takes a few calls, and is one entry of the audit trail. */
const LOOK_MS = 60_000
const NOT_KEPT =
  '<!doctype html><html lang="en"><title>Mail not kept</title><p>The content of this mail is not kept.</p></html>'

/** The outbox: mails that wait, were sent or were given up. For administrators in the console. */
export function outbox(app: FastifyInstance, { store, identity, postOffice }: Parts): void {
  const { server, wake, now } = postOffice
  const looks = new BoundedCache<string, number>(LOOKS)
  const here = (request: FastifyRequest): TenantStore => store.tenant(request.tenant.id)
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

  const looked = async (request: FastifyRequest): Promise<OutboxMail> => {
    const [id, by] = [idOf(request), actorIn(request)]
    const key = `${request.tenant.id} ${by.account} ${id}`
    if (now() - (looks.get(key) ?? Number.NEGATIVE_INFINITY) < LOOK_MS) return await mailOf(here(request), id)
    const mail = await viewedMail(here(request), id, by, now())
    looks.set(key, now())
    return mail
  }

  resource(app, '/outbox', OUTBOX, {
    async GET(request, reply) {
      const state = stateOf(request.raw.url!)
      const { page, limit } = listPage(request.raw.url!, PAGE)
      const counts = await here(request).outbox.counts()
      const mails = await here(request).outbox.list(limit, { state, offset: (page - 1) * limit })
      const every = STATES.reduce((sum, one) => sum + counts[one], 0)
      const total = state === undefined ? every : counts[state]
      const { name = null, sender = null } = server() ?? {}
      reply.header('cache-control', 'no-store')
      return { total, counts, mails: mails.map(head), server: name, sender }
    },
  })

  resource(app, '/outbox/retry', RETRY_ALL, {
    async POST(request) {
      const retried = await retryMails(here(request), 'given-up', actorIn(request), now())
      wake()
      return { retried }
    },
  })

  resource(app, '/outbox/held/retry', RETRY_HELD, {
    async POST(request) {
      const retried = await retryMails(here(request), 'held', actorIn(request), now())
      wake()
      return { retried }
    },
  })

  resource(app, '/outbox/held/drop', DROP_HELD, {
    async POST(request) {
      return { dropped: await dropHeld(here(request), actorIn(request), now()) }
    },
  })

  resource(app, '/outbox/check', CHECK, {
    async POST(request, _, body) {
      const to = recipientOf(body?.to)
      const found = server()
      if (found === undefined) throw new Refusal('mail_server_unset', {})
      const checked = await found.check(to)
      if (to !== undefined) await testMailSent(here(request), to, actorIn(request), now())
      return { server: found.name, ...checked }
    },
  })

  resource(app, '/outbox/:id', MAIL, {
    async GET(request, reply) {
      const mail = await looked(request)
      reply.header('cache-control', 'no-store')
      return { ...head(mail), html: mail.html, text: mail.text }
    },
  })

  resource(app, '/outbox/:id/html', MAIL_HTML, {
    async GET(request, reply) {
      const { id, html, state } = await looked(request)
      // A mail can be sent while the console opens its frame, which shows no answer in JSON.
      const framed = request.headers['sec-fetch-dest'] === 'iframe'
      if (html === '' && !framed) throw new Refusal('mail_not_kept', { mail: id, sent: state === 'sent' })
      const pages = new URL(identity.tenancy.address(request.tenant)).origin
      return reply
        .code(html === '' ? 409 : 200)
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          // For a frame of the console: the mail can show the theme's images, and do nothing.
          'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src ${pages} data:; base-uri 'none'; form-action 'none'; frame-ancestors ${request.consoleUrl}; sandbox`,
        })
        .send(html === '' ? NOT_KEPT : unlinked(html))
    },
  })

  resource(app, '/outbox/:id/drop', DROP, {
    async POST(request, reply) {
      await dropMail(here(request), idOf(request), actorIn(request), now())
      return reply.code(204).send()
    },
  })

  resource(app, '/outbox/:id/retry', RETRY, {
    async POST(request, reply) {
      await retryMail(here(request), idOf(request), actorIn(request), now())
      wake()
      return reply.code(204).send()
    },
  })
}

function stateOf(target: string): OutboxMail['state'] | undefined {
  const given = queryOf(target, ['state']).get('state')
  const state = STATES.find(candidate => candidate === given)
  if (given !== undefined && state === undefined)
    throw new Refusal('query_invalid', {
      parameter: 'state',
      problem: `must be one of ${STATES.join(', ')}`,
    })
  return state
}

function recipientOf(to: string | null | undefined): string | undefined {
  if (to === undefined || to === null) return undefined
  const address = mailbox(to)
  if (address === undefined) throw invalidValue('The recipient must be one e-mail address.')
  return address
}

/** A mail without what it says. */
function head(mail: OutboxMail) {
  const { id, event, recipient, sender, subject, state, tries, createdAt, dueAt, problem } = mail
  return {
    id,
    event,
    about: entryOf(event)?.meaning ?? event,
    recipient,
    sender,
    subject,
    state,
    tries,
    createdAt: new Date(createdAt).toISOString(),
    dueAt: new Date(dueAt).toISOString(),
    problem,
    kept: isKept(mail),
  }
}

/** Links of the mail would open a window, which the sandbox does not let them: they are for the person it is to. */
function unlinked(html: string): string {
  const doctype = /^\s*<!doctype[^>]*>/i.exec(html)?.[0] ?? ''
  return `${doctype}<base target="_blank">${html.slice(doctype.length)}`
}
