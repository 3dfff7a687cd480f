import { REGISTRATION_FLOW } from '../user-flows/defaults.ts'
import type { FlowDocument } from '../user-flows/document.ts'
import { textIn } from '../user-flows/texts.ts'
import type { Word } from '../word.ts'
import type { ContainerWishes, StepTitles } from './container.ts'
import { FIELD_EVENTS, STEP_EVENTS } from './events.ts'

/** The titles of the registration's steps in languages of a theme, by language tag. */
export function stepTitles(words: ReadonlyMap<string, Word>): Map<string, StepTitles> {
  const labels = Object.keys(STEP_EVENTS) as (keyof StepTitles)[]
  return new Map(
    Array.from(words, ([language, word]) => [
      language,
      Object.fromEntries(labels.map(label => [label, word(label)])) as Record<keyof StepTitles, string>,
    ]),
  )
}

type Flows = readonly { readonly reference: string; readonly document: FlowDocument }[]
type Wishes = Pick<ContainerWishes, 'titles' | 'designed' | 'own'>

/**
 * The parts of a container that depend on the texts of a theme and on the flows of a tenant. `english` contains the
 * words for custom registrations; the master's are known. With `all`, custom steps and fields have events too.
 */
export function wordedWishes(
  flows: Flows,
  { english, asked }: Readonly<Record<'english' | 'asked', ReadonlyMap<string, Word>>>,
  all: boolean,
): Wishes {
  const { titles, own, designed } = designedWishes(flows, new Map([...english, ...asked]))
  return { titles: new Map([...stepTitles(asked), ...titles]), own, ...(all && { designed }) }
}

/** The texts on the pages of custom registrations, by language tag, and the attributes that they ask for. */
function designedWishes(
  flows: Flows,
  words: ReadonlyMap<string, Word>,
): Required<Wishes> & { readonly titles: ReadonlyMap<string, StepTitles> } {
  const registrations = flows.filter(
    ({ document }) => document.kind === 'registration' && document !== REGISTRATION_FLOW,
  )
  const titles = new Map<string, StepTitles>()
  const said = new Map<string, Set<string>>()
  for (const [locale, word] of words) {
    for (const { reference, document } of registrations) {
      const [first] = document.steps
      const { title: end = '$REG_TITLE_CREATED$' } = document.end
      titles.set(`${locale}, ${reference}`, {
        REG_TITLE_START: textIn(first!.title, word),
        REG_TITLE_VERIFY: word('REG_TITLE_VERIFY'),
        REG_TITLE_VERIFIED: word('REG_TITLE_VERIFIED'),
        REG_TITLE_CREATED: textIn(end, word),
      })
      for (const { id, title } of document.steps)
        said.set(id, new Set([...(said.get(id) ?? []), textIn(title, word)]))
    }
  }
  const attributes = registrations.flatMap(({ document }) =>
    document.steps.flatMap(step => step.fields.map(({ attribute }) => attribute)),
  )
  const own = [...new Set(attributes)].filter(name => !Object.hasOwn(FIELD_EVENTS, name))
  const steps = [...said].map(([id, texts]) => ({ id, titles: [...texts] }))
  return { titles, own, designed: { steps, fields: own } }
}
