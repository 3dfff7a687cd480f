// Preloaded into each process of the tests: prints at its end how much processor time it took.
import { isMainThread } from 'node:worker_threads'
import { processorTime } from './usage.ts'

if (isMainThread) process.on('exit', () => process.stdout.write(`ℹ cpu_ms ${Math.round(processorTime())}\n`))
