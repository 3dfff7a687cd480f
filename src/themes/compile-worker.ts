import { parentPort } from 'node:worker_threads'
import { withoutSnippets, withSnippets } from '../core/analytics/snippet.ts'
import { BoundedCache } from '../core/bounded-cache.ts'
import { type Label, labelsOf } from '../core/labels.ts'
import { type LabelFile, madePage, type PageSources } from '../core/made-page.ts'
import { leaksSecret, plainText, sentPage, sentParts, TemplateFault } from '../core/template/template.ts'
import { wordsOf } from '../core/words.ts'
import type { Answer, Request, SentMade, Work, WorkKind } from './compile-messages.ts'

const port = parentPort
if (port === null) throw new Error('this module runs in a worker thread only')

const LABEL_CHARACTERS = 4 * 1024 * 1024
const known = new BoundedCache<string, { labels: ReadonlyMap<string, Label>; weight: number }>(
  LABEL_CHARACTERS,
  ({ weight }) => weight,
)

port.on('message', (request: Request) => {
  try {
    answer({ kind: 'done', answered: done(request) })
  } catch (error) {
    answer(failure(error))
  }
})
answer({ kind: 'ready' })

function done(request: Request): Work[WorkKind]['answered'] {
  switch (request.kind) {
    case 'page':
      return sentMade(request.asked)
    case 'words':
      return wordsOf(request.asked.map(source => ({ ...source, labels: labelsIn(source) })))
    case 'labels':
      return new Map(
        request.asked
          .toReversed()
          .flatMap(source => Array.from(labelsIn(source), ([name, { text }]) => [name, text])),
      )
    case 'plainText':
      return plainText(request.asked)
    case 'leaks':
      return leaksSecret(request.asked.html, request.asked.secrets)
    case 'snippets': {
      const { html, container } = request.asked
      return container === null ? withoutSnippets(html) : withSnippets(html, container)
    }
  }
}

function sentMade(sources: PageSources): SentMade {
  const { compiled, subject, sender, colors } = madePage(sources, labelsIn)
  return {
    compiled: sentPage(compiled),
    subject: sentParts(subject.parts),
    sender: sentParts(sender.parts),
    colors,
  }
}

/** The labels of a file; those of files that many pages share are read once. */
function labelsIn({ digest, text }: LabelFile): ReadonlyMap<string, Label> {
  const found = known.get(digest)?.labels
  if (found !== undefined) return found
  const labels = labelsOf(text)
  known.set(digest, { labels, weight: text.length + 100 * labels.size })
  return labels
}

function failure(error: unknown): Answer {
  if (error instanceof TemplateFault)
    return { kind: 'fault', bound: error.bound, at: error.place ?? error.offset }
  return { kind: 'error', error: error instanceof Error ? error : new Error(String(error)) }
}

function answer(message: Answer): void {
  port!.postMessage(message)
}
