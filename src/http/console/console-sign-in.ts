import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapedHtml } from '../../core/template/template.ts'
import {
  CONSOLE_PATHS,
  type ConsoleAnswer,
  type ConsoleVisit,
  type Identity,
  STEPS_MS,
} from '../../identity/identity.ts'
import { resource } from '../description/resource.ts'
import { postedForm } from '../request/form.ts'
import { navigationsOnly } from '../request/navigation.ts'
import { isOwn } from '../request/own-origin.ts'
import { firstOf } from '../request/target.ts'
import { readCookie, setCookie, setSession } from './console-cookies.ts'
import { answerDialog, isFromDialog } from './console-dialog.ts'
import { sendConsolePage } from './console-page.ts'
import { CONSOLE_SIGN_IN } from './console-sign-in-calls.ts'
import { consolePage, foreignPage, SIGNED_OUT, type ViewPlace } from './console-views.ts'

const EXPIRED = 'Your session has ended. Sign in to continue where you were.'

interface SignInParts {
  readonly identity: Identity
  /** The address of the pages' icon, where the console was built. */
  readonly icon: string | undefined
}

/**
 * The pages on which people sign in to the console. They are on the console's own origin, and no theme applies to them.
 */
export function consoleSignIn(app: FastifyInstance, parts: SignInParts): void {
  const { identity, icon } = parts
  const { consoleSignIns, consoleRecovery } = identity

  /** A page, for a browser that opens it in a window. */
  const page =
    (show: (visit: ConsoleVisit, query: Query) => Promise<ConsoleAnswer> | ConsoleAnswer) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      await navigationsOnly(request)
      const query = firstOf(request.raw.url!)
      return answered(parts, request, reply, await show(visitOf(request), query))
    }

  /** What the form of such a page brings. */
  const form =
    (take: (visit: ConsoleVisit, fields: Query, query: Query) => Promise<ConsoleAnswer>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      if (isFromDialog(request)) {
        const dialog = { signIns: consoleSignIns, visit: visitOf(request), request, reply }
        return await answerDialog(dialog, (fields, query) => take(dialog.visit, fields, query))
      }
      if (!isOwn(request))
        return sendConsolePage(reply, foreignPage(request.consoleUrl), { status: 403, icon })
      const visit = visitOf(request)
      const fields = await postedForm(request, reply)
      const query = firstOf(request.raw.url!)
      return answered(parts, request, reply, await take(visit, fields, query))
    }

  resource(app, CONSOLE_PATHS.signIn, CONSOLE_SIGN_IN.signIn, {
    async GET(request, reply) {
      await navigationsOnly(request)
      const query = firstOf(request.raw.url!)
      const visit = visitOf(request)
      const operator = visit.session && (await identity.console.operator(request.tenant, visit.session))
      if (operator && !query.has('again')) return goTo(reply, wanted(query))
      const notice = visit.session !== undefined && !operator ? EXPIRED : undefined
      const answer = await consoleSignIns.views.credentials(request.tenant)
      return answered(parts, request, reply, answer, notice)
    },
    POST: form((visit, fields) => consoleSignIns.signIn(visit, fields)),
  })

  resource(app, CONSOLE_PATHS.step, CONSOLE_SIGN_IN.step, {
    GET: page((visit, query) => consoleSignIns.show(visit, query.get('flow') ?? '')),
    POST: form((visit, fields, query) => consoleSignIns.submit(visit, query.get('flow') ?? '', fields)),
  })

  resource(app, CONSOLE_PATHS.forgotten, CONSOLE_SIGN_IN.forgotten, {
    GET: page(({ tenant }, query) =>
      query.has('sent') ? consoleSignIns.views.forgottenSent() : consoleSignIns.views.forgotten(tenant, ''),
    ),
    POST: form((visit, fields) => consoleRecovery.ask(visit, fields)),
  })

  resource(app, CONSOLE_PATHS.recover, CONSOLE_SIGN_IN.recover, {
    GET: page((visit, query) => consoleRecovery.show(visit, query.get('link') ?? '')),
    POST: form((visit, fields, query) => consoleRecovery.replace(visit, query.get('link') ?? '', fields)),
  })

  resource(app, CONSOLE_PATHS.signedOut, CONSOLE_SIGN_IN.signedOut, {
    async GET(request, reply) {
      await navigationsOnly(request)
      const session = readCookie(request, 'session')
      const operator = session && (await identity.console.operator(request.tenant, session))
      return operator ? goTo(reply, '/') : sendConsolePage(reply, SIGNED_OUT, { icon })
    },
  })
}

type Query = ReadonlyMap<string, string>

function visitOf(request: FastifyRequest): ConsoleVisit {
  return {
    tenant: request.tenant,
    address: request.ip,
    browser: readCookie(request, 'step'),
    session: readCookie(request, 'session'),
    device: readCookie(request, 'device'),
    userAgent: request.headers['user-agent'],
  }
}

/** Sends the answer to a request. */
function answered(
  { icon }: SignInParts,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ConsoleAnswer,
  notice?: string,
): FastifyReply {
  const query = firstOf(request.raw.url!)
  const to = wanted(query)
  if ('session' in answer) {
    setSession(reply, answer)
    return goTo(reply, to)
  }
  if ('step' in answer) {
    setCookie(reply, 'step', answer.browser, STEPS_MS / 1000)
    return goTo(reply, address(CONSOLE_PATHS.step, { flow: answer.step, to }))
  }
  const { view, status } = answer
  // Redirects to the next page, because a reload must not send a second mail.
  if (view.name === 'forgotten-sent' && request.method === 'POST')
    return goTo(reply, address(CONSOLE_PATHS.forgotten, { sent: '1', to }))
  return sendConsolePage(reply, consolePage(view, placeOf(request, to, notice)), { status, icon })
}

/** The addresses of a page, ready for its attributes. */
function placeOf(request: FastifyRequest, to: string, notice: string | undefined): ViewPlace {
  const query = firstOf(request.raw.url!)
  const path = request.raw.url!.split('?', 1)[0]!
  return {
    action: escapedHtml(address(path, { flow: query.get('flow'), link: query.get('link'), to })),
    again: escapedHtml(address(CONSOLE_PATHS.signIn, { to })),
    another: escapedHtml(address(CONSOLE_PATHS.signIn, { again: '1', to })),
    forgotten: escapedHtml(address(CONSOLE_PATHS.forgotten, { to })),
    notice,
  }
}

function address(path: string, values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '/',
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** Where somebody wanted to go: within the console, and nowhere else. */
function wanted(query: Query): string {
  const to = query.get('to') ?? '/'
  return /^\/(?![/\\])[\x21-\x7e]{0,2000}$/.test(to) ? to : '/'
}

function goTo(reply: FastifyReply, location: string): FastifyReply {
  // 303: what follows a form is fetched, never posted again.
  return reply.code(303).header('cache-control', 'no-store').header('location', location).send()
}
