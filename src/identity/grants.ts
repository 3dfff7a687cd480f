import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Application, TenantStore, TenantTransaction } from '../store/store.ts'
import { secretHash } from './secrets.ts'

/** What a person is asked to agree to. */
export interface AskedConsent {
  readonly account: string
  /** Scopes that the person decides about. */
  readonly asked: readonly string[]
  /** Scopes that are agreed to already, or need not be. */
  readonly given: readonly string[]
  readonly returnTo: string
}

/** What a person lets an application see, by scope. */
export interface Decision {
  readonly allowed: readonly string[]
  readonly denied: readonly string[]
}

export type InteractionDetails = Awaited<ReturnType<Provider['interactionDetails']>>

type Grant = InstanceType<Provider['Grant']>

/** What an application can ask for, each with a label that says what it is. */
const SCOPES = ['openid', 'profile', 'email', 'phone', 'offline_access']
const CONSENT = 'Consent'
const REMEMBERED_MS = 365 * 24 * 60 * 60_000

/** What a request that waits asks the person to agree to. */
export function askedConsent({ params, prompt, session }: InteractionDetails): AskedConsent | undefined {
  const account = session?.accountId
  const returnTo = params.redirect_uri
  if (account === undefined || typeof returnTo !== 'string') return undefined
  const wanted = String(params.scope ?? '')
    .split(' ')
    .filter(scope => SCOPES.includes(scope))
  const missing = (prompt.details.missingOIDCScope ?? wanted) as string[]
  const asked = wanted.filter(scope => scope !== 'openid' && missing.includes(scope))
  return { account, asked, given: wanted.filter(scope => !asked.includes(scope)), returnTo }
}

/** Tells a request that waits what the person decided; no decision refuses it. Answers with where it goes on. */
export async function decide(
  provider: Provider,
  uid: string,
  decision: Decision | undefined,
): Promise<string | undefined> {
  const interaction = await provider.Interaction.find(uid)
  const accountId = interaction?.session?.accountId
  if (interaction === undefined || accountId === undefined) return undefined
  if (decision === undefined) {
    interaction.result = { error: 'access_denied', error_description: 'the person did not agree' }
  } else {
    const grant = await grantOf(provider, String(interaction.params.client_id), accountId, decision)
    interaction.result = { ...interaction.lastSubmission, consent: { grantId: grant.jti } }
  }
  await interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1000)))
  return interaction.returnTo
}

/**
 * What an application may see. Where its administrator has decided, people are not asked; elsewhere it is what they
 * agreed to just now, in this session, or once and for all.
 */
export async function existingGrant(
  ctx: KoaContextWithOIDC,
  store: TenantStore,
  application: Application | undefined,
): Promise<Grant | undefined> {
  const { client, session, provider, result, params } = ctx.oidc
  const { clientId } = client!
  const accountId = session!.accountId!
  const id = result?.consent?.grantId ?? session!.grantIdFor(clientId)
  const found = id === undefined ? undefined : await provider.Grant.find(id)
  if (application?.consent) {
    if (found !== undefined) return found
    const decision = await remembered(store, accountId, clientId)
    return decision && (await grantOf(provider, clientId, accountId, decision))
  }
  const grant = found ?? new provider.Grant({ clientId, accountId })
  if (typeof params?.scope === 'string') grant.addOIDCScope(params.scope)
  grant.addOIDCClaims([...ctx.oidc.requestParamClaims])
  await grant.save()
  return grant
}

async function grantOf(
  provider: Provider,
  clientId: string,
  accountId: string,
  { allowed, denied }: Decision,
): Promise<Grant> {
  const grant = new provider.Grant({ clientId, accountId })
  if (allowed.length > 0) grant.addOIDCScope(allowed.join(' '))
  if (denied.length > 0) grant.rejectOIDCScope(denied.join(' '))
  await grant.save()
  return grant
}

/** Keeps a decision for the times to come; it ends with everything else that the account has open. */
export async function remember(
  tx: TenantTransaction,
  account: string,
  application: string,
  decision: Decision,
  now: number,
): Promise<void> {
  await tx.keepShortLived({
    kind: CONSENT,
    idHash: consentId(account, application),
    owner: account,
    payload: JSON.stringify(decision),
    expiresAt: now + REMEMBERED_MS,
  })
}

async function remembered(
  store: TenantStore,
  account: string,
  application: string,
): Promise<Decision | undefined> {
  const record = await store.shortLived(CONSENT, consentId(account, application))
  return record && (JSON.parse(record.payload) as Decision)
}

function consentId(account: string, application: string): string {
  return secretHash(`${account} ${application}`)
}
