import type { Mutant } from './stryker.ts'

/** A survivor that somebody has looked at: no test can kill it, because nothing that can be seen changes. */
interface Equivalent {
  readonly file: string
  /** The line that it changes, and what Stryker puts there; any replacement without one. */
  readonly line: string
  readonly replacement?: string
  readonly why: string
}

const FAST_PATH = 'It only skips work: the code behind it comes to the same result.'
const QUIET = 'A quiet write spares what others remember; what they would read instead is the same.'
const REMEMBERED = 'Without what is remembered, the store is asked, which answers the same.'
const TIME = 'It is only there to take as long as the other way, so that the time tells nothing.'
const ADAPTER = 'src/identity/provider/adapter.ts'
const CONSOLE_SESSIONS = 'src/identity/sessions/console-sessions.ts'
const SESSIONS = 'src/identity/sessions/sessions.ts'

const EQUIVALENT: readonly Equivalent[] = [
  { file: 'src/core/path.ts', line: 'const PLAIN = /^\\w[\\w./-]*$/', why: FAST_PATH },
  {
    file: 'src/core/path.ts',
    line: 'if (PLAIN.test(name)) return shapeFlaw(name, limits)',
    replacement: 'false',
    why: FAST_PATH,
  },
  {
    file: 'src/core/path.ts',
    line: "for (let cut = path.indexOf('/'); cut !== -1; cut = path.indexOf('/', cut + 1)) {",
    replacement: '""',
    why: 'Every path is then below the folder "" as well, which no file and no other folder is called.',
  },
  {
    file: 'src/http/request/target.ts',
    line: "if (/^[\\w./-]*$/.test(rest)) return rest.split('/')",
    why: FAST_PATH,
  },
  {
    file: 'src/http/request/target.ts',
    line: "return raw.url?.split('?', 1)[0]?.slice(0, 200) ?? ''",
    replacement: "raw.url?.split('?', 1)[0].slice",
    why: 'What split answers with is never empty; the types do not know it.',
  },
  {
    file: 'src/http/request/auth.ts',
    line: "if (header === undefined || header === '') throw new Refusal('token_missing', {})",
    why: 'An empty header has no scheme, and is refused for that by the next lines in the same way.',
  },
  {
    file: 'src/http/request/auth.ts',
    line: "if (scheme?.toLowerCase() !== 'bearer') throw new Refusal('token_missing', {})",
    replacement: 'scheme.toLowerCase',
    why: 'What split answers with is never empty; the types do not know it.',
  },
  { file: ADAPTER, line: "const NOBODY = secretHash('nobody')", why: TIME },
  { file: ADAPTER, line: "secretMatches('', NOBODY)", why: TIME },
  { file: ADAPTER, line: "await isFormerSecret(store, id, '')", why: TIME },
  {
    file: ADAPTER,
    line: 'const expiresAt = expiresIn === undefined ? null : store.now() + expiresIn * 1000',
    replacement: 'false',
    why: 'SQLite keeps the resulting NaN as null. PostgreSQL refuses it, where npm test kills the mutant.',
  },
  {
    file: 'src/identity/provider/bearer.ts',
    line: 'if (known?.epoch !== epoch) {',
    replacement: 'true',
    why: REMEMBERED,
  },
  {
    file: CONSOLE_SESSIONS,
    line: "await store.write(tx => this.#take(tx, record.idHash, this.#timedOut(kept)), 'quiet')",
    replacement: '""',
    why: QUIET,
  },
  {
    file: CONSOLE_SESSIONS,
    line: "return (await store.write(tx => tx.records.replace(used), 'quiet')) ? operator : undefined",
    replacement: '""',
    why: QUIET,
  },
  {
    file: CONSOLE_SESSIONS,
    line: "await store.write(tx => this.#take(tx, secretHash(session), end), 'quiet')",
    replacement: '""',
    why: QUIET,
  },
  { file: CONSOLE_SESSIONS, line: "}, 'quiet')", replacement: '""', why: QUIET },
  {
    file: SESSIONS,
    line: "const kept = await this.#store.tenant(tenant).write(tx => tx.records.replace(record), 'quiet')",
    replacement: '""',
    why: QUIET,
  },
  {
    file: SESSIONS,
    line: 'if (known?.epoch === this.#store.epoch() && (known.session === undefined || this.#holds(known.session)))',
    replacement: 'false',
    why: REMEMBERED,
  },
  { file: SESSIONS, line: 'this.#known.set(key, { epoch, session })', why: REMEMBERED },
  {
    file: SESSIONS,
    line: "return { idHash: record.idHash, account: record.owner ?? '', ...KIND.heldIn(record) }",
    replacement: '"Stryker was here!"',
    why: 'Every session has an owner; the types of records do not know it.',
  },
]

/** Why a survivor cannot be killed; undefined for one that nobody has looked at. */
export function equivalence({ file, text, replacement }: Mutant): string | undefined {
  return EQUIVALENT.find(
    known =>
      known.file === file &&
      known.line === text &&
      (known.replacement === undefined || known.replacement === replacement),
  )?.why
}
