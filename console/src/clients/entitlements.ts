import type { ClientRecord, Entitlement } from './calls.ts'

/** What each entitlement lets a client do, for people. */
export const ENTITLEMENTS: readonly { value: Entitlement; label: string; hint: string }[] = [
  {
    value: 'manageTemplates',
    label: 'Read and change themes',
    hint: 'Creates, replaces and deletes them: for whatever publishes a brand.',
  },
  {
    value: 'readTemplates',
    label: 'Only read themes',
    hint: 'Lists and downloads them: for backups and previews.',
  },
]

/** Who may change may read, so that one of them tells it all. */
export function entitlementOf({ entitlements }: ClientRecord): Entitlement | null {
  return ENTITLEMENTS.find(({ value }) => entitlements.includes(value))?.value ?? null
}

/** The same in words. */
export function mayDo(client: ClientRecord): string {
  const held = entitlementOf(client)
  return ENTITLEMENTS.find(({ value }) => value === held)?.label ?? 'Nothing'
}
