import type { FastifyRequest } from 'fastify'
import { reaches, type ThemeLimit } from '../../core/entitlement.ts'
import { Refusal } from '../../core/refusal.ts'
import { isPreview } from '../../themes/themes.ts'

/** The themes that a request is limited to. People in the console are not limited. */
export function reachOf({ client }: FastifyRequest): ThemeLimit {
  return client?.themes ?? null
}

/**
 * Refuses a theme that is out of reach as one that does not exist. Which theme a preview is of turns out when it is
 * found (`authorsView`).
 */
export function assertReach(request: FastifyRequest, themeId: string): void {
  if (!reaches(reachOf(request), themeId) && !isPreview(themeId)) throw new Refusal('theme_unknown', {})
}
