import type { Message } from '../core/flows/message.ts'
import {
  type UserDetails,
  type UserField,
  type UserFormValues,
  userDetails,
  userForm,
} from '../core/flows/user-form.ts'
import type { Account } from '../store/store.ts'
import { accountAddress, accountPurpose } from './account-purpose.ts'
import { type UserFormName, userFormAddress } from './addresses.ts'
import { audited, changedRows, type FlowParts, friendlyName, mailPurpose } from './parts.ts'
import { type Journey, same } from './seals.ts'
import type { Form } from './sign-in.ts'
import type { SignInViews } from './sign-in-views.ts'
import type { Answer, Visit } from './visit.ts'

/** A form that was refused, as it was typed. */
interface Refused {
  readonly account: string
  readonly values: UserFormValues
  readonly problems: Partial<Record<UserField, Message>>
}

const FIELDS = [
  ['given_name', 'givenName', 'REG_GIVEN_NAME'],
  ['family_name', 'familyName', 'REG_FAMILY_NAME'],
  ['mobile_number', 'mobileNumber', 'REG_MOBILE_NUMBER'],
  ['locale', 'locale', 'REG_LOCALE'],
] as const satisfies readonly (readonly [UserField, keyof UserDetails, string])[]

/** The form in which people who are signed in edit their own details. */
export class UserForms {
  readonly #parts: FlowParts
  readonly #views: SignInViews

  constructor(parts: FlowParts, views: SignInViews) {
    this.#parts = parts
    this.#views = views
  }

