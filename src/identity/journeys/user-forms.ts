import { inWords } from '../../core/flows/message.ts'
import type { Step } from '../../core/forms/form.ts'
import type { Frame } from '../../core/forms/form-markup.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Answers } from '../../core/user-flows/document.ts'
import { endStep, formStep } from '../../core/user-flows/form-step.ts'
import { keptAnswers, knownAnswers } from '../../core/user-flows/person.ts'
import { textIn } from '../../core/user-flows/texts.ts'
import type { Account, TenantTransaction } from '../../store/store.ts'
import { flowName, flowReference, type PublishedFlow } from '../designs/published.ts'
import { type Person, personOf } from '../factors/person.ts'
import { accountAddress, accountPurpose, isDressed } from '../surfaces/account-purpose.ts'
import { designedAddress } from '../surfaces/addresses.ts'
import { changeFacts } from '../surfaces/change-facts.ts'
import { changedRows, friendlyName, mailPurpose } from '../surfaces/mail-words.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import { profileValues, type ShownStep, userFormValues } from './designed-page.ts'
import { DesignedSteps, type Filling, fillingStep, firstFilling } from './designed-steps.ts'
import type { Flow, Form, Query } from './flow.ts'
import { audited, type FlowParts, isVerified, verifierOf } from './flow-parts.ts'
import { FreshProofs } from './fresh-proofs.ts'
import { languageOptions } from './language-options.ts'
import type { SignInViews } from './sign-in-views.ts'

/**
 * A form that is not saved yet: a step was sent, something is wrong, or a proof is missing. `done` marks a saved form.
 */
interface Unsaved extends Filling {
  readonly account: string
  readonly done?: true
}

/** The default page after a form was saved. */
export const SAVED: Step = {
  title: 'USER_FORM_TITLE',
  emblem: 'done',
  text: 'USER_FORM_SAVED',
  ids: { prefix: 'user' },
  fields: [],
  link: { label: 'REG_CONTINUE', to: 'cancel' },
}

const PROFILE = 'profile'
/** Also shows the profile, as an ordinary form. */
const USER_FORM = 'user_form'

/** The forms in which people who are signed in edit their own details. */
export class UserForms implements Flow {
  readonly #parts: FlowParts
  readonly #views: SignInViews
  readonly #fresh: FreshProofs
  readonly #steps: DesignedSteps

  constructor(parts: FlowParts, views: SignInViews) {
    this.#parts = parts
    this.#views = views
    this.#fresh = new FreshProofs(parts, views)
    this.#steps = new DesignedSteps(parts)
  }

