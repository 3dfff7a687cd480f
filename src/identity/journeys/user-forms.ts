import { errorPrefix, inWords } from '../../core/flows/message.ts'
import { checked, type Given, givenOf, knownOf, type Problems } from '../../core/forms/form.ts'
import { type Frame, formMarkup, isWrong } from '../../core/forms/form-markup.ts'
import { USER_FORM, type UserField } from '../../core/forms/user-form.ts'
import type { Account } from '../../store/store.ts'
import { type Person, personOf } from '../factors/person.ts'
import { accountAddress, accountPurpose, isDressed } from '../surfaces/account-purpose.ts'
import { type UserFormName, userFormAddress } from '../surfaces/addresses.ts'
import { changeFacts } from '../surfaces/change-facts.ts'
import { attributeRows, friendlyName, mailPurpose } from '../surfaces/mail-words.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import type { Flow, Form, Query } from './flow.ts'
import { audited, type FlowParts, isVerified, verifierOf } from './flow-parts.ts'
import { FreshProofs } from './fresh-proofs.ts'
import type { SignInViews } from './sign-in-views.ts'

/** A form that was not saved, as it was typed: something is wrong with it, or a proof was missing. */
interface Unsaved {
  readonly account: string
  readonly values: Given<UserField>
  readonly problems: Problems<UserField>
}

const STEP = USER_FORM.details

/** The journey of each page. */
const KINDS = { profile: 'profile', user_form: 'user-form' } as const satisfies Record<
  UserFormName,
  Journey['kind']
>

/** The form in which people who are signed in edit their own details. */
export class UserForms implements Flow {
  readonly #parts: FlowParts
  readonly #views: SignInViews
  readonly #fresh: FreshProofs

  constructor(parts: FlowParts, views: SignInViews) {
    this.#parts = parts
    this.#views = views
    this.#fresh = new FreshProofs(parts, views)
  }

