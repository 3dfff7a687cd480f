/** What is known of a file's content without having it at hand. */
export interface BlobInfo {
  /** SHA-256 of the plain bytes, in hexadecimal. */
  readonly digest: string
  readonly size: number
  readonly crc: number
  readonly deflatedSize: number
}

/** A file's content, compressed once: the raw deflate stream serves storage, ZIP entries and gzip answers alike. */
export interface ThemeBlob extends BlobInfo {
  readonly deflated: Uint8Array
}
