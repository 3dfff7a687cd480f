import { randomUUID } from 'node:crypto'
import { Refusal } from '../core/refusal.ts'
import { assignable } from '../core/theme.ts'
import type { Application, TenantStore } from '../store/store.ts'
import { label } from './label.ts'

/** Adds an application, with a theme of its own or the default one. */
export async function createApplication(
  store: TenantStore,
  { name, themeId }: { name: string; themeId?: string | undefined },
): Promise<Application> {
  const application = { id: randomUUID(), name: label('name', name), themeId: assignable(themeId) }
  await store.write(async tx => {
    await tx.lockTenant()
    await tx.createApplication(application)
  })
  return application
}

/** Gives an application a theme; `default` takes its own theme away. */
export async function assignTheme(store: TenantStore, id: string, themeId: string): Promise<void> {
  const theme = assignable(themeId)
  await store.write(async tx => {
    await tx.lockTenant()
    if (!(await tx.assignTheme(id, theme))) throw new Refusal('application_unknown', { applicationId: id })
  })
}

export async function removeApplication(store: TenantStore, id: string): Promise<void> {
  await store.write(async tx => {
    if (!(await tx.removeApplication(id))) throw new Refusal('application_unknown', { applicationId: id })
  })
}
