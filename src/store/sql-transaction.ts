import * as analytics from './sql-analytics.ts'
import * as applications from './sql-applications.ts'
import * as audit from './sql-audit.ts'
import * as clients from './sql-clients.ts'
import { encryptAnew } from './sql-encryption.ts'
import * as factors from './sql-factors.ts'
import * as keys from './sql-keys.ts'
import * as outbox from './sql-outbox.ts'
import * as people from './sql-people.ts'
import * as records from './sql-short-lived.ts'
import { updateTenant } from './sql-tenants.ts'
import { SqlThemeWrite } from './sql-theme-write.ts'
import * as tries from './sql-tries.ts'
import type {
  Account,
  AccountChange,
  ApiClient,
  Application,
  AuditEntry,
  Authenticator,
  EventCount,
  NewMail,
  ShortLived,
  TenantChange,
  TenantKey,
  TenantTransaction,
  ThemeAnalytics,
} from './store.ts'

/** The inside of one write of one tenant. */
export class SqlTransaction extends SqlThemeWrite implements TenantTransaction {
  async updateTenant(change: TenantChange): Promise<void> {
    await updateTenant(this.scope, change)
  }

  async themedApplications(): Promise<number> {
    return await applications.themedApplications(this.scope)
  }

  async application(id: string): Promise<Application | undefined> {
    return await applications.application(this.scope, id)
  }

  async createApplication(application: Application): Promise<void> {
    await applications.createApplication(this.scope, application)
  }

  async updateApplication(id: string, change: Partial<Omit<Application, 'id'>>): Promise<boolean> {
    return await applications.updateApplication(this.scope, id, change)
  }

  async removeApplication(id: string): Promise<boolean> {
    return await applications.removeApplication(this.scope, id)
  }

  async account(id: string): Promise<Account | undefined> {
    return await people.heldAccount(this.scope, id)
  }

  async accountNamed(userName: string): Promise<Account | undefined> {
    return await people.heldAccountNamed(this.scope, userName)
  }

  async countAdministrators(status?: 'active'): Promise<number> {
    return await people.countAdministrators(this.scope, status)
  }

  async createAccount(account: Account): Promise<void> {
    await people.createAccount(this.scope, account)
  }

  async updateAccount(id: string, change: AccountChange): Promise<boolean> {
    return await people.updateAccount(this.scope, id, change)
  }

  async removeAccount(id: string): Promise<boolean> {
    return await people.removeAccount(this.scope, id)
  }

  async setAuthenticator(accountId: string, authenticator: Authenticator | null): Promise<void> {
    await factors.setAuthenticator(this.scope, accountId, authenticator)
  }

  async useStep(accountId: string, step: number): Promise<boolean> {
    return await factors.useStep(this.scope, accountId, step)
  }

  async setRecoveryCodes(accountId: string, hashes: readonly string[]): Promise<void> {
    await factors.setRecoveryCodes(this.scope, accountId, hashes)
  }

  async useRecoveryCode(accountId: string, hash: string): Promise<boolean> {
    return await factors.useRecoveryCode(this.scope, accountId, hash)
  }

  async queueMail(mail: NewMail): Promise<void> {
    await outbox.queueMail(this.scope, mail)
  }

  async retryMail(id: string, now: number): Promise<boolean> {
    return await outbox.retryMail(this.scope, id, now)
  }

  async retryMails(state: 'given-up' | 'held', now: number): Promise<number> {
    return await outbox.retryMails(this.scope, state, now)
  }

  async dropMail(id: string, now: number): Promise<boolean> {
    return await outbox.dropMail(this.scope, id, now)
  }

  async dropHeld(now: number): Promise<number> {
    return await outbox.dropHeld(this.scope, now)
  }

  async recordAudit(entry: AuditEntry): Promise<void> {
    await audit.recordAudit(this.scope, entry)
  }

  async analytics(theme: string): Promise<ThemeAnalytics | undefined> {
    return (await analytics.analytics(this.scope)).get(theme)
  }

  async setAnalytics(theme: string, settings: ThemeAnalytics): Promise<void> {
    await analytics.setAnalytics(this.scope, theme, settings)
  }

  async countEvents(counts: readonly EventCount[]): Promise<void> {
    await analytics.countEvents(this.scope, counts)
  }

  async keys(purpose: TenantKey['purpose']): Promise<TenantKey[]> {
    return await keys.heldKeys(this.scope, purpose)
  }

  async createKey(key: TenantKey): Promise<void> {
    await keys.createKey(this.scope, key)
  }

  async removeKey(id: string): Promise<void> {
    await keys.removeKey(this.scope, id)
  }

  async encryptAnew(): Promise<number> {
    return await encryptAnew(this.scope)
  }

  async keepShortLived(record: ShortLived): Promise<void> {
    await records.keepShortLived(this.scope, record)
  }

  async addShortLived(record: ShortLived): Promise<boolean> {
    return await records.addShortLived(this.scope, record)
  }

  async replaceShortLived(record: ShortLived): Promise<boolean> {
    return await records.replaceShortLived(this.scope, record)
  }

  async takeShortLived(kind: string, idHash: string): Promise<ShortLived | undefined> {
    return await records.takeShortLived(this.scope, kind, idHash)
  }

  async takeExpiring(kind: string, before: number): Promise<ShortLived[]> {
    return await records.takeExpiring(this.scope, kind, before)
  }

  async removeOwned(owner: string, kind?: string): Promise<number> {
    return await records.removeOwned(this.scope, owner, kind)
  }

  async forgetTries(subjects: readonly string[]): Promise<number> {
    return await tries.forgetTries(this.scope, subjects)
  }

  async countClients(): Promise<number> {
    return await clients.countClients(this.scope)
  }

  async createClient(client: ApiClient): Promise<void> {
    await clients.createClient(this.scope, client)
  }

  async updateClient(id: string, change: Partial<Omit<ApiClient, 'id'>>): Promise<boolean> {
    return await clients.updateClient(this.scope, id, change)
  }

  async clientUsed(id: string, at: number): Promise<void> {
    await clients.clientUsed(this.scope, id, at)
  }

  async clientMisread(id: string, at: number): Promise<void> {
    await clients.clientMisread(this.scope, id, at)
  }

  async removeClient(id: string): Promise<boolean> {
    return await clients.removeClient(this.scope, id)
  }
}
