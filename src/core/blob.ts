/** The properties of a file's content, without the content itself. */
export interface BlobInfo {
  /** SHA-256 of the plain bytes, in hexadecimal. */
  readonly digest: string
  readonly size: number
  readonly crc: number
  readonly deflatedSize: number
}

/** A file's content, compressed once. The raw deflate stream is used for storage, ZIP entries and gzip responses. */
export interface ThemeBlob extends BlobInfo {
  readonly deflated: Uint8Array
}
