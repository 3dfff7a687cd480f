import type { CacheFigures } from '../core/bounded-cache.ts'
import type { Factor } from '../core/flows/assurance.ts'
import type { Pages } from '../pages/pages.ts'
import type { Store, Tenant } from '../store/store.ts'
import { Accesses } from './access/access.ts'
import { ConsoleRecovery } from './built-in/console-recovery.ts'
import { ConsoleSignIns } from './built-in/console-sign-in.ts'
import { PublishedFlows } from './designs/published.ts'
import type { AccountSettings } from './directory/account-settings.ts'
import { type PasswordCost, Passwords } from './directory/passwords.ts'
import { ClientThrottle } from './guards/client-throttle.ts'
import { RefusedClients } from './guards/refused-clients.ts'
import { RefusedTries } from './guards/refused-tries.ts'
import { Throttle } from './guards/throttle.ts'
import { AccountLinks } from './journeys/account-links.ts'
import { DesignedFlows } from './journeys/designed-flows.ts'
import type { FlowParts } from './journeys/flow-parts.ts'
import { PreviewedFlows } from './journeys/previewed-flows.ts'
import { Registrations } from './journeys/registration.ts'
import { Repeats } from './journeys/repeats.ts'
import { SignIns } from './journeys/sign-in.ts'
import { SignOuts } from './journeys/sign-out.ts'
import { SignedIn } from './journeys/signed-in.ts'
import { SourceSteps } from './journeys/source-steps.ts'
import { UserForms } from './journeys/user-forms.ts'
import { Analytics } from './measuring/analytics.ts'
import { Bearers } from './provider/bearer.ts'
import { LastUses } from './provider/last-uses.ts'
import { type ProviderEvents, Providers } from './provider/provider.ts'
import { Console } from './sessions/console-sessions.ts'
import { Flows } from './sessions/flows.ts'
import { type SessionLimits, Sessions } from './sessions/sessions.ts'
import { Arrivals } from './sources/arrivals.ts'
import { Exchanges } from './sources/exchange.ts'
import { Offers } from './sources/offers.ts'
import { SourceSignOuts } from './sources/sign-outs.ts'
import { SourceTests } from './sources/source-tests.ts'
import { StrayReturns } from './sources/stray-returns.ts'
import { sessionCookies } from './surfaces/cookies.ts'
import { Detours } from './surfaces/detours.ts'
import { Surfaces } from './surfaces/surfaces.ts'
import type { OwnAddresses } from './tenancy/console-address.ts'
import { TenantKeys } from './tenancy/keys.ts'
import { Seals } from './tenancy/seals.ts'
import { Tenancy } from './tenancy/tenants.ts'

