import type { SourcePerson } from '../../core/federation/person.ts'
import { Refusal } from '../../core/refusal.ts'
import { type IdentitySource, RecordKind, type Store, type Tenant } from '../../store/store.ts'
import { newSecret, secretHash } from '../tenancy/secrets.ts'
import type { Exchanges } from './exchange.ts'
import { SourceProblem } from './problem.ts'

/** A step of an exchange. It never contains secrets. */
interface ToldStep {
  readonly step: string
  readonly details: Readonly<Record<string, string>>
}

/** A test of a source by an administrator. Nobody is signed in by it. */
export interface SourceTest {
  readonly source: string
  readonly steps: readonly ToldStep[]
  /** Why it failed. */
  readonly problem: string | null
  /** The person who came back, as the settings interpret the claims. */
  readonly person: SourcePerson | null
}

const TEST = new RecordKind<SourceTest>('SourceTest')
const TEST_MS = 60 * 60_000

/** Tests of identity sources, which record each step. */
export class SourceTests {
  readonly #store: Store
  readonly #exchanges: Exchanges
  readonly #now: () => number

  constructor(store: Store, exchanges: Exchanges, now: () => number) {
    this.#store = store
    this.#exchanges = exchanges
    this.#now = now
  }

  /** Begins a test. Returns its id, and the address at the source, which is null if the test failed. */
  async begin(
    tenant: Tenant,
    source: IdentitySource,
  ): Promise<{ id: string; address: string | null; test: SourceTest }> {
    const id = newSecret()
    const steps: ToldStep[] = []
    const asked = { browser: null, aim: { test: id }, hint: undefined, locale: undefined, again: false }
    const begun = await attempted(() =>
      this.#exchanges.begin(tenant, source, asked, (step, details) => void steps.push({ step, details })),
    )
    const problem = 'problem' in begun ? begun.problem : null
    const test = { source: source.id, steps, problem, person: null }
    await this.#keep(tenant, id, test)
    return { id, address: 'result' in begun ? begun.result : null, test }
  }

  /** Ends a test with the answer of the source. */
  async end(
    tenant: Tenant,
    id: string,
    browser: string,
    parameters: URLSearchParams,
    test: string,
  ): Promise<void> {
    const before = await this.get(tenant, id, test)
    const steps = [...before.steps]
    const ended = await attempted(() =>
      this.#exchanges.end(
        tenant,
        id,
        browser,
        parameters,
        () => (step, details) => void steps.push({ step, details }),
      ),
    )
    const person = 'result' in ended ? ended.result.person : null
    const problem = 'problem' in ended ? ended.problem : null
    await this.#keep(tenant, test, { source: id, steps, problem, person })
  }

  async get(tenant: Tenant, source: string, id: string): Promise<SourceTest> {
    const record = await this.#store.tenant(tenant.id).records.get(TEST.name, secretHash(id))
    const test = record && TEST.heldIn(record)
    if (test?.source !== source) throw new Refusal('source_test_unknown', {})
    return test
  }

  async #keep(tenant: Tenant, id: string, test: SourceTest): Promise<void> {
    await this.#store.tenant(tenant.id).records.keep({
      ...TEST.holding(test),
      idHash: secretHash(id),
      owner: null,
      expiresAt: this.#now() + TEST_MS,
    })
  }
}

async function attempted<T>(work: () => Promise<T>): Promise<{ result: T } | { problem: string }> {
  try {
    return { result: await work() }
  } catch (error) {
    if (!(error instanceof SourceProblem)) throw error
    return { problem: error.message }
  }
}
