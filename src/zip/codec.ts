import { isMarkedAsUntransferable, Worker } from 'node:worker_threads'
import type { ThemeBlob } from '../core/blob.ts'
import type { ThemePath } from '../core/path.ts'
import { type Limits, Refusal } from '../core/refusal.ts'
import { threadFile } from '../program.ts'
import type { Answer, Request } from './messages.ts'
import type { PackageContents } from './read.ts'

/** Reads and packs archives off the event loop, in one worker that starts when needed and stops when idle. */
export interface Codec {
  /** Transfers the archive's memory if possible: the caller must not use it afterwards. */
  read(archive: Uint8Array, limits: Limits): Promise<PackageContents>
  /** Transfers the memory of `bytes` if possible: the caller must not use it afterwards. */
  pack(bytes: Uint8Array): Promise<ThemeBlob>
  /** Stops the worker. Pending calls are rejected. */
  close(): Promise<void>
}

const IDLE_MS = 1_000
const WORKER = threadFile('zip/worker')

interface Pending {
  resolve(answer: Answer): void
  reject(error: Error): void
}

/** A codec whose worker starts with the first call. */
export function createCodec(): Codec {
  let running: { worker: Worker; pending: Map<number, Pending> } | undefined
  let lastId = 0
  let idle: NodeJS.Timeout | undefined

  function start() {
    const worker = new Worker(WORKER, {
      name: 'zip',
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    })
    worker.unref()
    const pending = new Map<number, Pending>()
    const self = { worker, pending }
    const fail = (error: Error) => {
      if (running === self) running = undefined
      for (const waiting of pending.values()) waiting.reject(error)
      pending.clear()
    }
    worker.on('message', (answer: Answer) => {
      pending.get(answer.id)?.resolve(answer)
      pending.delete(answer.id)
      if (pending.size === 0) rest(self)
    })
    worker.on('messageerror', fail)
    worker.on('error', fail)
    worker.on('exit', code => fail(new Error(`the zip worker ended with code ${code}`)))
    return self
  }

  function rest({ worker }: { worker: Worker }) {
    worker.unref()
    idle = setTimeout(close, IDLE_MS).unref()
  }

  function ask(request: Request, bytes: Uint8Array): Promise<Answer> {
    running ??= start()
    const { worker, pending } = running
    return new Promise((resolve, reject) => {
      worker.postMessage(request, [bytes.buffer as ArrayBuffer])
      pending.set(request.id, { resolve, reject })
      worker.ref()
      clearTimeout(idle)
    })
  }

  async function close() {
    clearTimeout(idle)
    const ending = running
    running = undefined
    await ending?.worker.terminate()
  }

  return {
    async read(archive, limits) {
      const owned = transferable(archive)
      const answer = await ask({ id: ++lastId, kind: 'read', archive: owned, limits }, owned)
      if (answer.kind !== 'read') throw failure(answer)
      return { files: new Map(answer.files as [ThemePath, ThemeBlob][]), ignored: answer.ignored }
    },
    async pack(bytes) {
      const owned = transferable(bytes)
      const answer = await ask({ id: ++lastId, kind: 'pack', bytes: owned }, owned)
      if (answer.kind !== 'pack') throw failure(answer)
      return answer.blob
    },
    close,
  }
}

// A view of a larger buffer, such as Node's pool, shares its memory with others and has to be copied.
function transferable(bytes: Uint8Array): Uint8Array {
  const { buffer } = bytes
  const whole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
  return whole && !isMarkedAsUntransferable(buffer) ? bytes : new Uint8Array(bytes)
}

function failure(answer: Answer): Error {
  if (answer.kind === 'refusal') return new Refusal(answer.code, answer.details)
  return answer.kind === 'error' ? answer.error : new Error(`the zip worker answered ${answer.kind}`)
}
