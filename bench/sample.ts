// Packages of about the size and the mix of real ones, the same in each run: pages, labels and styles that
// share a vocabulary, and images that do not compress.

/** The plain files of a package, by their paths below `templates`. */
export type Sample = ReadonlyMap<string, Buffer<ArrayBuffer>>

const WORDS =
  'account address again application browser cancel change code confirm continue delivery device email enter expired help identity invalid link locale login message number page password please policy profile provider request reset security select send session sign support theme time try user value verify welcome your'.split(
    ' ',
  )
const FLOWS = ['login', 'logout', 'mfa', 'consent', 'password', 'registration', 'profile', 'campaign']
const LOCALES = ['default', 'de', 'fr', 'es', 'it', 'ja', 'pt_BR']
const SMALLEST = 512
const LARGEST = 8 * 1024
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

type Random = (below: number) => number
type Kind = readonly [extension: string, line: (random: Random) => string]

const HTML: Kind = [
  'html',
  random =>
    `    <div class="${word(random)}-${word(random)}" id="${word(random)}${random(100)}">\n      <label for="${word(random)}">@${word(random).toUpperCase()}_${word(random).toUpperCase()}@</label> ${words(random, 8)}\n    </div>\n`,
]
const PROPERTIES: Kind = [
  'properties',
  random => `${word(random)}.${word(random)}.${word(random)}=${words(random, 4 + random(9))}.\n`,
]
const CSS: Kind = [
  'css',
  random =>
    `.${word(random)}-${word(random)} {\n  margin: ${random(40)}px;\n  color: #${(0x100000 + random(0xeffff)).toString(16)};\n}\n`,
]

/** A package of this many files. */
export function sample(count: number): Sample {
  const random = randomFrom(count)
  const files = new Map<string, Buffer<ArrayBuffer>>()
  for (let number = 0; number < count; number++) {
    // Most files are small: the power keeps the average near 2.25 KB.
    const size = Math.round(SMALLEST + (LARGEST - SMALLEST) * (random(1000) / 1000) ** 3.9)
    const place = `${FLOWS[number % FLOWS.length]}/part_${number % 37}/${LOCALES[number % LOCALES.length]}`
    if (number % 25 === 7) {
      files.set(`${place}/image_${number}.png`, image(size, random))
      continue
    }
    const [extension, line] = number % 10 === 3 ? CSS : number % 10 < 3 ? PROPERTIES : HTML
    files.set(
      `${place}/${word(random)}_${number}.${extension}`,
      text(size, () => line(random)),
    )
  }
  return files
}

function text(size: number, line: () => string): Buffer<ArrayBuffer> {
  let content = ''
  while (content.length < size) content += line()
  return Buffer.from(content)
}

function image(size: number, random: Random): Buffer<ArrayBuffer> {
  return Buffer.concat([PNG, Uint8Array.from({ length: size }, () => random(256))])
}

function words(random: Random, count: number): string {
  return Array.from({ length: count }, () => word(random)).join(' ')
}

function word(random: Random): string {
  return WORDS[random(WORDS.length)]!
}

/** Xorshift: numbers that look random and are the same in each run. */
function randomFrom(seed: number): Random {
  let state = seed * 2654435761
  return below => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}
