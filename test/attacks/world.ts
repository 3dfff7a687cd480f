import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { BrowserContext } from 'playwright-core'
import { FILES } from '../pages/addresses.ts'
import type { Browser } from '../support/browser.ts'
import { certificate, type TestPair } from '../support/certificate.ts'
import { packageOf } from '../support/packages.ts'
import { addAccount, PASSWORD } from '../support/people.ts'
import { freePort } from '../support/ports.ts'
import { type TestService, testService } from '../support/service.ts'
import { type Application, startApplication } from './applications.ts'
import { Attacker, type Facts } from './attacker.ts'
import { addresses, beginConsole, PERSON, type ToldFacts } from './facts.ts'
import { hostileTheme } from './theme.ts'
import { addressOf, type Transport } from './transport.ts'

/** An answer of the service, and what the browser said of the request. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly mode: string | undefined
  readonly dest: string | undefined
  readonly site: string | undefined
  readonly purpose: string | undefined
}

type Roles = Readonly<{ administrator?: boolean; themeDeveloper?: boolean }>

/** A service with its neighbours: a bank, a game with a hostile theme, and whoever wrote that theme. */
export interface World {
  readonly service: TestService
  /** The origin of the pages, as browsers know it. */
  readonly pages: string
  readonly console: string
  readonly attacker: Attacker
  readonly bank: Application
  /** The application with the hostile theme. */
  readonly fun: Application
  readonly themeId: string
  /** Every answer of the pages' origin so far. */
  readonly seen: readonly Seen[]
  /** Adds a person. */
  account(roles?: Roles, familyName?: string): Promise<{ id: string; userName: string }>
  /** A browser of somebody's own. */
  context(): Promise<BrowserContext>
  /** Another theme of the same author; answers with its id. */
  furtherTheme(name: string): Promise<string>
  /** What the script of the theme is told. */
  facts(more?: Facts): Promise<ToldFacts>
  stop(): Promise<void>
}

/** What every server of the tests shows; Node trusts it from here on. */
const pair = certificate('brand.test')
setDefaultCACertificates([...getCACertificates('default'), pair.cert])

/** Starts a world. */
export async function startWorld(transport: Transport, browser: Browser): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'tabard-attack-'))
  const settings = transport.secure ? await secureSettings(transport, folder, pair) : {}
  const service = await testService('SQLite', settings)
  const { publicUrl: pages, consoleUrl: console } = service.service
  await service.service.store.tenant('main').write(tx => tx.tenant.update({ ticksScopes: true }))
  const seen = watched(service)
  const attacker = await Attacker.start(transport, pair)
  const parts = { service, transport, pair }
  const bankHeader = '<header class="page-header"><b id="brand">Bank</b></header>'
  const bankTheme = await service.createTheme('Bank', packageOf({ [FILES.header]: bankHeader }))
  const bank = await startApplication(parts, 'bank', { name: 'Bank', themeId: bankTheme, consent: true })
  const theme = hostileTheme({ EVIL: attacker.url, OWN: pages, CONSOLE: console, BANK: bank.url })
  const themeId = await service.createTheme('EvilFun', theme)
  const fun = await startApplication(parts, 'fun', { name: 'EvilFun', themeId, consent: false })
  let people = 0

  const account: World['account'] = async (roles = {}, familyName = PERSON.familyName) => {
    people += 1
    const userName = `person${people}`
    // Without an address, no mail is needed to set up an authenticator.
    const id = await addAccount(service, { ...PERSON, familyName, userName })
    await service.service.store.tenant('main').write(tx => tx.accounts.update(id, roles))
    return { id, userName }
  }
  const intruder = { ...(await account({ themeDeveloper: true }, 'Intruder')), password: PASSWORD }

  return {
    service,
    pages,
    console,
    attacker,
    bank,
    fun,
    themeId,
    seen,
    account,
    context: () => browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' }),
    furtherTheme: async name => await service.createTheme(name, theme),
    async facts(more = {}) {
      const begun = await beginConsole(pages, console)
      const marks = [PERSON.familyName, PERSON.mobileNumber]
      const places = addresses({ pages, bank, themeId, begun })
      return { ...places, begun, own: pages, console, intruder, themeId, marks, ...more }
    },
    async stop() {
      await Promise.all([bank.stop(), fun.stop(), attacker.stop()])
      await service.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Notes every answer of the pages' origin. */
function watched({ service }: TestService): Seen[] {
  const seen: Seen[] = []
  service.app.server.prependListener('request', ({ method = '', url = '', headers }, response) => {
    const header = (name: string) => headers[name] as string | undefined
    response.once('close', () =>
      seen.push({
        method,
        path: url,
        status: response.statusCode,
        mode: header('sec-fetch-mode'),
        dest: header('sec-fetch-dest'),
        site: header('sec-fetch-site'),
        purpose: header('sec-purpose'),
      }),
    )
  })
  return seen
}

async function secureSettings(
  transport: Transport,
  folder: string,
  { cert, key }: TestPair,
): Promise<Record<string, string>> {
  // Addresses have to be known before the service starts.
  const [own, console] = [await freePort(), await freePort()]
  const files = { TABARD_TLS_CERT: join(folder, 'cert.pem'), TABARD_TLS_KEY: join(folder, 'key.pem') }
  writeFileSync(files.TABARD_TLS_CERT, cert)
  writeFileSync(files.TABARD_TLS_KEY, key)
  return {
    ...files,
    PORT: String(own),
    TABARD_CONSOLE_PORT: String(console),
    TABARD_PUBLIC_URL: addressOf(transport, 'pages', own),
    TABARD_CONSOLE_URL: addressOf(transport, 'console', console),
  }
}
