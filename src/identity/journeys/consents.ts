import { agreedScopes, type ConsentForm, isPermitted, isYes, scopeFields } from '../../core/flows/consent.ts'
import { textIn } from '../../core/user-flows/texts.ts'
import { type Decision, forget, remember } from '../provider/grants.ts'
import type { Asked } from '../provider/provider.ts'
import { interactionAddress, originOf } from '../surfaces/addresses.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import { type Journey, same, type WaitedFor } from '../tenancy/seals.ts'
import { audited, type FlowParts } from './flow-parts.ts'
import type { SignInViews } from './sign-in-views.ts'

/** Asks the person which of the requested scopes an application gets. */
export class Consents {
  readonly #parts: FlowParts
  readonly #views: SignInViews

  constructor(parts: FlowParts, views: SignInViews) {
    this.#parts = parts
    this.#views = views
  }

  async show(visit: Visit, asked: Asked): Promise<Answer> {
    const { surfaces, seals, store, designs } = this.#parts
    const { consent, interaction, themeId, applicationId, locale } = asked
    const account = visit.session && (await store.tenant(visit.tenant.id).accounts.get(visit.session.account))
    if (consent === undefined || account === undefined || account.id !== consent.account)
      return await this.#views.failed(visit, asked, 'OIDC_EXPIRED')
    const journey = seals.journey({ kind: 'consent', themeId, applicationId, interaction, locale })
    const flow = await seals.sealed(visit.tenant.id, visit.browser, journey)
    const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
    const word = await surfaces.words(audience)
    const application = await surfaces.application(visit.tenant, applicationId ?? '')
    // Access while the person is away always needs their own decision.
    const unticked = [...consent.refused, 'offline_access']
    const described = new Map<string, string>()
    for (const scope of [...consent.asked, ...consent.given]) {
      const attribute = await designs.ownAttribute(visit.tenant, scope)
      if (attribute !== undefined) described.set(scope, textIn(attribute.label, word))
    }
    const row = (scope: string) => {
      const { field, state } = scopeFields(consent.asked.indexOf(scope))
      const ticked = visit.tenant.ticksScopes && !unticked.includes(scope)
      return {
        OAUTH_TOKEN_SCOPE_CHECKED: ticked ? 'checked' : '',
        OAUTH_TOKEN_SCOPE_REPEAT: scope,
        OAUTH_TOKEN_SCOPE_PNAME_REPEAT: field,
        OAUTH_TOKEN_SCOPE_PSTATE_REPEAT: state,
        OAUTH_TOKEN_SCOPE_DESC_REPEAT: described.get(scope) ?? word(`SCOPE_${scope.toUpperCase()}`),
      }
    }
    const page = await surfaces.page(
      audience,
      'consent',
      {
        OAUTH_AUTHORIZE_URI: interactionAddress(interaction, flow),
        CONSENT_FORM_VERIFIER: (await this.#verifiers(visit, journey, consent.asked)).join('.'),
        OAUTH_CLIENT_NAME: application?.name ?? '',
        PREFERNAME: account.userName,
        JSON_DATA: {},
        SAVE_CONSENT_CHECKED: visit.tenant.ticksScopes ? 'checked' : '',
        REDIRECT_HOST: new URL(consent.returnTo).host || originOf(consent.returnTo),
      },
      {
        repeats: {
          oauthTokenScopePreapprovedRepeatable: consent.given.map(row),
          oauthTokenScopeNewApprovalRepeatable: consent.asked.map(row),
        },
        formOrigins: [originOf(consent.returnTo)],
      },
    )
    return { page, status: 200 }
  }

  async submit(visit: Visit, journey: WaitedFor, form: ConsentForm): Promise<Answer> {
    const { providers, store, now } = this.#parts
    const { tenant, session } = visit
    const waiting = await providers.waiting(tenant, journey.interaction)
    const { consent, applicationId } = waiting ?? {}
    const [ofForm = '', ofScopes = ''] = (form.get('consent_form_verifier') ?? '').split('.', 2)
    const [own, scopes] = await this.#verifiers(visit, journey, consent?.asked ?? [])
    if (!same(ofForm, own)) return await this.#views.failed(visit, journey, 'FLOW_FOREIGN')
    if (
      waiting === undefined ||
      consent === undefined ||
      !applicationId ||
      consent.account !== session?.account
    )
      return await this.#views.failed(visit, journey, 'OIDC_EXPIRED')
    // The fields have only numbers. If the list has changed since, they mean other scopes, so the person is asked again.
    if (!same(ofScopes, scopes)) return await this.show(visit, waiting)
    const { account } = consent
    const permitted = isPermitted(form)
    const allowed = permitted ? agreedScopes(consent.asked, form) : []
    const decision: Decision = {
      allowed: [...consent.given, ...allowed],
      denied: consent.asked.filter(scope => !allowed.includes(scope)),
    }
    const remembered = isYes(form.get('save_consent'))
    const event = permitted ? 'consent-given' : 'consent-refused'
    const details = permitted ? { scopes: decision.allowed.join(' '), remembered: String(remembered) } : {}
    await store.tenant(tenant.id).write(async tx => {
      if (permitted && remembered) await remember(tx, account, applicationId, decision, now())
      // A person who does not want the decision remembered also wants an earlier one forgotten.
      else if (permitted) await forget(tx, account, applicationId)
      await tx.audit.record(audited(visit, journey, event, account, now(), details))
    }, 'quiet')
    const redirect = await providers.decide(visit, journey.interaction, permitted ? decision : undefined)
    if (redirect === undefined) return await this.#views.failed(visit, journey, 'OIDC_EXPIRED')
    return { redirect }
  }

  /** What a form must bring: one value shows that it is ours, and one that it listed the same scopes. */
  async #verifiers({ tenant }: Visit, journey: Journey, asked: readonly string[]): Promise<[string, string]> {
    const { seals } = this.#parts
    return [
      await seals.macIn(tenant.id, journey, 'consent', journey.id),
      await seals.macIn(tenant.id, journey, 'consent scopes', journey.id, ...asked),
    ]
  }
}
