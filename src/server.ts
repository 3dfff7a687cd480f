import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { assertApart, type Config } from './config.ts'
import { Tally } from './core/tally.ts'
import { startDuties } from './duties.ts'
import { AccessPages, AccessRequests, Campaigns, Reviews } from './governance/governance.ts'
import {
  answerCache,
  availableMemory,
  CallBook,
  completeTokenAnswer,
  createApp,
  createConsoleApp,
  createMeters,
  createMetricsApp,
  createRates,
  gzipCache,
  type Load,
  loadPair,
  memoryShortage,
  pageCache,
  processLoad,
  renew,
  SCRIPT_VERSION,
  Shed,
  Turns,
  tlsFiles,
  UnnamedProxies,
  UploadRoom,
  uploadMemory,
  watchPair,
} from './http/http.ts'
import {
  createFirstAdministrator,
  createFirstClient,
  createIdentity,
  Demo,
  FIRST_TENANT,
  type FirstAdministrator,
  ISSUER_PATH,
  type PasswordCost,
} from './identity/identity.ts'
import { addressesOf, addressOf, type Clock, openInstallation, smtpOptions, VERSION } from './installation.ts'
import type { Jobs } from './jobs/jobs.ts'
import { listen, listenApart, listenBeside } from './listening.ts'
import { logDestination, warnEarly } from './log.ts'
import { type MailServer, mailServer, type Outbox, smtpTransport, startOutbox } from './mail/mail.ts'
import { holdOldMails, recordNoMailServer } from './no-mail-server.ts'
import { type Store, StoreFault, type Tenant } from './store/store.ts'
import { type SharedThreads, Themes } from './themes/themes.ts'
import { Tracer } from './trace/trace.ts'
import { createCodec } from './zip/zip.ts'

const RETRY_MS = 500
/** When to load the OpenID library, unless a request needs it earlier: health checks come first, and do not. */
const PREPARE_MS = 1_000
const WAITING = 'the database cannot be used yet; waiting for it'
const PLAIN_HTTP =
  'scripts of customized themes do not run, because over plain HTTP the service cannot tell their requests from those of people. Use https, or accept the risk with TABARD_SCRIPTS_OVER_HTTP=on'
const OLD_MAILS =
  'mails from before a mail server was set are held. Send or drop them with "tabard outbox", or in the console'
const WEAK_PASSWORD =
  'the password in TABARD_ADMIN_PASSWORD is shorter than the minimum, or easy to guess. Change it after signing in'
/** Limits on package plans that run and wait at the same time, because each holds an archive in memory. */
const PLANS = { atOnce: 1, waiting: 16, waitingOfGroup: 4, waitingOfMember: 2 }

export interface Service {
  /** The address that the service listens on. */
  readonly address: string
  readonly publicUrl: string
  readonly consoleUrl: string
  /** The address of the metrics; undefined if they are turned off. */
  readonly metricsUrl: string | undefined
  readonly store: Store
  readonly app: FastifyInstance
  /** The API client created at this start; undefined if there already was one. */
  readonly firstClient: { clientId: string; clientSecret: string } | undefined
  /** The administrator created at this start. */
  readonly firstAdministrator: FirstAdministrator | undefined
  /** Makes `/readyz` fail, so that proxies stop sending requests, and keeps serving until they have noticed. */
  drain(): Promise<void>
  close(): Promise<void>
  /** Looks at once for mails and jobs that are due. */
  wake(): void
}

/** The environment of a service. Tests pass another clock, or another load. */
export interface Surroundings extends Clock {
  readonly load?: () => Load
  /** Tests hash passwords at a lower cost; no setting can. */
  readonly hashing?: { readonly cost?: PasswordCost }
  /** Tests run many services in one process, and each would start threads of its own. */
  readonly threads?: SharedThreads
  /** Tests give the checks of an upload more milliseconds, because the machine may be busy. */
  readonly planMs?: number
  /** Tests visit pages in few languages. Compiling the pages in all other languages would take much processor time. */
  readonly ahead?: boolean
  /** Tests do not wait an hour for the next look at whether the recurring jobs are scheduled. */
  readonly dutiesMs?: number
}

