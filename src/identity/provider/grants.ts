import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import { type Application, RecordKind, type TenantStore, type TenantTransaction } from '../../store/store.ts'
import { secretHash } from '../tenancy/secrets.ts'
import { GROUPS } from './claims.ts'

/** What a person is asked to agree to. */
export interface AskedConsent {
  readonly account: string
  /** The scopes that the person has to decide about. */
  readonly asked: readonly string[]
  /** Those of the asked scopes that the person refused before. */
  readonly refused: readonly string[]
  /** The scopes that need no decision, or that the person has already agreed to. */
  readonly given: readonly string[]
  readonly returnTo: string
}

/** What a person lets an application see, by scope. */
export interface Decision {
  readonly allowed: readonly string[]
  readonly denied: readonly string[]
}

export type Interaction = InstanceType<Provider['Interaction']>

type Grant = InstanceType<Provider['Grant']>

/** The scopes that an application can ask for. Each has a label that describes it to people. */
const SCOPES = ['openid', 'profile', 'email', 'phone', GROUPS, 'offline_access']
const CONSENT = new RecordKind<Decision>('Consent')
const REMEMBERED_MS = 365 * 24 * 60 * 60_000
/** Marks a grant that a person has decided about, and not an administrator. */
const DECIDED = 'urn:tabard:decided'

/** The consent that a waiting request asks the person for. */
export async function askedConsent(
  provider: Provider,
  { params, prompt, session, grantId }: Interaction,
  ownScopes: readonly string[],
): Promise<AskedConsent | undefined> {
  const account = session?.accountId
  const returnTo = params.redirect_uri
  if (account === undefined || typeof returnTo !== 'string') return undefined
  const grant = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const { allowed, denied } = decisionOf(grant)
  const anew = prompt.reasons.includes('consent_prompt')
  const wanted = String(params.scope ?? '')
    .split(' ')
    .filter(scope => SCOPES.includes(scope) || ownScopes.includes(scope))
  // Does not use the provider's list of missing scopes: that omits refused scopes, which would then count as given.
  const given = wanted.filter(scope => scope === 'openid' || (!anew && allowed.includes(scope)))
  const asked = wanted.filter(scope => !given.includes(scope))
  return { account, asked, refused: asked.filter(scope => denied.includes(scope)), given, returnTo }
}

/**
 * Applies the person's decision to a waiting request; without a decision, the request is refused. Returns where the
 * browser continues.
 */
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
    const clientId = String(interaction.params.client_id)
    const known = interaction.grantId && (await provider.Grant.find(interaction.grantId))
    const own = known && known.accountId === accountId && known.clientId === clientId
    // Reuses the grant, so that tokens that the application has stay valid, and end with it.
    const grant = own ? known : new provider.Grant({ clientId, accountId })
    setDecision(grant, overlaid(decisionOf(grant), decision))
    interaction.result = { ...interaction.lastSubmission, consent: { grantId: await grant.save() } }
  }
  return await resumed(interaction)
}

/** Stores the result of an interaction. Returns where the browser continues. */
export async function resumed(interaction: Interaction): Promise<string> {
  // The library uses the clock of the machine for timestamps.
  await interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1000)))
  return interaction.returnTo
}

/**
 * The grant of an application: what the person agreed to just now, in this session, or permanently. If the
 * administrator has decided that no consent is needed, it covers everything that the application asks for, except what
 * the person has refused.
 */
export async function existingGrant(
  ctx: KoaContextWithOIDC,
  store: TenantStore,
  application: Application | undefined,
  now: number,
): Promise<Grant | undefined> {
  const { client, session, provider, result, params } = ctx.oidc
  const { clientId } = client!
  const accountId = session!.accountId!
  const id = result?.consent?.grantId ?? session!.grantIdFor(clientId)
  const found = id === undefined ? undefined : await provider.Grant.find(id)
  const decided = found !== undefined && isDecided(found)
  const decision = decided ? undefined : await remembered(store, accountId, clientId, now)
  if (application?.consent && !decided && decision === undefined) return undefined
  const grant = found ?? new provider.Grant({ clientId, accountId })
  if (decision !== undefined) setDecision(grant, decision)
  if (!application?.consent) {
    if (typeof params?.scope === 'string') grant.addOIDCScope(params.scope)
    grant.addOIDCClaims([...ctx.oidc.requestParamClaims])
  }
  await grant.save()
  return grant
}

function isDecided(grant: Grant): boolean {
  return grant.getResourceScope(DECIDED) !== ''
}

function decisionOf(grant: Grant | undefined): Decision {
  const scopes = (text = '') => text.split(' ').filter(scope => scope !== '')
  return { allowed: scopes(grant?.getOIDCScope()), denied: scopes(grant?.getRejectedOIDCScope()) }
}

function setDecision(grant: Grant, { allowed, denied }: Decision): void {
  Object.assign(grant, { openid: undefined, rejected: undefined })
  if (allowed.length > 0) grant.addOIDCScope(allowed.join(' '))
  if (denied.length > 0) grant.rejectOIDCScope(denied.join(' '))
  grant.addResourceScope(DECIDED, 'yes')
}

/** Merges a decision with an earlier one, which still applies to all other scopes. */
function overlaid(before: Decision, { allowed, denied }: Decision): Decision {
  const decided = new Set([...allowed, ...denied])
  const kept = (scopes: readonly string[]) => scopes.filter(scope => !decided.has(scope))
  return { allowed: [...kept(before.allowed), ...allowed], denied: [...kept(before.denied), ...denied] }
}

/** Remembers a decision for later requests. It is removed when everything that the account has open is ended. */
export async function remember(
  tx: TenantTransaction,
  account: string,
  application: string,
  decision: Decision,
  now: number,
): Promise<void> {
  const idHash = consentId(account, application)
  const known = await tx.records.take(CONSENT.name, idHash)
  const before = known && CONSENT.heldIn(known)
  await tx.records.keep({
    ...CONSENT.holding(before === undefined ? decision : overlaid(before, decision)),
    idHash,
    owner: account,
    expiresAt: now + REMEMBERED_MS,
  })
}

/** Removes a stored decision. */
export async function forget(tx: TenantTransaction, account: string, application: string): Promise<void> {
  await tx.records.take(CONSENT.name, consentId(account, application))
}

async function remembered(
  store: TenantStore,
  account: string,
  application: string,
  now: number,
): Promise<Decision | undefined> {
  const record = await store.records.get(CONSENT.name, consentId(account, application))
  if (record === undefined || (record.expiresAt ?? 0) <= now) return undefined
  return CONSENT.heldIn(record)
}

function consentId(account: string, application: string): string {
  return secretHash(`${account} ${application}`)
}
