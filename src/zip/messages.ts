import type { ThemeBlob } from '../core/blob.ts'
import type { Limits, RefusalCode, Refusals } from '../core/refusal.ts'

/** What the codec asks of its worker. */
export type Request =
  | { id: number; kind: 'read'; archive: Uint8Array; limits: Limits }
  | { id: number; kind: 'pack'; bytes: Uint8Array }

/** What the worker answers. A refusal loses its class between threads, so its code and details are sent instead. */
export type Answer =
  | { id: number; kind: 'read'; files: [string, ThemeBlob][]; ignored: string[] }
  | { id: number; kind: 'pack'; blob: ThemeBlob }
  | { id: number; kind: 'refusal'; code: RefusalCode; details: Refusals[RefusalCode] }
  | { id: number; kind: 'error'; error: Error }