/** Assembles the service and starts to listen. */
export async function startService(
  config: Config,
  logLevel: string,
  {
    load = processLoad(shedBounds(config), config.memory),
    hashing = {},
    threads,
    planMs,
    ahead,
    dutiesMs,
    ...clock
  }: Surroundings = {},
): Promise<Service> {
  const files = tlsFiles(config)
  const tls = files && loadPair(files)
  const destination = logDestination(config, process.stdout)
  const { store, master } = await openedInTime(config, clock, fields => {
    if (logLevel !== 'silent' && logLevel !== 'error') warnEarly(destination, fields, WAITING)
  })
  const codec = createCodec()
  const { now, newId } = store
  let { publicUrl, consoleUrl } = addressesOf(config)
  let outbox: Outbox | undefined
  let mailing: MailServer | undefined
  let started = false
  let stopping = false
  let certificateEnds = tls?.ends
  let jobs: Jobs | undefined
  const themes = new Themes({
    store,
    master,
    limits: config.limits,
    codec,
    newId,
    now,
    ...(threads && { threads }),
    ...(planMs !== undefined && { planMs }),
    ...(ahead !== undefined && { ahead }),
    pageFailed: (theme, page, err) => {
      if (parts.rates.failureLines.wait(`${theme} ${page}`) === undefined)
        app.log.warn({ theme, page, err }, 'a page of a theme failed; people see the master’s')
    },
  })
  const identity = createIdentity({
    store,
    pages: themes.pages,
    own: () => ({ publicUrl, consoleUrl }),
    locale: config.locale,
    factors: config.secondFactors,
    failedTries: config.failedTries,
    hashing,
    corsOrigins: config.corsOrigins,
    sessionLimits: {
      idleMs: config.sessionIdleMinutes * 60_000,
      absoluteMs: config.sessionHours * 3_600_000,
    },
    settings: {
      passwordMinimum: config.passwordLength,
      registration: config.registration,
      consoleSecondFactor: config.consoleSecondFactor,
    },
    scriptsOverHttp: config.scriptsOverHttp,
    scriptVersion: SCRIPT_VERSION,
    now,
    newId,
    mailQueued: () => outbox?.wake(),
    events: {
      completeTokenAnswer,
      failed: err => app.log.error({ err }, 'fault'),
      refused: (reqId, error) =>
        app.log.warn({ reqId, reason: error.message }, 'an authorization request was rejected'),
    },
  })
  const { tenancy, surfaces } = identity
  const governing = { store, tenancy, surfaces, mailQueued: () => outbox?.wake() }
  const accessRequests = new AccessRequests(governing)
  const tracer =
    config.tracing &&
    new Tracer(config.tracing, VERSION, {
      lost: why => app.log.warn({ why }, 'the trace collector does not accept spans'),
      found: () => app.log.info('the trace collector accepts spans again'),
    })
  const parts = {
    config,
    store,
    themes,
    identity,
    accessRequests,
    campaigns: new Campaigns(governing),
    accessPages: new AccessPages({
      identity,
      requests: accessRequests,
      reviews: new Reviews(governing),
      now,
    }),
    version: VERSION,
    logLevel,
    logDestination: destination,
    newRequestId: newId,
    violations: new Tally(),
    gzipped: gzipCache(),
    answers: answerCache(),
    signInPages: pageCache(),
    calls: new CallBook(),
    rates: createRates(),
    plans: new Turns(PLANS),
    uploads: new UploadRoom({
      uploads: config.uploadsAtOnce,
      bytes: config.uploadMemory ?? uploadMemory(availableMemory(config.memory)),
    }),
    tls,
    unnamedProxies: new UnnamedProxies(store, config.trustedProxies, now),
    shed: new Shed(shedBounds(config), load, (state, figures) =>
      app.log.warn({ state, ...figures }, 'the load has changed'),
    ),
    started: () => started,
    stopping: () => stopping,
    tracer,
  }
  const meters = config.metricsPort === undefined ? undefined : await createMeters()
  const app = createApp({ ...parts, answered: meters?.answered('pages') })
  /** The client credentials of the demo application. */
  const ours = {
    store,
    address: (tenant: Tenant) => identity.tenancy.address(tenant),
    console: (tenant: Tenant) => identity.tenancy.console(tenant),
    now,
    token: async (tenant: Tenant, form: URLSearchParams) => {
      const { host } = new URL(identity.tenancy.address(tenant))
      const headers = { host, 'content-type': 'application/x-www-form-urlencoded' }
      const url = `${ISSUER_PATH}/token`
      return (await app.inject({ method: 'POST', url, headers, payload: form.toString() })).json()
    },
  }
  const consoleApp = createConsoleApp({
    ...parts,
    postOffice: { server: () => mailing, wake: () => outbox?.wake(), now },
    answered: meters?.answered('console'),
    demo: new Demo({ ...ours, passwords: identity.passwords }),
  })
  const servers = { pages: app.server, console: consoleApp.server }
  const watched = { data: config.data, certificateEnds: () => certificateEnds }
  const metricsApp = meters && createMetricsApp(parts, meters, { ...parts, ...watched, servers, now })
  const short = memoryShortage(availableMemory(config.memory))
  if (short !== undefined) app.log.warn(short)
  const unwatch =
    files &&
    tls &&
    watchPair(files, tls, {
      changed(pair) {
        certificateEnds = pair.ends
        for (const { server } of [app, consoleApp]) renew(server, pair)
        app.log.info({ ends: new Date(pair.ends) }, 'the certificate was reloaded')
      },
      refused: why => app.log.error({ why }, 'the new certificate cannot be used; the old one stays in use'),
      ending: days =>
        days < 0
          ? app.log.error({ days }, 'the certificate has expired: browsers reject it')
          : app.log.warn({ days }, 'the certificate expires soon'),
      now,
    })
  const drain = async () => {
    stopping = true
    await sleep(config.drainSeconds * 1000)
  }
  const close = async () => {
    stopping = true
    unwatch?.()
    await Promise.all([
      app.close(),
      consoleApp.close(),
      metricsApp?.close(),
      outbox?.stop(),
      jobs?.stop(),
      // Flushed now, because a slow response may use up the time that is left for stopping. The rest is flushed at the
      // end.
      identity.analytics.flush(),
      identity.refusedClients.flush(true),
      identity.refusedTries.flush(true),
      identity.strayReturns.flush(true),
    ])
    await identity.lastUses.stop()
    await identity.refusedClients.stop()
    await identity.strayReturns.stop()
    await identity.analytics.stop()
    await identity.refusedTries.stop()
    await tracer?.stop()
    await codec.close()
    await themes.close()
    await store.close()
  }
  try {
    await listen(app, config)
    const { port } = app.server.address() as { port: number }
    const address = addressOf(config, port)
    publicUrl = config.publicUrl ?? address
    const consolePort = await listenBeside(consoleApp, config, port)
    consoleUrl = config.consoleUrl ?? addressOf(config, consolePort)
    assertApart(publicUrl, consoleUrl)
    const metricsUrl = metricsApp && (await listenApart(metricsApp, config))
    const { passwords } = identity
    const firstAdministrator = await createFirstAdministrator(
      {
        store,
        tenant: (await store.tenantWithId(FIRST_TENANT))!,
        tenancy,
        surfaces,
        passwords,
        passwordMinimum: config.passwordLength,
        mails: config.smtpUrl !== undefined,
        now,
      },
      { email: config.adminEmail, password: config.adminPassword },
    )
    // Created last, because the settings of the administrator can be rejected. The secret would then be lost.
    const { clientId: id, clientSecret: secret, clientAnswers: replaceStatus } = config
    const given = { id, secret, replaceStatus }
    const firstClient = await createFirstClient(store.tenant(FIRST_TENANT), given)
    if (firstAdministrator?.weak) app.log.warn({ userName: firstAdministrator.userName }, WEAK_PASSWORD)
    const scriptless = (await store.tenantsWithoutTls()).filter(each => !surfaces.runsScripts(each))
    if (scriptless.length > 0)
      app.log.warn({ tenants: scriptless.length, address: tenancy.address(scriptless[0]!) }, PLAIN_HTTP)
    if (config.smtpUrl === undefined) await recordNoMailServer(store)
    else {
      const mails = await holdOldMails(store)
      if (mails > 0) app.log.warn({ mails }, OLD_MAILS)
      const smtp = smtpOptions(config.smtpUrl, config, publicUrl)
      mailing = mailServer(smtp)
      outbox = startOutbox({
        queue: store,
        transport: smtpTransport(smtp),
        now,
        failed: err => app.log.error({ err }, 'the outbox failed'),
      })
    }
    jobs = await startDuties({ store, identity, config, log: app.log, lookMs: dutiesMs })
    started = true
    setTimeout(() => void identity.providers.prepare(), PREPARE_MS).unref()
    return {
      address,
      publicUrl,
      consoleUrl,
      metricsUrl,
      store,
      app,
      firstClient,
      firstAdministrator,
      drain,
      close,
      wake() {
        outbox?.wake()
        jobs?.wake()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

function shedBounds({ shedDelay, shedHeap, shedMemory }: Config): Load {
  return { delayMs: shedDelay, heap: shedHeap / 100, memory: shedMemory / 100 }
}

/**
 * Opens the installation. It waits while PostgreSQL cannot be reached, because machines may start in any order, and while
 * an upgrade cannot get at a table that is in use.
 */
async function openedInTime(
  config: Config,
  clock: Clock,
  waiting: (fields: { why: string; seconds: number }) => void,
) {
  const { databaseWaitSeconds: seconds } = config
  const end = performance.now() + seconds * 1000
  for (let isTold = false; ; isTold = true) {
    try {
      return await openInstallation(config, clock)
    } catch (error) {
      const isAway = error instanceof StoreFault && error.kind === 'unavailable'
      if (!isAway || config.database === undefined || performance.now() >= end) throw error
      if (!isTold) waiting({ why: error.message, seconds })
      await sleep(RETRY_MS)
    }
  }
}
