import { parentPort } from 'node:worker_threads'
import { Refusal } from '../core/refusal.ts'
import { packed } from './blob.ts'
import type { Answer, Request } from './messages.ts'
import { readPackage } from './read.ts'

const port = parentPort
if (port === null) throw new Error('this module runs in a worker thread only')

port.on('message', (request: Request) => {
  try {
    if (request.kind === 'read') {
      const { files, ignored } = readPackage(request.archive, request.limits)
      const buffers = new Set([...files.values()].map(blob => blob.deflated.buffer as ArrayBuffer))
      answer({ id: request.id, kind: 'read', files: [...files], ignored }, [...buffers])
    } else {
      const blob = packed(request.bytes)
      answer({ id: request.id, kind: 'pack', blob }, [blob.deflated.buffer as ArrayBuffer])
    }
  } catch (error) {
    answer(failure(request.id, error), [])
  }
})

function failure(id: number, error: unknown): Answer {
  if (error instanceof Refusal) return { id, kind: 'refusal', code: error.code, details: error.details }
  return { id, kind: 'error', error: error instanceof Error ? error : new Error(String(error)) }
}

function answer(message: Answer, transferred: ArrayBuffer[]) {
  port!.postMessage(message, transferred)
}
