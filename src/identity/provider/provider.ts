import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import { BoundedCache, type CacheFigures } from '../../core/bounded-cache.ts'
import type { Proofs } from '../../core/flows/proof.ts'
import { shortened } from '../../core/text.ts'
import { untouched } from '../../core/theme.ts'
import type { Store, Tenant } from '../../store/store.ts'
import { dueForm } from '../designs/due-forms.ts'
import type { PublishedFlows } from '../designs/published.ts'
import { ISSUER_PATH, type IssuerPath, issuerOf } from '../surfaces/addresses.ts'
import type { Purpose } from '../surfaces/surfaces.ts'
import type { Visit } from '../surfaces/visit.ts'
import { jwksOf, type TenantKeys } from '../tenancy/keys.ts'
import { cookieKeys, inUseFirst } from '../tenancy/seal-keys.ts'
import type { Seals } from '../tenancy/seals.ts'
import { Assurances, confirmed } from './assurances.ts'
import {
  type AskedConsent,
  askedConsent,
  type Decision,
  decide,
  type Interaction,
  resumed,
} from './grants.ts'
import { HandOuts, SIGNED_IN_NOW } from './hand-outs.ts'
import { FORM_DUE, NO_ACCESS } from './prompts.ts'
import type { TenantProviderParts } from './tenant-provider.ts'

export type { ProviderEvents } from './tenant-provider.ts'

const PROVIDERS = 500

/** A browser at a tenant, identified by its cookie. */
type Browser = Pick<Visit, 'tenant' | 'browser'>

/** The person who has signed in for a waiting application. */
export interface Login {
  readonly account: string
  readonly proofs: Proofs
  /** When the person signed in; milliseconds since 1970. */
  readonly at: number
  /** The cookie of the provider's session that the browser had. */
  readonly before: string | undefined
  /** Whether the person signed in in this flow, and not earlier. */
  readonly now?: boolean
}

/** What an application asks for. */
export interface Asked extends Purpose {
  readonly interaction: string
  /** The user name that it suggests. */
  readonly hint: string
  /** Whether somebody who is signed in has to sign in again. */
  readonly fresh: boolean
  /** Whether the person is asked which account to use. */
  readonly choose: boolean
  /** Whether the person was asked already, and continues with the signed-in account. */
  readonly chosen: boolean
  /** What the person is asked to agree to. */
  readonly consent: AskedConsent | undefined
  /** Whether the person who is signed in has no access to the application. */
  readonly refused: boolean
  /** Whether the person who is signed in has to fill in a form first. */
  readonly formDue: boolean
}

const FRESH = new Set(['login_prompt', 'max_age', 'id_token_hint', 'claims_id_token_sub_value'])

/** What a tenant's provider gets that is made for it alone. */
type OfTenant =
  | 'assurances'
  | 'handOuts'
  | 'interactionKey'
  | 'isFormDue'
  | 'ownAttributes'
  | 'sibling'
  | 'store'
  | 'tenant'
  | 'unauthorized'

interface ProviderParts extends Omit<TenantProviderParts, OfTenant> {
  readonly store: Store
  readonly designs: PublishedFlows
  readonly keys: TenantKeys
  readonly seals: Seals
}

/** Where a request came from. */
interface Arrival {
  /** The network address of the sender. */
  readonly address: string
  /** Is awaited before a request is answered with 401. */
  readonly unauthorized?: (() => Promise<void>) | undefined
}

/**
 * The OpenID providers, one for each issuer of a tenant, created when they are first needed. The issuers of a tenant
 * share its keys, sessions, grants and tokens. Requests and codes are valid only at the issuer where they began.
 */
export class Providers {
  readonly #parts: ProviderParts
  readonly #made = new BoundedCache<string, { key: string; provider: Provider }>(PROVIDERS)
  readonly #handOuts: HandOuts
  readonly #unauthorized = new WeakMap<IncomingMessage, () => Promise<void>>()
  /** Determines how people have to sign in for an application. */
  readonly assurances: Assurances

  constructor(parts: ProviderParts) {
    this.#parts = parts
    this.#handOuts = new HandOuts(parts.store, parts.now)
    this.assurances = new Assurances(parts)
  }

  get cache(): CacheFigures {
    return this.#made
  }

  /** Loads the provider library, so that the first request does not wait for it. */
  async prepare(): Promise<void> {
    await library()
  }