  async show(visit: Visit, query: Query): Promise<Answer> {
    const { seals, flows } = this.#parts
    const sealed = query.get('flow')
    const opened =
      sealed === undefined ? undefined : await seals.opened(visit.tenant.id, visit.browser, sealed)
    const flow = await this.#flow(visit, query, opened)
    if (flow === undefined) throw new Refusal('route_unknown', {})
    const kind = kindOf(query)
    const journey =
      opened?.kind === kind && opened.flow === flowName(flow) && isDressed(visit, opened)
        ? await this.#unended(visit, opened)
        : seals.journey({ ...(await accountPurpose(seals, visit, query)), kind, flow: flowName(flow) })
    const person = await this.#person(visit)
    if (person === undefined) return { redirect: await accountAddress(seals, visit, journey) }
    const { account } = person
    if ((await this.#fresh.due(visit, journey, person)) !== undefined)
      return { redirect: await this.#fresh.address(visit, journey) }
    const state = await flows.state<Unsaved>(visit.tenant, journey)
    const unsaved = typeof state === 'object' && state.account === account.id ? state : undefined
    return await this.#page(visit, journey, flow, account, unsaved)
  }

  /** A journey as it is, or a new one like it if it has ended: people go back to the form after they have saved it. */
  async #unended({ tenant }: Visit, journey: Journey): Promise<Journey> {
    const { seals, flows } = this.#parts
    return (await flows.state(tenant, journey)) === 'ended' ? seals.journey(journey) : journey
  }

  /** The version of the form with which somebody began, or the newest one. */
  async #flow(
    { tenant }: Visit,
    query: Query,
    journey: Journey | undefined,
  ): Promise<PublishedFlow | undefined> {
    const { designs } = this.#parts
    const newest = await designs.newest(tenant, query.get('reference') ?? '')
    const name = journey?.flow ?? null
    const begun =
      name !== null && flowReference(name) === newest?.reference
        ? await designs.begun(tenant, name)
        : undefined
    return begun ?? newest
  }

  async submit(visit: Visit, query: Query, form: Form): Promise<Answer> {
    const { seals, flows, store } = this.#parts
    const sealed = query.get('flow') ?? ''
    const shown = await seals.recognized(visit.tenant.id, visit.browser, sealed)
    const flow = await this.#flow(visit, query, shown)
    if (flow === undefined || shown?.kind !== kindOf(query) || !isDressed(visit, shown))
      return await this.#views.lost(visit, sealed, 'FLOW_FOREIGN')
    const person = await this.#person(visit)
    if (person === undefined) return { redirect: await accountAddress(seals, visit, shown) }
    const { account } = person
    // A page that stayed open while somebody else signed in still belongs to the person who saw it.
    if (!(await isVerified(this.#parts, visit, shown, form.get('form_verifier'))))
      return await this.#views.failed(visit, shown, 'FLOW_FOREIGN')
    // Input from an expired page continues in a new flow.
    const journey = await this.#unended(
      visit,
      (await seals.opened(visit.tenant.id, visit.browser, sealed)) ??
        seals.journey({ ...shown, flow: flowName(flow) }),
    )
    const state = await flows.state<Unsaved>(visit.tenant, journey)
    const isOwn = typeof state === 'object' && state.account === account.id
    // Another tab may have saved the form and show that it is done.
    const own = isOwn && !state.done ? state : undefined
    const before = own ?? firstFilling(flow, await this.#known(visit, flow, account))
    const kept = account.locale === null ? [] : [account.locale]
    const filled = await this.#steps.filled(visit, journey, flow, before, form, kept)
    const due = await this.#fresh.due(visit, journey, person)
    if ('filling' in filled || due !== undefined) {
      const filling = 'filling' in filled ? filled.filling : filled.last
      const unsaved: Unsaved = { ...filling, account: account.id }
      await store.tenant(visit.tenant.id).write(tx => flows.keep(tx, journey, unsaved), 'quiet')
      // After the proof, the form appears again as it was typed.
      return { redirect: await this.#address(visit, journey, flow), idle: true }
    }
    return await this.#save(visit, journey, flow, account, filled.answers)
  }

  /** Saves the changes, and redirects to the next page. */
  async #save(
    visit: Visit,
    journey: Journey,
    flow: PublishedFlow,
    account: Account,
    answers: Answers,
  ): Promise<Answer> {
    const { seals, store, sessions, now } = this.#parts
    const { session } = visit
    const known = await this.#known(visit, flow, account)
    const changes = Object.entries(answers).filter(([name, value]) => value !== (known[name] ?? null))
    // A person who got the form during a sign-in continues with that sign-in.
    const home = async (notice?: 'saved') =>
      journey.to ?? (await accountAddress(seals, visit, journey, notice))
    const isPage = flow.document.end.outcome === 'page'
    if (changes.length === 0 && !isPage) return { redirect: await home() }
    const { fields, own } = keptAnswers(Object.fromEntries(changes), flow.book)
    const changed = { ...account, ...fields } as Account
    const mail = changes.length === 0 ? undefined : await this.#mail(visit, journey, flow, changed, changes)
    const saved = await store.tenant(visit.tenant.id).write(async tx => {
      if (session === undefined || !(await sessions.holds(tx, session))) return false
      await tx.accounts.update(account.id, fields as Partial<Account>)
      await tx.attributes.set(account.id, own)
      await this.#end(tx, journey, flow, account)
      const what = { changed: changes.map(([name]) => flow.book.get(name)?.key ?? name).join(' ') }
      if (changes.length > 0)
        await tx.audit.record(audited(visit, journey, 'profile-changed', account.id, now(), what))
      if (mail !== undefined) await tx.outbox.queue(mail)
      return true
    })
    if (!saved) return await this.#views.failed(visit, journey, 'SIGNIN_ENDED')
    this.#parts.mailQueued()
    return { redirect: isPage ? await this.#address(visit, journey, flow) : await home('saved') }
  }

  /** Ends a form, or stores that it is done if a final page says so. */
  async #end(tx: TenantTransaction, journey: Journey, flow: PublishedFlow, account: Account): Promise<void> {
    const { flows } = this.#parts
    if (flow.document.end.outcome !== 'page') await flows.end(tx, journey)
    else
      await flows.keep(tx, journey, {
        ...firstFilling(flow),
        account: account.id,
        done: true,
      } satisfies Unsaved)
  }

  /** The known details of a person, as answers. */
  async #known({ tenant }: Visit, { book }: PublishedFlow, account: Account): Promise<Answers> {
    const own = await this.#parts.store.tenant(tenant.id).attributes.valuesOf(account.id)
    return knownAnswers(account, own, book)
  }

  async #person({ tenant, session }: Visit): Promise<Person | undefined> {
    if (session === undefined) return undefined
    const store = this.#parts.store.tenant(tenant.id)
    const account = await store.accounts.get(session.account)
    if (account?.status !== 'active') return undefined
    return await personOf(store, account)
  }

  async #page(
    visit: Visit,
    journey: Journey,
    flow: PublishedFlow,
    account: Account,
    unsaved: Unsaved | undefined,
  ): Promise<Answer> {
    const { surfaces } = this.#parts
    const { document, book } = flow
    const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
    const filling = unsaved ?? firstFilling(flow, await this.#known(visit, flow, account))
    const at = fillingStep(flow, filling)
    const { step, worded } = unsaved?.done
      ? endStep(document, SAVED)
      : formStep(document, at, book, filling.answers)
    const word = worded(await surfaces.words(audience))
    const shown = { values: filling.given, problems: inWords(filling.problems, word) }
    const leads = unsaved?.done ? journey.to : null
    const frame: Frame = {
      action: await this.#address(visit, journey, flow),
      links: { cancel: leads ?? (await accountAddress(this.#parts.seals, visit, journey)) },
      hidden: {
        form_verifier: await verifierOf(this.#parts, visit, journey),
        ...(document.steps.length > 1 && { step: at.id }),
      },
      options: { locale: languageOptions(surfaces.languages(audience), word, account.locale) },
    }
    const reference = referenceIn(journey, flow)
    const one: ShownStep = { reference, version: flow.version, step, shown, frame, word }
    if (journey.kind === PROFILE)
      return { status: 200, page: await surfaces.page(audience, PROFILE, profileValues(one)) }
    const formOrigins = await this.#views.redirectOrigins(visit, journey)
    return {
      status: 200,
      page: await surfaces.page(audience, 'user-form', userFormValues(one), { formOrigins }),
    }
  }

  async #address(visit: Visit, journey: Journey, flow: PublishedFlow): Promise<string> {
    const sealed = await this.#parts.seals.sealed(visit.tenant.id, visit.browser, journey)
    return designedAddress(referenceIn(journey, flow), { flow: sealed })
  }

  async #mail(
    visit: Visit,
    journey: Journey,
    { book }: PublishedFlow,
    account: Account,
    changes: readonly (readonly [string, Answers[string]])[],
  ) {
    if (account.email === null) return undefined
    const { surfaces } = this.#parts
    const audience = await surfaces.audience(visit.tenant, mailPurpose(journey, account), visit.wish)
    const word = await surfaces.words(audience)
    const rows = changes.map(
      ([name, value]) => [textIn(book.get(name)!.label, word), String(value ?? '–')] as const,
    )
    return await surfaces.mail(audience, 'mail-profile-modified', account.email, {
      USER_FRIENDLY_NAME: friendlyName(account, surfaces.tag(audience)),
      ...changeFacts(account, surfaces.times(audience), this.#parts.now(), visit.wish),
      ATTRS_TABLEROWS: changedRows(rows),
    })
  }
}

/** The kind of journey for a reference: the profile has its own page. */
function kindOf(query: Query): 'profile' | 'user-form' {
  return query.get('reference') === PROFILE ? 'profile' : 'user-form'
}

/** The reference in the address of a journey's form. */
function referenceIn({ kind }: Journey, { reference }: PublishedFlow): string {
  return reference === PROFILE && kind !== PROFILE ? USER_FORM : reference
}
