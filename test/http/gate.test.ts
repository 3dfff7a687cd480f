import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fastify from 'fastify'
import { ENTITLEMENTS, type Entitlement, suffices } from '../../src/core/entitlement.ts'
import type { RefusalCode } from '../../src/core/refusal.ts'
import { admission, admissionOfOthers } from '../../src/http/description/admission.ts'
import type { Call, Method, ThemeAt, Who } from '../../src/http/description/call.ts'
import { type Asked, type Caller, type Gated, gatedService, PEOPLE, PROGRAMS } from './gated.ts'

/** Stands for the theme that a client is limited to. */
const OWN = 'own'
const call = (who: Who, theme: ThemeAt = 'none'): Call => {
  const plain = { id: 'x', group: 'Themes', summary: '', answers: {} } as const
  return who === 'reader' || who === 'writer' ? { ...plain, who, theme } : { ...plain, who }
}
const PAGE = { id: 'x', page: 'a page' }

describe('the gates of the service', () => {
  let gated: Gated
  before(async () => {
    gated = await gatedService()
  })
  after(() => gated.stop())

  describe('the bearer token of a request', () => {
    const calls = { GET: call('reader') }
    const sent = async (authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization }
      return await gated.ask('pages', calls, { headers })
    }

    test('follows the scheme, in whatever case that is written, and one space', async () => {
      const [, token] = gated.callers.writer.authorization!.split(' ')
      for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
        assert.equal((await sent(`${scheme} ${token}`)).author, `client:${gated.ids.writer}`)
        for (const unknown of ['abc', 'aZ09-._~+/', 'abc=', 'abc==', 'a', `${token}=`])
          assert.equal((await sent(`${scheme} ${unknown}`)).outcome, 'token_invalid', unknown)
      }
    })

    test('is missing without a header, and where the header is of another scheme', async () => {
      for (const header of [undefined, '', 'Basic abc', 'Bearer2 abc', 'Bearer\tabc', 'abc'])
        assert.equal((await sent(header)).outcome, 'token_missing', header)
    })

    test('is malformed with any other character, or with more behind it', async () => {
      for (const token of ['', ' abc', 'abc def', 'abc ', '"abc"', 'a,b', 'a=b', '=', 'é', 'abc\n', '\nabc'])
        assert.equal((await sent(`Bearer ${token}`)).outcome, 'token_malformed', JSON.stringify(token))
      const { outcome, text } = await sent('Bearer')
      assert.equal(outcome, 'token_malformed')
      assert.match(text, /The header Authorization must be Bearer, one space and the token\./)
    })
  })

  describe('entitlements', () => {
    test('to manage includes to read, and no other includes another', () => {
      const held: [Entitlement[], ...suffice: Entitlement[]][] = [
        [[]],
        [['readTemplates'], 'readTemplates'],
        [['manageTemplates'], 'manageTemplates', 'readTemplates'],
        [['readTemplates', 'manageTemplates'], 'manageTemplates', 'readTemplates'],
        [['manageAccess'], 'manageAccess'],
        [['readTemplates', 'manageAccess'], 'readTemplates', 'manageAccess'],
      ]
      for (const [entitlements, ...expected] of held)
        assert.deepEqual(
          ENTITLEMENTS.filter(needed => suffices(entitlements, needed)),
          expected,
        )
    })

    test('that are missing are named', async () => {
      for (const [who, needed] of [
        ['reader', 'readTemplates'],
        ['writer', 'manageTemplates'],
        ['steward', 'manageAccess'],
        ['designer', 'manageFlows'],
        ['registrar', 'manageSources'],
      ] as const) {
        const { text } = await gated.ask('pages', { GET: call(who) }, { headers: gated.callers.none })
        assert.match(text, new RegExp(`\\b${needed}\\b`))
      }
    })

    test('are needed by the method: only GET and HEAD read', async () => {
      const { reader, writer } = gated.callers
      const calls = { GET: call('administrator'), POST: call('administrator'), DELETE: call('administrator') }
      const outcome = async (method: string, headers: Record<string, string>) =>
        (await gated.ask('pages', calls, { method, headers })).outcome
      assert.equal(await outcome('GET', reader), 'role_missing')
      for (const [method, admitted] of [
        ['POST', 'role_missing'],
        ['DELETE', 'role_missing'],
        // The address has none of these.
        ['PUT', 'method_unknown'],
        ['PATCH', 'method_unknown'],
        ['OPTIONS', 'method_unknown'],
      ] as const) {
        assert.equal(await outcome(method, reader), 'entitlement_missing', method)
        assert.equal(await outcome(method, writer), admitted, method)
      }
      const asked = { headers: reader, method: 'GET' }
      assert.equal((await gated.ask('pages', { POST: call('writer') }, asked)).outcome, 'method_unknown')
    })
  })

  describe('who made a request', () => {
    const calls = { GET: call('reader') }
    const made = async (headers: Record<string, string>) => await gated.ask('console', calls, { headers })

    test('is the client of its token, else the account of the session', async () => {
      const { writer, developer } = gated.callers
      assert.equal((await made(writer)).author, `client:${gated.ids.writer}`)
      assert.equal((await made(developer)).author, 'account:developer@example.com')
      const { author, actor } = await made({ ...developer, ...writer })
      assert.deepEqual([author, actor], [`client:${gated.ids.writer}`, undefined])
    })

    test('is told to the audit trail with the network address', async () => {
      const { actor } = await made(gated.callers.developer)
      assert.deepEqual(actor, { account: gated.ids.developer, address: '127.0.0.1' })
    })
  })

  describe('admission', () => {
    /** What comes of a request by each caller. */
    const outcomes = async (
      where: 'pages' | 'console',
      callers: readonly Caller[],
      calls: Parameters<Gated['ask']>[1],
      asked: Asked,
    ) => {
      const told = callers.map(async caller => {
        const { outcome } = await gated.ask(where, calls, { ...asked, headers: gated.callers[caller] })
        return [caller, outcome] as const
      })
      return Object.fromEntries(await Promise.all(told))
    }

    type Outcome = 'admitted' | RefusalCode
    const yes = 'admitted'
    const [entitlement, session, origin, role, token] = [
      'entitlement_missing',
      'session_missing',
      'origin_foreign',
      'role_missing',
      'token_missing',
    ] as const
    const all = (outcome: Outcome) => PROGRAMS.map(() => outcome)
    const READS = [entitlement, yes, yes, entitlement, entitlement, yes] as const
    const WRITES = [entitlement, entitlement, yes, entitlement, entitlement, yes] as const
    const STEWARDS = [entitlement, entitlement, entitlement, yes, entitlement, entitlement] as const
    const REGISTRARS = [entitlement, entitlement, entitlement, entitlement, yes, entitlement] as const
    /** Admitted by a token, which does not suffice. */
    const but = (outcomes: readonly Outcome[], code: Outcome) =>
      outcomes.map(outcome => (outcome === yes ? code : outcome))

    // For each kind of call and each method: programs (none, reader, writer, steward, registrar, limited), then people in the console
    // (a page without a session, a foreign page, developer, administrator).
    const ADMITTED: [Who, Method, programs: readonly Outcome[], people: readonly Outcome[]][] = [
      ['anyone', 'GET', all(yes), [yes, yes, yes, yes]],
      ['anyone', 'POST', all(yes), [yes, yes, yes, yes]],
      ['console page', 'GET', all(origin), [yes, origin, yes, yes]],
      ['console page', 'POST', all(origin), [yes, origin, yes, yes]],
      ['session', 'GET', all(origin), [session, origin, yes, yes]],
      ['session', 'POST', all(origin), [session, origin, yes, yes]],
      ['reader', 'GET', READS, [session, origin, yes, yes]],
      ['reader', 'POST', READS, [session, origin, yes, yes]],
      ['writer', 'GET', WRITES, [session, origin, yes, yes]],
      ['writer', 'POST', WRITES, [session, origin, yes, yes]],
      ['steward', 'GET', STEWARDS, [session, origin, role, yes]],
      ['steward', 'POST', STEWARDS, [session, origin, role, yes]],
      ['registrar', 'GET', REGISTRARS, [session, origin, role, yes]],
      ['registrar', 'POST', REGISTRARS, [session, origin, role, yes]],
      ['designer', 'GET', all(entitlement), [session, origin, role, yes]],
      ['designer', 'POST', all(entitlement), [session, origin, role, yes]],
      ['somebody', 'GET', but(READS, session), [session, origin, yes, yes]],
      ['somebody', 'POST', but(WRITES, session), [session, origin, yes, yes]],
      ['administrator', 'GET', but(READS, role), [session, origin, role, yes]],
      ['administrator', 'POST', but(WRITES, role), [session, origin, role, yes]],
    ]
    for (const [who, method, programs, people] of ADMITTED) {
      const calls = { [method]: call(who) }
      test(`to a ${method} for ${who} in the console`, async () => {
        const callers = [...PROGRAMS, ...PEOPLE]
        const expected = [...programs, ...people].map((outcome, nth) => [callers[nth]!, outcome])
        assert.deepEqual(await outcomes('console', callers, calls, { method }), Object.fromEntries(expected))
      })
      test(`to a ${method} for ${who} where there are no sessions`, async () => {
        const isClosed = who === 'session' || who === 'console page'
        const nobody = who === 'anyone' ? yes : isClosed ? (who === 'session' ? session : origin) : token
        const expected = PROGRAMS.map((caller, nth) => [caller, isClosed ? nobody : programs[nth]!])
        assert.deepEqual(
          await outcomes('pages', ['nobody', 'administrator', ...PROGRAMS], calls, { method }),
          {
            nobody,
            administrator: nobody,
            ...Object.fromEntries(expected),
          },
        )
      })
    }

    test('needs no gate where anyone may call', () => {
      assert.equal(admission(fastify(), call('anyone')), undefined)
      assert.equal(admission(fastify(), PAGE), undefined)
      assert.equal(admissionOfOthers(fastify(), { GET: PAGE, POST: call('session') }), undefined)
    })

    test('needs a gate elsewhere, or the call is not registered', () => {
      const missing = { message: 'a server with calls that not everybody may make needs a gate' }
      assert.throws(() => admission(fastify(), call('reader')), missing)
      assert.throws(() => admissionOfOthers(fastify(), { GET: call('reader') }), missing)
    })

    const [known, hidden] = ['admitted', 'theme_unknown'] as const
    const THEMES: [ThemeAt, at: string, expected: Outcome][] = [
      ['path', `/themes/${OWN}`, known],
      ['path', '/themes/another', hidden],
      ['path', '/themes/default', hidden],
      ['path', `/themes/another?themeId=${OWN}`, hidden],
      ['path', '/themes/master', known],
      ['query', `/themes/another?themeId=${OWN}`, known],
      ['query', '/themes/another?themeId=another', hidden],
      ['query', `/themes/${OWN}`, hidden],
      ['every', `/themes/${OWN}`, 'client_limited'],
      ['own', '/themes/another', known],
      ['body', '/themes/another', known],
      ['none', '/themes/another', known],
    ]
    for (const [theme, at, expected] of THEMES)
      test(`of a client that is limited to a theme, at ${at} with the theme in ${theme}`, async () => {
        for (const who of ['reader', 'writer'] as const) {
          const asked = { route: '/themes/:id', at: at.replace(OWN, gated.themeId) }
          const callers = ['limited', 'writer', 'administrator'] as const
          assert.deepEqual(await outcomes('console', callers, { GET: call(who, theme) }, asked), {
            limited: expected,
            writer: yes,
            administrator: yes,
          })
        }
      })

    const OTHERS: [what: string, Partial<Record<Method, Who>>, admitted: readonly Caller[]][] = [
      [
        'is open where all calls are open',
        { GET: 'anyone', POST: 'console page', PUT: 'session' },
        ['nobody', ...PROGRAMS],
      ],
      [
        'is for writers where some call is not open',
        { GET: 'anyone', POST: 'writer' },
        ['writer', 'limited'],
      ],
      ['is for writers where there is nothing to write', { GET: 'reader' }, ['writer', 'limited']],
      [
        'is for readers where all writes are for readers',
        { GET: 'writer', POST: 'reader' },
        ['reader', 'writer', 'limited'],
      ],
      ['is for stewards where all calls are', { GET: 'steward', PUT: 'steward' }, ['steward']],
      ['is for registrars where all calls are', { GET: 'registrar', PUT: 'registrar' }, ['registrar']],
      ['is for writers where some write is', { POST: 'reader', PUT: 'writer' }, ['writer', 'limited']],
    ]
    for (const [what, calls, admitted] of OTHERS)
      test(`with another method ${what}`, async () => {
        const described = Object.fromEntries(
          Object.entries(calls).map(([method, who]) => [method, call(who)]),
        )
        const found = await outcomes('pages', ['nobody', ...PROGRAMS], described, { method: 'PATCH' })
        const refusals = { nobody: token } as Partial<Record<Caller, Outcome>>
        const expected = ['nobody' as const, ...PROGRAMS].map(caller => [
          caller,
          admitted.includes(caller) ? 'method_unknown' : (refusals[caller] ?? entitlement),
        ])
        assert.deepEqual(found, Object.fromEntries(expected))
      })
  })
})
