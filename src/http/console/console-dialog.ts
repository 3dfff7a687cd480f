import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import {
  CONSOLE_PATHS,
  type ConsoleAnswer,
  type ConsoleSignIns,
  type ConsoleVisit,
  STEPS_MS,
} from '../../identity/identity.ts'
import { type PostedForm, postedForm } from '../request/form.ts'
import { MESSAGES } from '../request/messages.ts'
import { isOwn } from '../request/own-origin.ts'
import { firstOf } from '../request/target.ts'
import { setCookie, setSession } from './console-cookies.ts'

/** What the dialog does next: it is done, shows one of its forms, or leads to a page for what it has no form for. */
export type DialogAnswer =
  | { readonly next: 'done' }
  | { readonly next: 'password'; readonly problem?: string | undefined }
  | { readonly next: 'code'; readonly flow: string; readonly problem?: string | undefined }
  | { readonly next: 'page'; readonly address: string }

interface Dialog {
  readonly signIns: ConsoleSignIns
  readonly visit: ConsoleVisit
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Whether a form comes from the dialog in which people sign in again when their session ended while they worked. */
export function isFromDialog({ headers }: FastifyRequest): boolean {
  return headers.accept === 'application/json'
}

/** Answers that dialog: the rules, limits and cookies are those of the pages. */
export async function answerDialog(
  dialog: Dialog,
  take: (fields: PostedForm, query: ReadonlyMap<string, string>) => Promise<ConsoleAnswer>,
): Promise<FastifyReply> {
  const { request, reply } = dialog
  if (!isOwn(request)) throw new Refusal('origin_foreign', {})
  const query = firstOf(request.raw.url!)
  const answer = await take(await postedForm(request, reply), query)
  if ('view' in answer) reply.code(answer.status)
  return reply.header('cache-control', 'no-store').send(await nextOf(dialog, answer, query.get('flow') ?? ''))
}

async function nextOf(dialog: Dialog, answer: ConsoleAnswer, flow: string): Promise<DialogAnswer> {
  const { signIns, visit, reply } = dialog
  if ('session' in answer) {
    setSession(reply, answer)
    return { next: 'done' }
  }
  if ('step' in answer) {
    const { step, browser } = answer
    setCookie(reply, 'step', browser, STEPS_MS / 1000)
    return await nextOf(dialog, await signIns.show({ ...visit, browser }, step), step)
  }
  const { view } = answer
  switch (view.name) {
    case 'sign-in':
      return { next: 'password', problem: view.problem }
    case 'code':
      return { next: 'code', flow, problem: view.problem }
    case 'lost':
      return { next: 'password', problem: 'This took too long. Enter your password again.' }
    case 'forbidden':
      return { next: 'password', problem: MESSAGES.console_forbidden.text({}) }
    default:
      return { next: 'page', address: `${CONSOLE_PATHS.step}?${new URLSearchParams({ flow })}` }
  }
}
