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
const REMEMBERED_ENCODER = 'Without what is remembered, an equal encoder is made.'
const PLACE = 'Only scripts and style sheets are compared by this name; any other one means neither.'
const WORD = 'The word before is only looked up in lists of words, in which neither text is.'
const PAST_END = 'Beyond the end of the text there is no character to find.'
const TEMPLATE = 'src/core/template'
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
  {
    file: 'src/zip/directory.ts',
    line: "if (entries.length === place.count) throw flawed('cd-count-mismatch')",
    replacement: 'false',
    why: 'It only ends the work early: the count is compared at the end as well.',
  },
  {
    file: 'src/zip/directory.ts',
    line: 'for (let i = 0; i < 4 && at < extra.zip64End; i++) {',
    why: 'The next lines end the loop at the same place, because nothing more fits into the field.',
  },
  {
    file: 'src/zip/directory.ts',
    line: 'if (at + width > extra.zip64End) break',
    why: 'A number that goes beyond the field is a conflict here, and after the loop as well.',
  },
  {
    file: 'src/zip/end.ts',
    line: "const END = Buffer.from('PK\\x05\\x06', 'latin1')",
    replacement: '""',
    why: 'The signature has the same bytes in UTF-8.',
  },
  { file: 'src/zip/extra.ts', line: 'if (from === to) return NONE', replacement: 'false', why: FAST_PATH },
  {
    file: 'src/zip/extra.ts',
    line: 'const NONE: Extra = { zip64: -1, zip64End: -1, unicodePath: -1, unicodePathEnd: -1 }',
    replacement: '+1',
    why: 'Where there is no second name, nothing reads its end.',
  },
  {
    file: 'src/zip/extra.ts',
    line: 'extra.unicodePathEnd - at === 5 + nameEnd - nameAt &&',
    replacement: 'true',
    why: 'Names of different lengths differ when they are compared, too.',
  },
  {
    file: 'src/zip/local.ts',
    line: 'const starts = new Array<number>(entries.length)',
    why: 'The array grows as it is filled.',
  },
  {
    file: 'src/zip/local.ts',
    line: "if (entry.offset < expected) throw flawed('overlap', entry.name)",
    why: 'The entry before has been refused for it already.',
  },
  {
    file: 'src/zip/local.ts',
    line: 'const sorted = entries.every((entry, index) => index === 0 || entries[index - 1]!.offset <= entry.offset)',
    why: FAST_PATH,
  },
  {
    file: 'src/zip/local.ts',
    line: "if (nameAt > directory || archive.readUInt32LE(at) !== 0x04034b50) throw flawed('lfh-malformed', entry.name)",
    why: 'A header that goes beyond the directory is refused for its end in the same way; no name is empty.',
  },
  {
    file: 'src/zip/name.ts',
    line: "const backslashed = BACKSLASH_HOSTS.has(host) && text.includes('\\\\') && !text.includes('/')",
    replacement: '""',
    why: 'Where there is no backslash, none is replaced.',
  },
  { file: 'src/zip/name.ts', line: '} catch (error) {', why: 'The gate throws nothing but refusals.' },
  {
    file: 'src/zip/name.ts',
    line: 'if (error instanceof Refusal) return undefined',
    replacement: 'true',
    why: 'The gate throws nothing but refusals.',
  },
  {
    file: 'src/zip/name.ts',
    line: "for (let cut = name.lastIndexOf('/'); cut > 0; cut = name.lastIndexOf('/', cut - 1)) {",
    replacement: 'cut >= 0',
    why: 'No name that came so far begins with a slash.',
  },
  { file: 'src/zip/name.ts', line: 'if (folders.has(parent)) break', replacement: 'false', why: FAST_PATH },
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
    line: "const record = await own.write(tx => tx.records.lock(KIND.name, idHash), 'quiet')",
    replacement: '""',
    why: QUIET,
  },
  {
    file: SESSIONS,
    line: '...(source !== undefined && { source }),',
    replacement: 'true',
    why: 'A session is kept as JSON, which leaves out what is undefined.',
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
  ...[
    "const STRICT: Place = { layers: ['strict'], context: 'unsure', within: 'other' }",
    "if (kind === 'comment') return { layers: ['none'], context: 'comment', within: 'other' }",
    "if (kind !== 'text') return { layers: ['fixed'], context: kind, within: 'other' }",
    "within: 'other',",
    "return { layers: encoder === undefined ? ['html'] : [encoder, 'html'], within: 'attribute' }",
    "return begins ? { layers: ['url-trusted', 'html'], within: 'attribute' } : STRICT",
  ].map(line => ({ file: `${TEMPLATE}/places.ts`, line, replacement: '""', why: PLACE })),
  ...["let word = ''", "word = ''"].map(line => ({
    file: `${TEMPLATE}/script.ts`,
    line,
    replacement: '"Stryker was here!"',
    why: WORD,
  })),
  ...['script', 'style'].map(name => ({
    file: `${TEMPLATE}/${name}.ts`,
    line: 'while (states.length < offsets.length && offsets[states.length]! < end) states.push(state)',
    why: PAST_END,
  })),
  {
    file: `${TEMPLATE}/script.ts`,
    line: 'for (let at = from; at < code.length; at++) {',
    replacement: 'at <= code.length',
    why: PAST_END,
  },
  {
    file: `${TEMPLATE}/style.ts`,
    line: 'for (let at = from; at < css.length; at++) {',
    replacement: 'at <= css.length',
    why: PAST_END,
  },
  {
    file: `${TEMPLATE}/script.ts`,
    line: "if (c === '{') braces.push('block')",
    replacement: '""',
    why: 'Only the name of a template literal is looked for.',
  },
  {
    file: `${TEMPLATE}/transfer.ts`,
    line: 'if (known === undefined) {',
    replacement: 'true',
    why: REMEMBERED_ENCODER,
  },
  { file: `${TEMPLATE}/transfer.ts`, line: 'encoders.set(key, known)', why: REMEMBERED_ENCODER },
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