  async show(visit: Visit, query: ReadonlyMap<string, string>): Promise<Answer> {
    const { seals, flows } = this.#parts
    const flow = query.get('flow')
    const opened = flow === undefined ? undefined : await seals.opened(visit.tenant.id, visit.browser, flow)
    const journey =
      opened?.kind === 'user-form'
        ? opened
        : seals.journey({ ...(await accountPurpose(seals, visit, query)), kind: 'user-form' })
    const account = await this.#account(visit)
    if (account === undefined) return { redirect: await accountAddress(this.#parts.seals, visit, journey) }
    const state = await flows.state<Refused>(visit.tenant, journey)
    const refused = typeof state === 'object' && state.account === account.id ? state : undefined
    return await this.#page(visit, journey, account, refused, formOf(query))
  }

  async submit(visit: Visit, query: ReadonlyMap<string, string>, form: Form): Promise<Answer> {
    const { seals, flows, store, surfaces, now } = this.#parts
    const flow = query.get('flow') ?? ''
    const journey = await seals.opened(visit.tenant.id, visit.browser, flow)
    if (journey?.kind !== 'user-form') return await this.#views.lost(visit, flow, 'FLOW_FOREIGN')
    const account = await this.#account(visit)
    if (account === undefined) return { redirect: await accountAddress(this.#parts.seals, visit, journey) }
    // A page that stayed open while somebody else signed in is still about whoever saw it.
    if (!same(form.get('proof') ?? '', await this.#proof(visit, journey, account)))
      return await this.#views.failed(visit, journey, 'FLOW_FOREIGN')
    const typed = FIELDS.map(([field]) => [field, (form.get(field) ?? '').slice(0, 300)])
    const values = Object.fromEntries(typed) as UserFormValues
    const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
    const locales = surfaces.languages(audience).map(([locale]) => locale)
    // A locale that came from elsewhere, and that the list does not have, stays.
    const kept = account.locale === null ? [] : [account.locale]
    const { details, problems } = userDetails(values, [...locales, ...kept])
    const tenantStore = store.tenant(visit.tenant.id)
    if (Object.keys(problems).length > 0) {
      const refused: Refused = { account: account.id, values, problems }
      await tenantStore.write(tx => flows.keep(tx, journey, refused), 'quiet')
      return { redirect: await this.#address(visit, journey, formOf(query)) }
    }
    const changed = FIELDS.filter(([, key]) => details[key] !== account[key])
    if (changed.length === 0) return { redirect: await accountAddress(this.#parts.seals, visit, journey) }
    const mail = await this.#mail(visit, journey, { ...account, ...details }, changed)
    const saved = await tenantStore.write(async tx => {
      const change = Object.fromEntries(changed.map(([, key]) => [key, details[key]]))
      if (!(await tx.updateAccount(account.id, change))) return false
      await flows.end(tx, journey)
      const what = { changed: changed.map(([, key]) => key).join(' ') }
      await tx.recordAudit(audited(visit, journey, 'profile-changed', account.id, now(), what))
      if (mail !== undefined) await tx.queueMail(mail)
      return true
    })
    if (!saved) return await this.#views.failed(visit, journey, 'FLOW_EXPIRED')
    this.#parts.mailQueued()
    return { redirect: await accountAddress(this.#parts.seals, visit, journey, 'saved') }
  }

  async #account({ tenant, session }: Visit): Promise<Account | undefined> {
    if (session === undefined) return undefined
    const account = await this.#parts.store.tenant(tenant.id).account(session.account)
    return account?.status === 'active' ? account : undefined
  }

  async #page(
    visit: Visit,
    journey: Journey,
    account: Account,
    refused: Refused | undefined,
    form: UserFormName,
  ): Promise<Answer> {
    const { surfaces } = this.#parts
    const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
    const word = await surfaces.words(audience)
    const languages = surfaces.languages(audience)
    const known = account.locale === null || languages.some(([locale]) => locale === account.locale)
    const page = {
      values: refused?.values ?? valuesOf(account),
      problems: Object.fromEntries(
        Object.entries(refused?.problems ?? {}).map(([field, { label, values }]) => [
          field,
          word(label, values),
        ]),
      ),
      languages: known ? languages : [...languages, [account.locale, account.locale] as const],
    }
    const addresses = {
      action: await this.#address(visit, journey, form),
      proof: await this.#proof(visit, journey, account),
      cancelUrl: await accountAddress(this.#parts.seals, visit, journey),
    }
    const markup = userForm(page, addresses, word)
    const title = word('USER_FORM_TITLE')
    const macros =
      form === 'profile'
        ? { USERPROFILE_FORM: markup, USERPROFILE_TITLE: title }
        : { USER_FORM: markup, USER_FORM_TITLE: title, USER_FORM_VERSION: '1' }
    const id = form === 'profile' ? 'profile' : 'user-form'
    return { status: 200, page: await surfaces.page(audience, id, { FLOW_URL_NAME: form, ...macros }) }
  }

  async #proof({ tenant }: Visit, { id }: Journey, account: Account): Promise<string> {
    return await this.#parts.seals.mac(tenant.id, 'user-form', id, account.id)
  }

  async #address(visit: Visit, journey: Journey, form: UserFormName): Promise<string> {
    const flow = await this.#parts.seals.sealed(visit.tenant.id, visit.browser, journey)
    return userFormAddress(form, { flow })
  }

  async #mail(visit: Visit, journey: Journey, account: Account, changed: readonly (typeof FIELDS)[number][]) {
    if (account.email === null) return undefined
    const { surfaces } = this.#parts
    const audience = await surfaces.audience(visit.tenant, mailPurpose(journey, account), visit.wish)
    const word = await surfaces.words(audience)
    return await surfaces.mail(audience, 'mail-profile-modified', account.email, {
      USER_FRIENDLY_NAME: friendlyName(account),
      USERNAME: account.userName,
      ATTRS_TABLEROWS: changedRows(
        changed.map(([, key, label]) => [word(label), account[key] ?? '–'] as const),
      ),
    })
  }
}

/** The page that the form stands on. */
function formOf(query: ReadonlyMap<string, string>): UserFormName {
  return query.get('reference') === 'profile' ? 'profile' : 'user_form'
}

function valuesOf({ givenName, familyName, mobileNumber, locale }: Account): UserFormValues {
  return {
    given_name: givenName ?? '',
    family_name: familyName ?? '',
    mobile_number: mobileNumber ?? '',
    locale: locale ?? '',
  }
}