export { ConsoleRecovery } from './built-in/console-recovery.ts'
export { ConsoleSignIns, type ConsoleVisit, STEPS_MS } from './built-in/console-sign-in.ts'
export type { ConsoleAnswer, ConsoleView } from './built-in/console-views.ts'
export { Demo } from './built-in/demo.ts'
export { attributeOf, keepAttribute, removeAttribute } from './designs/attributes.ts'
export { DESIGNER_AT_COMMAND_LINE, type Designer } from './designs/designer.ts'
export {
  checkedFlow,
  type DesignedFlow,
  flowOf,
  flowsOf,
  flowTag,
  flowVersion,
  flowVersions,
  publishFlow,
  resetFlow,
  restoreFlow,
} from './designs/flows.ts'
export {
  type AccountOffice,
  accountOf,
  auditedAccount,
  createAccount,
  removeAccount,
  resetFactors,
  resetPassword,
  setRoles,
  setStatus,
  shown,
  unlockAccount,
  updateAccount,
} from './directory/accounts.ts'
export {
  createFirstAdministrator,
  type FirstAdministrator,
  resetAdministrator,
} from './directory/administrators.ts'
export { decideRegistration } from './directory/approval.ts'
export { invite } from './directory/invite.ts'
export { type PasswordCost, Passwords } from './directory/passwords.ts'
export type { Profile } from './directory/profile.ts'
export { factorFields } from './factors/person.ts'
export { networkOf } from './guards/networks.ts'
export type { Flow, Form, Query } from './journeys/flow.ts'
export type { SignedIn } from './journeys/signed-in.ts'
export { type Outcome, SCRIPT_PATH } from './measuring/analytics.ts'
export {
  applicationTag,
  assignTheme,
  createApplication,
  removeApplication,
  rotateApplication,
  updateApplication,
} from './provider/applications.ts'
export {
  clientTag,
  createClient,
  createFirstClient,
  entitleClient,
  removeClient,
  rotateClient,
  updateClient,
} from './provider/clients.ts'
export { Console, type Operator } from './sessions/console-sessions.ts'
export {
  createSource,
  foundSource,
  linkAccount,
  noteTest,
  type Registrar,
  removeSource,
  type SourceWish,
  unlinkAccount,
  updateSource,
} from './sources/registry.ts'
export type { SourceTest } from './sources/source-tests.ts'
export {
  ACCESS_REQUESTS,
  ACCESS_REVIEWS,
  APPS,
  accessRequestAddress,
  askingAddress,
  CONSOLE_PATHS,
  FLOWS,
  homeAddress,
  ISSUER_PATH,
  ISSUER_PATHS,
  type IssuerPath,
  pageAddress,
  reviewAddress,
  SIGN_IN,
  SIGN_OUT,
  SOURCES,
  sourceAddress,
} from './surfaces/addresses.ts'
export {
  browserCookie,
  consoleCookie,
  cookieValue,
  deviceCookie,
  providerCookies,
  registrationCookie,
  repeatedCookies,
  sessionCookie,
  sourceCookie,
  stepsCookie,
  withCookie,
} from './surfaces/cookies.ts'
export { withoutToken } from './surfaces/detours.ts'
export { leavingPage } from './surfaces/leaving.ts'
export { personValues } from './surfaces/mail-words.ts'
export { offeredLocales } from './surfaces/offered-locales.ts'
export { NO_PURPOSE, type Purpose, Surfaces } from './surfaces/surfaces.ts'
export type { Answer, Visit } from './surfaces/visit.ts'
export { type Actor, COMMAND_LINE, recordCommand } from './tenancy/actor.ts'
export {
  AUDIT_FORMATS,
  type AuditFormat,
  auditLines,
  auditShown,
  instantOf,
  recordExport,
} from './tenancy/audit.ts'
export { type AuthorName, authorNames } from './tenancy/author-names.ts'
export { PLAIN_APPLICATION } from './tenancy/built-in-applications.ts'
export { consoleAddress, consoleProblem, type OwnAddresses } from './tenancy/console-address.ts'
export { label } from './tenancy/display-name.ts'
export { encryptAnew } from './tenancy/encryption.ts'
export { rotateAgedKeys, rotateSigningKey } from './tenancy/keys.ts'
export {
  dropHeld,
  dropMail,
  isKept,
  mailOf,
  retryMail,
  retryMails,
  testMailSent,
  viewedMail,
} from './tenancy/outbox.ts'
export { rotateSealKey } from './tenancy/seal-keys.ts'
export type { Journey } from './tenancy/seals.ts'
export {
  createTenant,
  ensureFirstTenant,
  FIRST_TENANT,
  hostName,
  removeTenant,
  Tenancy,
  updateTenant,
} from './tenancy/tenants.ts'

export interface Identity {
  readonly tenancy: Tenancy
  readonly surfaces: Surfaces
  readonly sessions: Sessions
  readonly providers: Providers
  readonly bearers: Bearers
  readonly lastUses: LastUses
  readonly tries: ClientThrottle
  readonly refusedTries: RefusedTries
  readonly refusedClients: RefusedClients
  readonly detours: Detours
  readonly signIns: SignIns
  readonly signOuts: SignOuts
  readonly signedIn: SignedIn
  readonly designedFlows: DesignedFlows
  readonly sourceSteps: SourceSteps
  readonly accountLinks: AccountLinks
  readonly exchanges: Exchanges
  readonly sourceTests: SourceTests
  readonly sourceSignOuts: SourceSignOuts
  readonly strayReturns: StrayReturns
  readonly previewedFlows: PreviewedFlows
  readonly repeats: Repeats
  readonly console: Console
  readonly consoleSignIns: ConsoleSignIns
  readonly consoleRecovery: ConsoleRecovery
  readonly passwords: Passwords
  readonly settings: AccountSettings
  readonly analytics: Analytics
  /** Signals that a mail is waiting to be sent. */
  readonly mailQueued: () => void
  /** The caches, by name. */
  readonly caches: Readonly<Record<string, CacheFigures>>
}