  async show(visit: Visit, query: Query): Promise<Answer> {
    const { seals, flows } = this.#parts
    const flow = query.get('flow')
    const opened = flow === undefined ? undefined : await seals.opened(visit.tenant.id, visit.browser, flow)
    const kind = KINDS[formOf(query)]
    const journey =
      opened?.kind === kind && isDressed(visit, opened)
        ? opened
        : seals.journey({ ...(await accountPurpose(seals, visit, query)), kind })
    const person = await this.#person(visit)
    if (person === undefined) return { redirect: await accountAddress(seals, visit, journey) }
    const { account } = person
    if ((await this.#fresh.due(visit, journey, person)) !== undefined)
      return { redirect: await this.#fresh.address(visit, journey) }
    const state = await flows.state<Unsaved>(visit.tenant, journey)
    const unsaved = typeof state === 'object' && state.account === account.id ? state : undefined
    return await this.#page(visit, journey, account, unsaved, formOf(query))
  }

  async submit(visit: Visit, query: Query, form: Form): Promise<Answer> {
    const { seals, flows, store, surfaces, now } = this.#parts
    const flow = query.get('flow') ?? ''
    const shown = await seals.recognized(visit.tenant.id, visit.browser, flow)
    if (shown?.kind !== KINDS[formOf(query)] || !isDressed(visit, shown))
      return await this.#views.lost(visit, flow, 'FLOW_FOREIGN')
    const person = await this.#person(visit)
    if (person === undefined) return { redirect: await accountAddress(seals, visit, shown) }
    const { account } = person
    // A page that stayed open while somebody else signed in is still about whoever saw it.
    if (!(await isVerified(this.#parts, visit, shown, form.get('form_verifier'))))
      return await this.#views.failed(visit, shown, 'FLOW_FOREIGN')
    // What was typed into a page that is too old goes on in a new flow.
    const journey = (await seals.opened(visit.tenant.id, visit.browser, flow)) ?? seals.journey(shown)
    const values = givenOf<UserField>(STEP.fields, form)
    const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
    const locales = surfaces.languages(audience).map(([locale]) => locale)
    // A locale that came from elsewhere, and that the list does not have, stays.
    const kept = account.locale === null ? [] : [account.locale]
    const { details, problems } = checked<UserField>(STEP.fields, values, { locale: [...locales, ...kept] })
    const tenantStore = store.tenant(visit.tenant.id)
    const due = await this.#fresh.due(visit, journey, person)
    if (due !== undefined || details === undefined) {
      const unsaved: Unsaved = { account: account.id, values, problems }
      await tenantStore.write(tx => flows.keep(tx, journey, unsaved), 'quiet')
      // The form follows the proof, as it was typed.
      return { redirect: await this.#address(visit, journey, formOf(query)), idle: true }
    }
    const changed = STEP.fields.filter(({ key }) => details[key] !== account[key])
    if (changed.length === 0) return { redirect: await accountAddress(this.#parts.seals, visit, journey) }
    const mail = await this.#mail(visit, journey, { ...account, ...details }, changed)
    const saved = await tenantStore.write(async tx => {
      const change = Object.fromEntries(changed.map(({ key }) => [key, details[key]]))
      if (!(await tx.accounts.update(account.id, change))) return false
      await flows.end(tx, journey)
      const what = { changed: changed.map(({ key }) => key).join(' ') }
      await tx.audit.record(audited(visit, journey, 'profile-changed', account.id, now(), what))
      if (mail !== undefined) await tx.outbox.queue(mail)
      return true
    })
    if (!saved) return await this.#views.failed(visit, journey, 'FLOW_EXPIRED')
    this.#parts.mailQueued()
    return { redirect: await accountAddress(this.#parts.seals, visit, journey, 'saved') }
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
    account: Account,
    unsaved: Unsaved | undefined,
    form: UserFormName,
  ): Promise<Answer> {
    const { surfaces } = this.#parts
    const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
    const word = await surfaces.words(audience)
    const languages = surfaces.languages(audience)
    const known = account.locale === null || languages.some(([locale]) => locale === account.locale)
    const choices = known ? languages : [...languages, [account.locale, account.locale] as const]
    const shown = {
      values: unsaved?.values ?? knownOf(STEP.fields, account),
      problems: inWords(unsaved?.problems ?? {}, word),
    }
    const frame: Frame = {
      action: await this.#address(visit, journey, form),
      links: { cancel: await accountAddress(this.#parts.seals, visit, journey) },
      hidden: { form_verifier: await verifierOf(this.#parts, visit, journey) },
      options: {
        locale: [
          ['', word('USER_FORM_LOCALE_AUTO')],
          // Each language is named in itself.
          ...choices.map(([locale, name]) => [locale, name, locale] as const),
        ],
      },
    }
    const markup = formMarkup(STEP, shown, frame, word)
    const ERROR_PREFIX = isWrong(shown) ? errorPrefix(word) : ''
    const title = word(STEP.title)
    const macros =
      form === 'profile'
        ? { USERPROFILE_FORM: markup, USERPROFILE_TITLE: title }
        : { USER_FORM: markup, USER_FORM_TITLE: title, USER_FORM_VERSION: '1' }
    const id = form === 'profile' ? 'profile' : 'user-form'
    return {
      status: 200,
      page: await surfaces.page(audience, id, { FLOW_URL_NAME: form, ERROR_PREFIX, ...macros }),
    }
  }

  async #address(visit: Visit, journey: Journey, form: UserFormName): Promise<string> {
    const flow = await this.#parts.seals.sealed(visit.tenant.id, visit.browser, journey)
    return userFormAddress(form, { flow })
  }

  async #mail(visit: Visit, journey: Journey, account: Account, changed: readonly UserField[]) {
    if (account.email === null) return undefined
    const { surfaces } = this.#parts
    const audience = await surfaces.audience(visit.tenant, mailPurpose(journey, account), visit.wish)
    const word = await surfaces.words(audience)
    return await surfaces.mail(audience, 'mail-profile-modified', account.email, {
      USER_FRIENDLY_NAME: friendlyName(account, surfaces.tag(audience)),
      ...changeFacts(account, surfaces.times(audience), this.#parts.now(), visit.wish),
      ATTRS_TABLEROWS: attributeRows(changed, account, word),
    })
  }
}

/** The page that the form stands on. */
function formOf(query: Query): UserFormName {
  return query.get('reference') === 'profile' ? 'profile' : 'user_form'
}
