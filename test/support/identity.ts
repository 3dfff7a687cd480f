import assert from 'node:assert/strict'
import { createIdentity, type Identity } from '../../src/identity/identity.ts'
import type { TestService } from './service.ts'

/** What a service knows of tokens and sessions, by a clock of the test's own. It has no pages, and is stopped by `lastUses`. */
export async function identityOf(
  { url, service: { store, consoleUrl } }: TestService,
  now: () => number = store.now,
): Promise<Identity> {
  return createIdentity({
    store,
    // Tokens and sessions are known without a single page.
    pages: undefined as never,
    locale: undefined,
    factors: [],
    scriptsOverHttp: false,
    own: () => ({ publicUrl: url, consoleUrl }),
    failedTries: 10,
    corsOrigins: [],
    sessionLimits: { idleMs: 3_600_000, absoluteMs: 8 * 3_600_000 },
    settings: { passwordMinimum: 8, registration: false, consoleSecondFactor: false },
    scriptVersion: '',
    now,
    newId: () => '',
    mailQueued: () => {},
    events: { completeTokenAnswer: () => undefined, failed: assert.ifError, refused: () => {} },
  })
}
