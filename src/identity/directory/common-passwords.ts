import { readFileSync } from 'node:fs'
import { listedStems } from '../../core/password-stem.ts'
import { assetFile } from '../../program.ts'

const LIST = assetFile('identity/directory/common-passwords.txt')
const LINE_FEED = 0x0a

/**
 * Words that people choose when they have to change a password. The list of common passwords does not contain all of
 * them.
 */
const DUE = `
  spring summer autumn fall winter january february march april may june july august september october november
  december monday tuesday wednesday thursday friday saturday sunday welcome password passwort passcode secret changeme
  newpassword temppassword temporary default login signin access admin administrator root user guest test testing demo
  company office server support service hello letmein qwerty qwertz azerty
  fruehling sommer herbst januar februar maerz mai juni juli oktober dezember montag dienstag mittwoch donnerstag
  freitag samstag sonntag willkommen geheim hallo kennwort
  printemps automne hiver motdepasse bonjour bienvenue contrasena clave hola bienvenido primavera verano invierno
  senha wachtwoord welkom haslo lozinka parola salasana
`

let lines: Buffer | undefined
let words: Set<string> | undefined

/**
 * Whether this password is common. The list stays one sorted buffer, because a set would take eight times the memory.
 */
export function isCommon(lowercased: string): boolean {
  lines ??= readFileSync(LIST)
  const wanted = Buffer.from(lowercased)
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const start = middle === 0 ? 0 : lines.lastIndexOf(LINE_FEED, middle - 1) + 1
    const end = lines.indexOf(LINE_FEED, start)
    const order = lines.compare(wanted, 0, wanted.length, start, end)
    if (order === 0) return true
    if (order < 0) low = end + 1
    else high = start
  }
  return false
}

/** Whether passwords made of this word are common. */
export function isCommonWord(stem: string): boolean {
  words ??= commonWords()
  return words.has(stem)
}

function commonWords(): Set<string> {
  lines ??= readFileSync(LIST)
  const known = new Set(DUE.trim().split(/\s+/))
  for (const line of lines.toString().split('\n')) for (const stem of listedStems(line)) known.add(stem)
  return known
}
