import { type Session, useSession } from './session.ts'

/** Unsaved input. */
export interface Draft<T> {
  readonly value: T
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The theme of drafts that do not belong to one, such as those of flows. */
export const NO_THEME = ''

/** The drafts of one person in this browser, by theme and by part, such as the path of a file. */
export interface Drafts {
  /** Stores a draft at once, replacing the former one. */
  readonly keep: (themeId: string, part: string, value: unknown) => void
  readonly find: <T>(themeId: string, part: string) => Promise<Draft<T> | undefined>
  /** Removes a draft, for example after its content was saved. */
  readonly drop: (themeId: string, part: string) => void
  /** The parts that have drafts. */
  readonly list: (themeId?: string) => readonly { readonly themeId: string; readonly part: string }[]
  readonly dropAll: (themeId?: string) => void
  readonly dropThemes: () => void
}

interface Stored {
  readonly at: number
  readonly iv: string
  readonly sealed: string
}

const PREFIX = 'tabard-draft'
const KEPT_MS = 14 * 24 * 3_600_000

// Available only over HTTPS and on localhost, like the console itself: elsewhere, browsers do not say which page sent a
// request.
const { subtle } = crypto

const known = new Map<string, Drafts>()

/** The drafts of the signed-in person. They are encrypted with keys that only this person gets from the service. */
export function useDrafts(): Drafts {
  return draftsOf(useSession())
}

function draftsOf({ userName, draftKeys }: Session): Drafts {
  const id = [userName, ...draftKeys].join()
  const drafts = known.get(id) ?? makeDrafts(userName, draftKeys)
  known.set(id, drafts)
  return drafts
}

function makeDrafts(userName: string, draftKeys: readonly string[]): Drafts {
  const keys = draftKeys.map(importKey)
  const mine = `${PREFIX} ${JSON.stringify(userName)} `
  const nameOf = (themeId: string, part: string) => `${mine}${JSON.stringify([themeId, part])}`
  /** The values to store next; undefined after a draft was dropped. */
  const newest = new Map<string, { readonly value: unknown }>()
  const busy = new Set<string>()
  const drop = (name: string) => {
    newest.delete(name)
    localStorage.removeItem(name)
  }
  const store = async (name: string) => {
    if (busy.has(name)) return
    busy.add(name)
    for (let next = newest.get(name); next !== undefined; ) {
      const stored = await sealed(await keys[0]!, next.value)
      const now = newest.get(name)
      // In the meantime, the text may have changed again or may have been saved.
      if (now === next) {
        put(name, stored)
        newest.delete(name)
      }
      next = now === next ? undefined : now
    }
    busy.delete(name)
  }
  const list = (themeId?: string) =>
    names()
      .filter(name => name.startsWith(mine))
      .map(name => {
        const [theme, part] = JSON.parse(name.slice(mine.length)) as [string, string]
        return { themeId: theme, part }
      })
      .filter(draft => themeId === undefined || draft.themeId === themeId)
  const dropAll = (themeId?: string) => {
    for (const draft of list(themeId)) drop(nameOf(draft.themeId, draft.part))
  }
  return {
    keep(themeId, part, value) {
      const name = nameOf(themeId, part)
      newest.set(name, { value })
      void store(name)
    },
    async find<T>(themeId: string, part: string) {
      const stored = read(nameOf(themeId, part))
      if (stored === undefined) return undefined
      for (const key of keys) {
        const value = await opened<T>(await key, stored)
        if (value !== undefined) return { value, at: stored.at }
      }
      return undefined
    },
    drop: (themeId, part) => drop(nameOf(themeId, part)),
    list,
    dropAll,
    dropThemes() {
      for (const { themeId } of list()) if (themeId !== NO_THEME) dropAll(themeId)
    },
  }
}

async function importKey(text: string): Promise<CryptoKey> {
  return await subtle.importKey('raw', bytesOf(text), 'AES-GCM', false, ['encrypt', 'decrypt'])
}

async function sealed(key: CryptoKey, value: unknown): Promise<Stored> {
  const at = Date.now()
  const text = JSON.stringify(value)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const bytes = await subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text))
  return { at, iv: base64Of(iv), sealed: base64Of(new Uint8Array(bytes)) }
}

/** The content of a draft; undefined if it was encrypted with another key. */
async function opened<T>(key: CryptoKey, { iv, sealed }: Stored): Promise<T | undefined> {
  try {
    const bytes = await subtle.decrypt({ name: 'AES-GCM', iv: bytesOf(iv) }, key, bytesOf(sealed))
    return JSON.parse(new TextDecoder().decode(bytes)) as T
  } catch {
    return undefined
  }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), one => one.charCodeAt(0))
}

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}

function names(): string[] {
  return Object.keys(localStorage).filter(name => name.startsWith(`${PREFIX} `))
}

function read(name: string): Stored | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '') as Stored
  } catch {
    return undefined
  }
}

function put(name: string, stored: Stored): void {
  try {
    localStorage.setItem(name, JSON.stringify(stored))
  } catch {
    // The storage is full. An older state of the text would be worse than none.
    localStorage.removeItem(name)
  }
}

// Removes the drafts of all people that are older than two weeks.
for (const name of names()) if (Date.now() - (read(name)?.at ?? 0) > KEPT_MS) localStorage.removeItem(name)