  /** The provider of a tenant. */
  async of(tenant: Tenant, issuer: IssuerPath = ISSUER_PATH): Promise<Provider> {
    const { tenancy } = this.#parts
    const address = tenancy.address(tenant)
    const signing = await this.#parts.keys.signing(tenant.id)
    const seals = inUseFirst(await this.#parts.keys.seals(tenant.id), this.#parts.now())
    const ownAttributes = await this.#parts.designs.ownAttributes(tenant)
    const keys = [...signing, ...seals].map(({ id }) => id)
    // A provider keeps the tenant that it was made for, so it is made again when these settings change.
    const own = [tenant.directory ?? true, tenancy.factors(tenant).join(), tenancy.locale(tenant)]
    const key = [address, tenancy.console(tenant), ...own, ...keys, ...ownAttributes].join(' ')
    const made = `${tenant.id} ${issuer}`
    const known = this.#made.get(made)
    if (known?.key === key) return known.provider
    const { tenantProvider } = await library()
    const provider = tenantProvider(
      {
        ...this.#parts,
        assurances: this.assurances,
        ownAttributes,
        isFormDue: async account => (await dueForm(this.#parts, tenant, account)) !== undefined,
        tenant,
        store: this.#parts.store.tenant(tenant.id),
        handOuts: this.#handOuts,
        unauthorized: async request => await this.#unauthorized.get(request)?.(),
        interactionKey: async (browser, uid) => await this.#key(tenant, browser, uid, issuer),
        sibling: async path => await this.of(tenant, path),
      },
      { address, issuer, jwks: jwksOf(signing), cookieKeys: cookieKeys(seals) },
    )
    this.#made.set(made, { key, provider })
    return provider
  }

  /** Lets a provider answer a request. */
  async answer(
    provider: Provider,
    request: IncomingMessage,
    response: ServerResponse,
    { address, unauthorized }: Arrival,
  ): Promise<void> {
    this.#handOuts.came(request, address)
    if (unauthorized !== undefined) this.#unauthorized.set(request, unauthorized)
    await provider.callback()(request, response)
  }

  /**
   * Whether an application's request waits in this browser and began at this issuer. The key is in the URL of the
   * waiting request.
   */
  async belongs(
    { tenant, browser }: Browser,
    uid: string,
    { key, issuer }: { key: string; issuer: IssuerPath },
  ): Promise<boolean> {
    return await this.#parts.seals.isMac(tenant.id, key, ...bound(browser, uid, issuer))
  }

  async #key(tenant: Tenant, browser: string, uid: string, issuer: IssuerPath): Promise<string> {
    return await this.#parts.seals.mac(tenant.id, ...bound(browser, uid, issuer))
  }

  /** An application's waiting request by its id. The caller has verified that it belongs to the browser. */
  async waiting(tenant: Tenant, uid: string): Promise<Asked | undefined> {
    const provider = await this.of(tenant)
    const interaction = await provider.Interaction.find(uid)
    return interaction && (await this.#asked(tenant, provider, interaction))
  }

  async #asked(tenant: Tenant, provider: Provider, interaction: Interaction): Promise<Asked> {
    const { uid, params, prompt } = interaction
    const { surfaces } = this.#parts
    const text = (value: unknown) => (typeof value === 'string' ? value : null)
    const short = (value: unknown, most: number) =>
      typeof value === 'string' ? shortened(value, most) : null
    const applicationId = text(params.client_id)
    const application = applicationId === null ? undefined : await surfaces.application(tenant, applicationId)
    // For applications without consent, the administrator has decided. People are asked only if the request demands it.
    const asks = application?.consent || prompt.reasons.includes('consent_prompt')
    return {
      interaction: uid,
      applicationId,
      // The demo's id contains its theme. For any other application, its own settings determine the theme.
      themeId: untouched(text(params.themeId)),
      locale: short(params.ui_locales, 200),
      hint: short(params.login_hint, 256) ?? '',
      fresh: prompt.reasons.some(reason => FRESH.has(reason)),
      choose: prompt.name === 'select_account',
      refused: prompt.name === NO_ACCESS,
      formDue: prompt.name === FORM_DUE,
      chosen: interaction.lastSubmission?.select_account !== undefined,
      consent:
        prompt.name === 'consent' && asks
          ? await askedConsent(provider, interaction, await this.#parts.designs.ownAttributes(tenant))
          : undefined,
    }
  }

  /** The parameter `acr_values` of an application's request. */
  async acrValues(tenant: Tenant, uid: string): Promise<string> {
    const interaction = await (await this.of(tenant)).Interaction.find(uid)
    return String(interaction?.params.acr_values ?? '')
  }

  /** Tells an application's request who has signed in. Returns where the browser continues. */
  async finish(
    visit: Browser,
    uid: string,
    { account, proofs, at, before, now = false }: Login,
  ): Promise<string | undefined> {
    const { tenant } = visit
    const provider = await this.of(tenant)
    const interaction = await provider.Interaction.find(uid)
    if (interaction === undefined) return undefined
    const session = before === undefined ? undefined : await provider.Session.find(before)
    // The session of another person ends.
    if (session?.accountId !== undefined && session.accountId !== account) await session.destroy()
    const { client_id: client, prompt = '' } = interaction.params
    const application = await this.#parts.surfaces.application(tenant, String(client))
    const asks = application?.consent || String(prompt).split(' ').includes('consent')
    interaction.result = {
      login: { accountId: account, ts: Math.floor(at / 1000), ...confirmed(proofs), remember: true },
      // If nobody has to consent, the provider must not ask either.
      ...(!asks && { consent: {} }),
      // A person who signs in chooses the account by doing so.
      select_account: {},
      [SIGNED_IN_NOW]: now,
    }
    return await this.#resumed(visit, interaction)
  }

  /** Continues an application's request with the signed-in account. The account may still have to prove more. */
  async chosen(visit: Browser, uid: string): Promise<string | undefined> {
    const interaction = await (await this.of(visit.tenant)).Interaction.find(uid)
    if (interaction === undefined) return undefined
    interaction.result = { select_account: {} }
    return await this.#resumed(visit, interaction)
  }

  /**
   * Continues a request unchanged, because the obstacle is gone: the person now has access, or has filled in the form.
   */
  async repeated(visit: Browser, uid: string): Promise<string | undefined> {
    const interaction = await (await this.of(visit.tenant)).Interaction.find(uid)
    if (interaction === undefined) return undefined
    interaction.result = { ...interaction.lastSubmission }
    return await this.#resumed(visit, interaction)
  }

  /** Tells an application's request that the person has no access to the application. */
  async refuse(visit: Browser, uid: string): Promise<string | undefined> {
    const interaction = await (await this.of(visit.tenant)).Interaction.find(uid)
    if (interaction === undefined) return undefined
    interaction.result = { error: 'access_denied', error_description: 'the person has no access' }
    return await this.#resumed(visit, interaction)
  }

  /** Applies the person's consent decision to an application's request. Returns where the browser continues. */
  async decide(visit: Browser, uid: string, decision: Decision | undefined): Promise<string | undefined> {
    const to = await decide(await this.of(visit.tenant), uid, decision)
    return to === undefined ? undefined : await this.#goOn(visit, uid, to)
  }

  async #resumed(visit: Browser, interaction: Interaction): Promise<string> {
    // Our own cookie binds the request to this browser, so a provider session that has changed in the meantime does no
    // harm.
    Object.assign(interaction, { session: undefined })
    return await this.#goOn(visit, interaction.uid, await resumed(interaction))
  }

  async #goOn({ tenant, browser }: Browser, uid: string, returnTo: string): Promise<string> {
    return `${returnTo}?key=${await this.#key(tenant, browser, uid, issuerOf(returnTo)!)}`
  }

  /** Whether the request of an application still waits for somebody to sign in. */
  async waits(tenant: Tenant, uid: string): Promise<boolean> {
    return (await (await this.of(tenant)).Interaction.find(uid)) !== undefined
  }

  /**
   * The URL that restarts an application's request that was answered recently. It is for the browser of that request.
   */
  async anew(tenant: Tenant, uid: string): Promise<string | undefined> {
    const { answeredParameters } = await library()
    const answered = await answeredParameters(this.#parts.store.tenant(tenant.id), uid)
    if (answered === undefined) return undefined
    return `${issuerOf(answered.returnTo) ?? ISSUER_PATH}/authorize?${answered.parameters}`
  }

  /** Ends the provider's own session of a browser. */
  async forget(tenant: Tenant, cookie: string | undefined): Promise<void> {
    if (cookie === undefined) return
    const session = await (await this.of(tenant)).Session.find(cookie)
    await session?.destroy()
  }
}

/**
 * Imports the provider library and the modules that build on it. It is large, so the service starts without waiting for
 * it.
 */
async function library() {
  return await import('./tenant-provider.ts')
}

/**
 * The parts of a waiting request's key. The first issuer is left out, because nodes of earlier versions know only that
 * one.
 */
function bound(browser: string, uid: string, issuer: IssuerPath): string[] {
  return ['interaction', browser, uid, ...(issuer === ISSUER_PATH ? [] : [issuer])]
}
