import type { DesignedParts, StepTitles } from '../../core/analytics/container.ts'
import { FIELD_EVENTS } from '../../core/analytics/events.ts'
import { REGISTRATION_FLOW } from '../../core/user-flows/defaults.ts'
import { textIn } from '../../core/user-flows/texts.ts'
import { flowsOf, type Identity, NO_PURPOSE } from '../../identity/identity.ts'
import type { Store, Tenant } from '../../store/store.ts'

interface Parts {
  readonly store: Store
  readonly identity: Identity
}

/** What the pages of registrations that were designed say, in the languages of a container. */
export async function designedTitles(
  { store, identity: { surfaces } }: Parts,
  tenant: Tenant,
  themeId: string,
  titles: ReadonlyMap<string, StepTitles>,
): Promise<{ titles: Map<string, StepTitles>; registrations: DesignedParts }> {
  const flows = (await flowsOf(store.tenant(tenant.id))).filter(
    ({ document }) => document.kind === 'registration' && document !== REGISTRATION_FLOW,
  )
  const all = new Map<string, StepTitles>()
  const steps = new Map<string, Set<string>>()
  for (const locale of ['en', ...titles.keys()]) {
    const audience = await surfaces.audience(tenant, { ...NO_PURPOSE, themeId, locale }, {})
    const word = await surfaces.words(audience)
    for (const { reference, document } of flows) {
      const [first] = document.steps
      const { title: end = '$REG_TITLE_CREATED$' } = document.end
      all.set(`${locale}, ${reference}`, {
        REG_TITLE_START: textIn(first!.title, word),
        REG_TITLE_VERIFY: word('REG_TITLE_VERIFY'),
        REG_TITLE_VERIFIED: word('REG_TITLE_VERIFIED'),
        REG_TITLE_CREATED: textIn(end, word),
      })
      for (const { id, title } of document.steps)
        steps.set(id, new Set([...(steps.get(id) ?? []), textIn(title, word)]))
    }
  }
  const fields = new Set(
    flows.flatMap(({ document }) =>
      document.steps.flatMap(step => step.fields.map(({ attribute }) => attribute)),
    ),
  )
  const registrations = {
    steps: [...steps].map(([id, said]) => ({ id, titles: [...said] })),
    fields: [...fields].filter(name => !Object.hasOwn(FIELD_EVENTS, name)),
  }
  return { titles: all, registrations }
}
