import { parentPort, workerData } from 'node:worker_threads'
import { withoutSnippets, withSnippets } from '../core/analytics/snippet.ts'
import { BoundedCache } from '../core/bounded-cache.ts'
import { decodedText, type Label, labelsOf } from '../core/labels.ts'
import { lineFinder } from '../core/lines.ts'
import { type LabelFile, lineIn, linksIn, madePage, type PageSources } from '../core/made-page.ts'
import { sheetAddresses } from '../core/sheet-addresses.ts'
import {
  type FaultPlace,
  labelNames,
  leaksSecret,
  plainText,
  Sending,
  TemplateFault,
} from '../core/template/template.ts'
import { changedLabels, type LabelSource, wordsOf } from '../core/words.ts'
import { randomWord } from '../random.ts'
import type { Answer, Request, SentMade, Work, WorkKind } from './compile-messages.ts'
import { type Pace, takePace } from './pace.ts'

const port = parentPort
if (port === null) throw new Error('this module runs in a worker thread only')

takePace((workerData as { pace: Pace }).pace)

const LABEL_CHARACTERS = 4 * 1024 * 1024
const known = new BoundedCache<string, { labels: ReadonlyMap<string, Label>; weight: number }>(
  LABEL_CHARACTERS,
  ({ weight }) => weight,
)

port.on('message', (request: Request) => {
  try {
    answer({ kind: 'done', answered: done(request) })
  } catch (error) {
    answer(failure(request, error))
  }
})
answer({ kind: 'ready' })

function done(request: Request): Work[WorkKind]['answered'] {
  switch (request.kind) {
    case 'page':
      return sentMade(request.asked)
    case 'links':
      return linksIn(request.asked)
    case 'words':
      return wordsOf(read(request.asked))
    case 'changedLabels': {
      const { was, is, shared } = request.asked
      return changedLabels(read(was), read(is), shared && { was: read(shared.was), is: read(shared.is) })
    }
    case 'labelNames':
      return labelNames({ file: request.asked.file, text: decodedText(request.asked.bytes) })
    case 'plainText':
      return plainText(request.asked)
    case 'leaks':
      return leaksSecret(request.asked.html, request.asked.secrets)
    case 'addresses':
      return sheetAddresses(request.asked)
    case 'snippets': {
      const { html, container } = request.asked
      return container === null ? withoutSnippets(html) : withSnippets(html, container)
    }
  }
}

function sentMade(sources: PageSources): SentMade {
  const before = process.threadCpuUsage()
  const { compiled, subject, sender, ...rest } = madePage(sources, labelsIn, randomWord())
  const sending = new Sending()
  const sent = {
    ...rest,
    compiled: sending.page(compiled),
    subject: sending.parts(subject.parts),
    sender: sending.parts(sender.parts),
    slots: sending.slots,
  }
  const { user, system } = process.threadCpuUsage(before)
  return { ...sent, seconds: (user + system) / 1_000_000 }
}

function read(chain: readonly LabelFile[]): LabelSource[] {
  return chain.map(source => ({
    file: source.file,
    text: decodedText(source.bytes),
    labels: labelsIn(source),
  }))
}

/** The labels of a file; those of files that many pages share are read once. */
function labelsIn({ digest, bytes }: LabelFile): ReadonlyMap<string, Label> {
  const found = known.get(digest)?.labels
  if (found !== undefined) return found
  const labels = labelsOf(decodedText(bytes))
  known.set(digest, { labels, weight: bytes.length + 100 * lines(labels) })
  return labels
}

function lines(labels: ReadonlyMap<string, Label>): number {
  return [...labels.values()].reduce((sum, { forms }) => sum + 1 + (forms?.size ?? 0), 0)
}

function failure(request: Request, error: unknown): Answer {
  if (!(error instanceof TemplateFault))
    return { kind: 'error', error: error instanceof Error ? error : new Error(String(error)) }
  const { bound, place, offset } = error
  return { kind: 'fault', bound, at: place === undefined ? offset : placed(request, place) }
}

/** A place with its line, so that nobody else has to read the text. */
function placed({ kind, asked }: Request, place: FaultPlace): FaultPlace {
  const { file, offset } = place
  if (kind === 'page') return { ...place, line: lineIn(asked)(file, offset) }
  const files = kind === 'words' || kind === 'links' ? asked : []
  const found = files.find(source => source.file === file)
  return { ...place, line: lineFinder(() => found && decodedText(found.bytes))(file, offset) }
}

function answer(message: Answer): void {
  port!.postMessage(message)
}
