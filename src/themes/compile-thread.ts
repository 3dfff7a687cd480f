import { Worker } from 'node:worker_threads'
import { type BoundName, TEMPLATE_BOUNDS, TemplateFault } from '../core/template/template.ts'
import type { Answer, Request, Work, WorkKind } from './compile-messages.ts'

// As .ts from the sources and as .js when built.
const WORKER = new URL(`./compile-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
const IDLE_MS = 10_000
const TICK_MS = 100
/** How many times as long as its processor time a job may take. */
const PATIENCE = 12

/** What a job may cost. */
export type ThreadBounds = Pick<Record<BoundName, number>, 'seconds' | 'memory'>

interface Job {
  readonly request: Request
  resolve(answered: Work[WorkKind]['answered']): void
  reject(error: unknown): void
}

/**
 * A thread that parses text of themes, one at a time, within bounds on memory and time. It starts with the first job
 * and ends when there is nothing to do; a job that ends it takes no other with it.
 */
export class CompileThread {
  readonly #seconds: number
  readonly #memory: number
  /** By tenant: each gets its turn, so that one with many jobs does not keep the others waiting. */
  readonly #waiting = new Map<string, Job[]>()
  #running: Job | undefined
  #worker: Worker | undefined
  #ready = false
  #clock: NodeJS.Timeout | undefined
  #idle: NodeJS.Timeout | undefined

  constructor({ seconds, memory }: ThreadBounds = TEMPLATE_BOUNDS) {
    this.#seconds = seconds
    this.#memory = memory
  }

  /** How many jobs of a tenant have not begun. */
  waiting(tenant: string): number {
    return this.#waiting.get(tenant)?.length ?? 0
  }

  ask(tenant: string, request: Request): Promise<Work[WorkKind]['answered']> {
    return new Promise((resolve, reject) => {
      const jobs = this.#waiting.get(tenant) ?? []
      jobs.push({ request, resolve, reject })
      this.#waiting.set(tenant, jobs)
      this.#next()
    })
  }

  /** Ends the thread; what is pending is rejected. */
  async close(): Promise<void> {
    const jobs = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    for (const job of jobs) job.reject(new Error('the service is stopping'))
    await this.#end(new Error('the service is stopping'))
  }

  #next(): void {
    if (this.#running !== undefined) return
    const job = this.#taken()
    if (job === undefined) {
      this.#rest()
      return
    }
    clearTimeout(this.#idle)
    this.#running = job
    this.#worker ??= this.#start()
    this.#worker.ref()
    if (this.#ready) this.#time(this.#worker, job)
    this.#worker.postMessage(job.request)
  }

  #taken(): Job | undefined {
    for (const [tenant, jobs] of this.#waiting) {
      this.#waiting.delete(tenant)
      const job = jobs.shift()
      if (jobs.length > 0) this.#waiting.set(tenant, jobs)
      return job
    }
    return undefined
  }

  #start(): Worker {
    const worker = new Worker(WORKER, {
      name: 'compile',
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#memory, maxYoungGenerationSizeMb: 16 },
    })
    const isOurs = () => this.#worker === worker
    worker.on('message', (answer: Answer) => {
      if (!isOurs()) return
      if (answer.kind !== 'ready') return this.#answered(answer)
      this.#ready = true
      if (this.#running !== undefined) this.#time(worker, this.#running)
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const full = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (isOurs()) void this.#end(full ? new TemplateFault('memory') : error)
    })
    worker.on('exit', code => {
      if (isOurs()) void this.#end(new Error(`the compile thread ended with code ${code}`))
    })
    return worker
  }

  /** Ends a job that takes too long. What counts is processor time: a busy machine is not the template's fault. */
  #time(worker: Worker, job: Job): void {
    let ticks = 0
    let before = 0
    this.#clock = setInterval(async () => {
      ticks += 1
      const passed = (ticks * TICK_MS) / 1000
      if (ticks > 1 && passed < this.#seconds) return
      const spent = await processorSeconds(worker, passed)
      if (ticks === 1) before = spent
      else if (this.#running !== job) return
      else if (spent - before >= this.#seconds || passed >= this.#seconds * PATIENCE)
        void this.#end(new TemplateFault('seconds'))
    }, TICK_MS).unref()
  }

  #answered(answer: Exclude<Answer, { kind: 'ready' }>): void {
    const job = this.#settled()
    if (answer.kind === 'done') job?.resolve(answer.answered)
    else if (answer.kind === 'fault') job?.reject(new TemplateFault(answer.bound, answer.at))
    else job?.reject(answer.error)
    this.#next()
  }

  /** Ends the worker with what runs in it; what waits goes to a new one. */
  async #end(why: Error): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    this.#ready = false
    clearTimeout(this.#idle)
    this.#settled()?.reject(why)
    this.#next()
    await worker?.terminate()
  }

  #settled(): Job | undefined {
    clearInterval(this.#clock)
    const job = this.#running
    this.#running = undefined
    return job
  }

  #rest(): void {
    const worker = this.#worker
    if (worker === undefined) return
    worker.unref()
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => void this.#end(new Error('idle')), IDLE_MS).unref()
  }
}

/** The processor time of a worker so far; the time that has passed where Node cannot tell, before its version 24.6. */
async function processorSeconds(worker: Worker, passed: number): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1_000_000
  } catch {
    return passed
  }
}
