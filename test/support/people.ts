import {
  type AccountOffice,
  createAccount,
  createApplication,
  Passwords,
  type Profile,
  Surfaces,
  Tenancy,
} from '../../src/identity/identity.ts'
import type { Service, Surroundings } from '../../src/server.ts'

export const PASSWORD = 'quiet lamp over water'

type Hashing = NonNullable<Surroundings['hashing']>

/** Where people live: a service, or several on one database. */
export interface Household {
  readonly service: Pick<Service, 'store' | 'publicUrl'>
  readonly hashing?: Hashing
}

/** Adds an account that can sign in with PASSWORD, and sends no mail about it. */
export async function addAccount(
  service: Household,
  profile: Profile,
  { password = PASSWORD, temporary = false }: { password?: string; temporary?: boolean } = {},
): Promise<string> {
  const office = await quietOffice(service)
  const { email, ...rest } = profile
  const { account } = await createAccount(office, { userName: email, ...rest }, { password })
  await office.store
    .tenant(office.tenant.id)
    .write(tx => tx.accounts.update(account.id, { email: email ?? null, passwordTemporary: temporary }))
  return account.id
}

/** Adds an application to the first tenant. */
export async function addApplication(
  { service }: Household,
  settings: Parameters<typeof createApplication>[1],
) {
  const [tenant] = await service.store.tenants()
  return await createApplication(service.store.tenant(tenant!.id), settings)
}

/** Administers the accounts of the first tenant, without sending mails. */
export async function quietOffice({
  service: { store, publicUrl },
  hashing = {},
}: Household): Promise<AccountOffice> {
  const [tenant] = await store.tenants()
  const tenancy = new Tenancy(store, () => ({ publicUrl, consoleUrl: publicUrl }), undefined)
  return {
    store,
    tenant: tenant!,
    tenancy,
    surfaces: new Surfaces({ store, pages: quiet, tenancy, newId: () => crypto.randomUUID() }),
    passwords: passwordsAt(hashing),
    passwordMinimum: undefined,
    mails: false,
    now: Date.now,
  }
}

/** Hashes each password once: most accounts of tests have the same one. */
class KnownPasswords extends Passwords {
  readonly #known = new Map<string, Promise<string>>()

  override hash(password: string): Promise<string> {
    const hash = this.#known.get(password) ?? super.hash(password)
    this.#known.set(password, hash)
    return hash
  }
}

const known = new Map<Hashing['cost'], Passwords>()

function passwordsAt({ cost }: Hashing): Passwords {
  const passwords = known.get(cost) ?? new KnownPasswords(cost && { cost })
  known.set(cost, passwords)
  return passwords
}

/** An account without an address gets no mail, so that no page is needed to make one. */
const quiet = undefined as never
