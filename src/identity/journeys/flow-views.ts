import type { PageId, PageValues } from '../../core/catalogue/catalogue.ts'
import type { Message } from '../../core/flows/message.ts'
import type { SignIn } from '../../core/flows/sign-in.ts'
import type { Audience } from '../../pages/pages.ts'
import { flowAddress, originOf } from '../surfaces/addresses.ts'
import type { Purpose } from '../surfaces/surfaces.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import type { FlowParts } from './flow-parts.ts'

export type ViewOf<At extends SignIn['at']> = SignIn & { at: At }

/** What the pages of every flow share. */
export class FlowViews {
  protected readonly parts: FlowParts

  constructor(parts: FlowParts) {
    this.parts = parts
  }

  protected async frame(
    visit: Visit,
    journey: Journey,
    look: Purpose = journey,
  ): Promise<{ audience: Audience; flow: string; action: string }> {
    const flow = await this.parts.seals.sealed(visit.tenant.id, visit.browser, journey)
    const audience = await this.parts.surfaces.audience(visit.tenant, look, visit.wish)
    return { audience, flow, action: flowAddress(flow) }
  }

  protected async page<Id extends PageId>(
    audience: Audience,
    id: Id,
    macros: PageValues<Id>,
    formOrigins: readonly string[] = [],
  ): Promise<Answer> {
    return { page: await this.parts.surfaces.page(audience, id, macros, { formOrigins }), status: 200 }
  }

  protected async text(audience: Audience, message: Message | undefined): Promise<string> {
    if (message === undefined) return ''
    return (await this.parts.surfaces.words(audience))(message.label, message.values)
  }

  /** Browsers hold the policy of a form against every redirect that follows it. */
  protected async origins({ tenant }: Visit, { applicationId, interaction }: Journey): Promise<string[]> {
    if (interaction === null || applicationId === null) return []
    const application = await this.parts.surfaces.application(tenant, applicationId)
    return [...new Set((application?.redirects ?? []).map(originOf))]
  }
}
