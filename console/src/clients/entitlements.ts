import type { ClientRecord, Rights, ThemeRight } from './calls.ts'

/** The names of entitlements for themes. Changing themes includes reading them. */
export const THEME_RIGHTS: readonly { value: ThemeRight; label: string; hint: string }[] = [
  {
    value: 'manageTemplates',
    label: 'Read and change themes',
    hint: 'Creates, replaces and deletes themes: for programs that publish a brand.',
  },
  {
    value: 'readTemplates',
    label: 'Only read themes',
    hint: 'Lists and downloads themes: for backups and previews.',
  },
  {
    value: 'none',
    label: 'No access to themes',
    hint: 'For programs that only manage access, user flows or identity sources.',
  },
]

/** The rights of a client, as edited in its form. */
export function rightsOf({ entitlements }: ClientRecord): Rights {
  const held = THEME_RIGHTS.find(({ value }) => value !== 'none' && entitlements.includes(value))
  return {
    themes: held?.value ?? 'none',
    access: entitlements.includes('manageAccess'),
    flows: entitlements.includes('manageFlows'),
    sources: entitlements.includes('manageSources'),
  }
}

/** The rights of a client, in words. */
export function mayDo(client: ClientRecord): string {
  const { themes, access, flows, sources } = rightsOf(client)
  const right = THEME_RIGHTS.find(({ value }) => value === themes && value !== 'none')
  const words = [
    ...(right === undefined ? [] : [right.label]),
    ...(access ? ['Manage access'] : []),
    ...(flows ? ['Manage user flows'] : []),
    ...(sources ? ['Manage identity sources'] : []),
  ]
  return words.join(', ') || 'Nothing'
}
