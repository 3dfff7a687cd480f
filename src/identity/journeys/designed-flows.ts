import type { ConsentForm } from '../../core/flows/consent.ts'
import { Refusal } from '../../core/refusal.ts'
import type { FlowKind } from '../../core/user-flows/document.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import type { Flow, Form, Query } from './flow.ts'
import type { FlowParts } from './flow-parts.ts'

/** The parameters of a registration that somebody may use while registration is switched off. */
const ADMITTED = ['invitation', 'flow', 'verify', 'from']

/** The flows that administrators design, each by its reference. */
export class DesignedFlows implements Flow {
  readonly #parts: FlowParts
  readonly #kinds: Readonly<Record<FlowKind, Flow>>

  constructor(parts: FlowParts, kinds: Readonly<Record<FlowKind, Flow>>) {
    this.#parts = parts
    this.#kinds = kinds
  }

  async show(visit: Visit, query: Query): Promise<Answer> {
    return await (await this.#named(visit, query)).show(visit, query)
  }

  async submit(visit: Visit, query: Query, form: Form & ConsentForm): Promise<Answer> {
    return await (await this.#named(visit, query)).submit(visit, query, form)
  }

  /** The flow that an address names. If an operator switched registration off, people cannot begin one by themselves. */
  async #named({ tenant }: Visit, query: Query): Promise<Flow> {
    const { designs, settings } = this.#parts
    const flow = await designs.newest(tenant, query.get('reference') ?? '')
    const kind = flow?.document.kind
    const isOpen = kind !== 'registration' || settings.registration || ADMITTED.some(name => query.has(name))
    if (kind === undefined || !isOpen) throw new Refusal('route_unknown', {})
    return this.#kinds[kind]
  }
}
