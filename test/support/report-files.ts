// A reporter beside the usual one: prints at the end how long the tests of each file took.
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

export default async function* fileTimes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const times = new Map<string, number>()
  for await (const { type, data } of events) {
    if (type !== 'test:complete' || data.nesting > 0 || data.file === undefined) continue
    times.set(data.file, (times.get(data.file) ?? 0) + data.details.duration_ms)
  }
  for (const [file, ms] of times) yield `ℹ file_ms ${Math.round(ms)} ${relative('.', file)}\n`
}
