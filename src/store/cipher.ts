// Encrypts single values of rows with AES-256-GCM. An encrypted value reads `aes-256-gcm:<key id>:<bytes>`. Every other
// value is plain: a private JWK begins with a brace, and random bytes in base64url or base32 contain no colon.
import { createCipheriv, createDecipheriv, hash, type KeyObject, randomBytes } from 'node:crypto'
import { StoreFault } from './fault.ts'

const ALGORITHM = 'aes-256-gcm'
const PREFIX = `${ALGORITHM}:`
const ID_LENGTH = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The key for encryption, if there is one, and further keys that are used only for decryption. */
export interface EncryptionKeys {
  readonly encryptionKey: KeyObject | undefined
  readonly decryptionKeys: readonly KeyObject[]
}

/** The place of a value. A value that was encrypted for one place cannot be decrypted at another. */
export interface ValuePlace {
  readonly tenant: string
  readonly column: 'tenant_keys.material' | 'authenticators.secret' | 'identity_sources.secret'
  readonly row: string
}

/** The id of a key. It identifies a missing key, and reveals nothing about it. */
export function encryptionKeyId(key: KeyObject): string {
  return hash('sha256', Buffer.concat([Buffer.from('tabard encryption key '), key.export()]), 'hex').slice(
    0,
    ID_LENGTH,
  )
}

/** Encrypts and decrypts values with the keys of the settings. */
export class ValueCipher {
  readonly #keys: ReadonlyMap<string, KeyObject>
  readonly #current: { readonly id: string; readonly key: KeyObject } | undefined

  constructor({ encryptionKey, decryptionKeys }: EncryptionKeys) {
    const all = encryptionKey === undefined ? decryptionKeys : [encryptionKey, ...decryptionKeys]
    this.#keys = new Map(all.map(key => [encryptionKeyId(key), key]))
    this.#current = encryptionKey && { id: encryptionKeyId(encryptionKey), key: encryptionKey }
  }

  /** The id of the encryption key; undefined if values are not encrypted. */
  get currentId(): string | undefined {
    return this.#current?.id
  }

  /** Whether a value with this key id can be read. */
  knows(id: string): boolean {
    return this.#keys.has(id)
  }

  /** A value as it is stored: encrypted if there is a key. */
  sealed(value: string, place: ValuePlace): string {
    if (this.#current === undefined) return value
    const { id, key } = this.#current
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(boundTo(place))
    const bytes = [nonce, cipher.update(value, 'utf8'), cipher.final()]
    return `${PREFIX}${id}:${Buffer.concat([...bytes, cipher.getAuthTag()]).toString('base64url')}`
  }

  /** The plain text of a stored value. */
  opened(kept: string, place: ValuePlace): string {
    const id = keyIdOf(kept)
    if (id === undefined) return kept
    const key = this.#keys.get(id)
    if (key === undefined) throw new StoreFault('unusable', missingKey(id))
    const bytes = Buffer.from(kept.slice(PREFIX.length + ID_LENGTH + 1), 'base64url')
    try {
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(boundTo(place)).setAuthTag(bytes.subarray(-TAG_BYTES))
      const value = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([value, decipher.final()]).toString('utf8')
    } catch {
      const text = `An encrypted value in ${place.column} of ${place.row} is damaged, or was copied there from another row. Restore a backup.`
      throw new StoreFault('unusable', text)
    }
  }
}

/** The id of the key that encrypted a value; undefined for a plain one. */
function keyIdOf(kept: string): string | undefined {
  return kept.startsWith(PREFIX) ? kept.slice(PREFIX.length, PREFIX.length + ID_LENGTH) : undefined
}

/** The error for values that cannot be decrypted. */
export function missingKey(id: string): string {
  return `The database contains values that are encrypted with the key ${id}, which is not set. Set TABARD_ENCRYPTION_KEY to it, or add it to TABARD_DECRYPTION_KEYS.`
}

/** SQL that counts the values for each key id. The id of plain values is empty. */
export const ENCRYPTION_FIGURES = `
  select id, count(*) as count from (
    select ${idIn('material')} as id from tenant_keys
    union all
    select ${idIn('secret')} as id from authenticators
    union all
    select ${idIn('secret')} as id from identity_sources where secret is not null
  ) as kept group by id order by id`

function idIn(column: string): string {
  const id = `substr(${column}, ${PREFIX.length + 1}, ${ID_LENGTH})`
  return `case when ${column} like '${PREFIX}%' then ${id} else '' end`
}

/** The LIKE pattern of values encrypted with a key; without an id, of those encrypted with any key. */
export function keptWith(id = ''): string {
  return `${PREFIX}${id}%`
}

function boundTo({ tenant, column, row }: ValuePlace): Buffer {
  return Buffer.from(JSON.stringify([tenant, column, row]))
}
