import type { ConsentForm } from '../../core/flows/consent.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'

/** The parameters of an address, each with its first value. */
export type Query = ReadonlyMap<string, string>

/** The fields of a form, each with its first value. */
export type Form = ReadonlyMap<string, string>

/** A sequence of pages. Each page has an address, and posts its form there. */
export interface Flow {
  /** Shows the page of an address. */
  show(visit: Visit, query: Query): Promise<Answer>

  /** Handles the form of a page. The browser fetches the next page by a redirect, so that going back is harmless. */
  submit(visit: Visit, query: Query, form: Form & ConsentForm): Promise<Answer>
}
