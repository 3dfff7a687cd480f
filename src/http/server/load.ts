import { monitorEventLoopDelay } from 'node:perf_hooks'
import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'
import { availableMemory } from './memory.ts'

const RESOLUTION_MS = 20
const MiB = 1024 * 1024
/** Memory besides the JavaScript heap and buffers: the program, and its threads with their own heaps. */
const REST_BYTES = 192 * MiB
const COLLECT_MS = 2_000
/** The pause after a garbage collection, as a multiple of its duration. */
const COLLECT_REST = 20

/** The load of a process; shares are from 0 to 1. */
export interface Load {
  /** How late the event loop is, on average between looks. */
  readonly delayMs: number
  /** Of the heap that JavaScript may have. */
  readonly heap: number
  /** Of the memory of the machine, of the container or of the settings. */
  readonly memory: number
}

/** Looks at this process. Where there is less room than the bounds ask for, it also looks for garbage. */
export function processLoad(bounds: Load, most?: number): () => Load {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const available = availableMemory(most)
  const collect = garbageCollector()
  let before = 0
  return () => {
    const late = delays.count === 0 ? 0 : Math.max(0, delays.mean / 1e6 - RESOLUTION_MS)
    delays.reset()
    // A single long task is not overload: the event loop must be late twice in a row.
    const delayMs = Math.min(before, late)
    before = late
    const taken = roomTaken(available)
    if (taken.heap > bounds.heap || taken.memory > bounds.memory) collect()
    return { delayMs, ...taken }
  }
}

function roomTaken(available: number): Pick<Load, 'heap' | 'memory'> {
  const { used_heap_size, heap_size_limit } = v8.getHeapStatistics()
  const { rss, heapTotal, arrayBuffers } = process.memoryUsage()
  // What was freed stays with the process, which uses it again: after a rush it may be most of what it occupies.
  const occupied = Math.min(rss, REST_BYTES + heapTotal + arrayBuffers)
  return { heap: used_heap_size / heap_size_limit, memory: occupied / available }
}

/** Collects garbage now and then: a process that refuses work makes too little of it for the engine to begin. */
function garbageCollector(): () => void {
  v8.setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let next = 0
  return () => {
    const began = performance.now()
    if (began < next) return
    collect()
    const ended = performance.now()
    next = ended + Math.max(COLLECT_MS, COLLECT_REST * (ended - began))
  }
}
