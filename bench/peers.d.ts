// What the benchmarks use of packages that bring no types.
declare module 'archiver' {
  import type { Readable } from 'node:stream'
  export class ZipArchive extends Readable {
    constructor(options: { zlib: { level: number } })
    append(content: Buffer, entry: { name: string }): this
    finalize(): Promise<void>
  }
}

declare module 'yauzl' {
  import type { Readable } from 'node:stream'

  interface Entry {
    readonly fileName: string
  }
  interface ZipFile {
    eachEntry(): AsyncIterable<Entry>
    openReadStreamPromise(entry: Entry): Promise<Readable>
  }
  const yauzl: { fromBufferPromise(archive: Buffer): Promise<ZipFile> }
  export default yauzl
}

declare module 'autocannon' {
  interface Result {
    readonly requests: { readonly total: number }
    readonly duration: number
    /** In milliseconds. */
    readonly latency: { readonly p99: number; readonly max: number }
    readonly errors: number
    readonly non2xx: number
  }
  export default function autocannon(options: {
    url: string
    connections: number
    /** How many seconds it takes, unless there is an amount. */
    duration?: number
    /** How many requests it makes. */
    amount?: number
    overallRate?: number
    /** Threads of their own, so that what else this process does is not measured. */
    workers?: number
    headers?: Readonly<Record<string, string>>
    method?: 'POST'
    body?: string
    setupClient?(client: { setRequests(requests: { path: string }[]): void }): void
  }): Promise<Result>
}

declare module 'eta' {
  type Compiled = (this: Eta, values: object) => string
  export class Eta {
    constructor(options: { autoEscape: boolean; autoTrim: boolean })
    compile(template: string): Compiled
  }
}