/** Creates everything that identifies people and applications. */
export function createIdentity(parts: {
  readonly store: Store
  readonly pages: Pages
  /** The addresses of the service and its console. */
  readonly own: () => OwnAddresses
  readonly locale: string | undefined
  /** The second factors that are accepted unless a tenant has its own setting. */
  readonly factors: readonly Factor[]
  readonly failedTries: number
  /** How passwords are hashed, if not with Tabard's defaults. */
  readonly hashing?: { readonly cost?: PasswordCost }
  /** Origins of websites whose scripts may act for API clients. */
  readonly corsOrigins: readonly string[]
  readonly sessionLimits: SessionLimits
  readonly settings: AccountSettings
  /** Whether scripts of themes run even where browsers send no fetch metadata, which tells scripts from people. */
  readonly scriptsOverHttp: boolean
  /** Changes with the script that sends the events of pages. */
  readonly scriptVersion: string
  readonly now: () => number
  readonly newId: () => string
  readonly mailQueued: () => void
  readonly events: ProviderEvents
}): Identity {
  const { store, pages, settings, now, newId, mailQueued, events, scriptsOverHttp } = parts
  const tenancy = new Tenancy(store, parts.own, parts.locale, parts.factors)
  const surfaces = new Surfaces({ store, pages, tenancy, newId, scriptsOverHttp })
  const sessions = new Sessions(store, parts.sessionLimits, now)
  const keys = new TenantKeys(store, now)
  const seals = new Seals(keys, now)
  const flows = new Flows(store, now)
  const accesses = new Accesses(store)
  const designs = new PublishedFlows(store)
  const offers = new Offers(store, surfaces)
  const lastUses = new LastUses(store, now, events.failed)
  const bearers = new Bearers(store, seals, lastUses, now)
  const providers = new Providers({
    store,
    bearers,
    designs,
    accesses,
    offers,
    tenancy,
    surfaces,
    keys,
    seals,
    session: (tenant, cookies) =>
      sessions.find(tenant.id, sessionCookies(cookies, isSecure(tenancy, tenant))),
    isSessionStored: (tenant, cookies, provided) =>
      sessions.isStored(tenant.id, sessionCookies(cookies, isSecure(tenancy, tenant)), provided),
    signOut: (tenant, cookies, by, form) =>
      signOuts.through(tenant, sessionCookies(cookies, isSecure(tenancy, tenant)), by, form),
    signOutAgain: (tenant, cookies, token) =>
      signOuts.throughAgain(tenant, sessionCookies(cookies, isSecure(tenancy, tenant)), token),
    now,
    corsOrigins: parts.corsOrigins,
    sessionLimits: parts.sessionLimits,
    events,
  })
  const passwords = new Passwords(parts.hashing)
  const { scriptVersion } = parts
  const { failed } = events
  const refusedTries = new RefusedTries(store, seals, now, failed)
  const analytics = new Analytics({ store, surfaces, seals, now, failed, scriptVersion })
  const exchanges = new Exchanges({ store, address: tenant => tenancy.address(tenant), now })
  const sourceTests = new SourceTests(store, exchanges, now)
  const strayReturns = new StrayReturns(store, now, failed)
  const flow: FlowParts = {
    store,
    tenancy,
    surfaces,
    seals,
    sessions,
    flows,
    throttle: new Throttle(store, seals, refusedTries, now),
    passwords,
    providers,
    accesses,
    settings,
    analytics,
    designs,
    offers,
    exchanges,
    sourceTests,
    strayReturns,
    arrivals: new Arrivals(store, now),
    now,
    mailQueued,
  }
  const signIns = new SignIns(flow)
  const signOuts = new SignOuts(flow, signIns.views, failed)
  const registrations = new Registrations(flow, signIns.views, (...of) => signIns.proceed(...of))
  const secondFactor = settings.consoleSecondFactor
  const console = new Console({ store, limits: parts.sessionLimits, secondFactor, now })
  const consoleSignIns = new ConsoleSignIns(flow, console)
  return {
    tenancy,
    surfaces,
    sessions,
    providers,
    bearers,
    lastUses,
    tries: new ClientThrottle(store, parts.failedTries, refusedTries, now, events.failed),
    refusedTries,
    refusedClients: new RefusedClients(store, now, events.failed),
    detours: new Detours(seals, now),
    signIns,
    signOuts,
    signedIn: new SignedIn(flow, signIns.views),
    designedFlows: new DesignedFlows(flow, {
      registration: registrations,
      user_form: new UserForms(flow, signIns.views),
    }),
    sourceSteps: new SourceSteps(flow, signIns, registrations),
    accountLinks: new AccountLinks(flow, signIns),
    exchanges,
    sourceTests,
    sourceSignOuts: new SourceSignOuts(store, exchanges, now),
    strayReturns,
    previewedFlows: new PreviewedFlows(flow),
    repeats: new Repeats(flow),
    console,
    consoleSignIns,
    consoleRecovery: new ConsoleRecovery(flow, consoleSignIns),
    passwords,
    settings,
    analytics,
    mailQueued,
    caches: {
      sessions: sessions.cache,
      tokens: bearers.cache,
      applications: surfaces.cache,
      keys: keys.cache,
      providers: providers.cache,
    },
  }
}

/** Whether a tenant is reached over TLS. */
function isSecure(tenancy: Tenancy, tenant: Tenant): boolean {
  return tenancy.address(tenant).startsWith('https:')
}
