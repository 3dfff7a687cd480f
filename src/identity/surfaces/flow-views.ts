import type { PageId, PageValues } from '../../core/catalogue/catalogue.ts'
import type { Message } from '../../core/flows/message.ts'
import type { Audience } from '../../pages/pages.ts'
import type { Journey, Seals } from '../tenancy/seals.ts'
import { flowAddress, originOf } from './addresses.ts'
import type { Purpose, Surfaces } from './surfaces.ts'
import type { Answer, Visit } from './visit.ts'

interface ViewParts {
  readonly surfaces: Surfaces
  readonly seals: Seals
}

/** What the pages of every flow share. */
export class FlowViews<Parts extends ViewParts = ViewParts> {
  protected readonly parts: Parts

  constructor(parts: Parts) {
    this.parts = parts
  }

  /** The look of a page, and the address that its form is posted to. */
  async frame(
    visit: Visit,
    journey: Journey,
    look: Purpose = journey,
  ): Promise<{ audience: Audience; flow: string; action: string }> {
    const flow = await this.parts.seals.sealed(visit.tenant.id, visit.browser, journey)
    const audience = await this.parts.surfaces.audience(visit.tenant, look, visit.wish)
    return { audience, flow, action: flowAddress(flow) }
  }

  async page<Id extends PageId>(
    audience: Audience,
    id: Id,
    macros: PageValues<Id>,
    formOrigins: readonly string[] = [],
  ): Promise<Answer> {
    return { page: await this.parts.surfaces.page(audience, id, macros, { formOrigins }), status: 200 }
  }

  /** A message in the language of a page. */
  async text(audience: Audience, message: Message | undefined): Promise<string> {
    if (message === undefined) return ''
    return (await this.parts.surfaces.words(audience))(message.label, message.values)
  }

  /**
   * The origins that the form policy of a page must allow. Browsers apply it to every redirect that follows the form.
   */
  async origins(visit: Visit, journey: Journey): Promise<string[]> {
    return journey.interaction === null ? [] : await this.redirectOrigins(visit, journey)
  }

  /** The origins of an application's redirect URIs. */
  async redirectOrigins({ tenant }: Visit, { applicationId }: Journey): Promise<string[]> {
    if (applicationId === null) return []
    const application = await this.parts.surfaces.application(tenant, applicationId)
    return [...new Set((application?.redirects ?? []).map(originOf))]
  }
}
