import { Worker } from 'node:worker_threads'
import { FairQueue } from '../core/fair-queue.ts'
import { type BoundName, TEMPLATE_BOUNDS, TemplateFault } from '../core/template/template.ts'
import { threadFile } from '../program.ts'
import type { Answer, Request, Work, WorkKind } from './compile-messages.ts'
import type { Pace } from './pace.ts'

const WORKER = threadFile('pages/compile-worker')
const IDLE_MS = 10_000
const TICK_MS = 100
/** How many seconds a job may take on a machine that is too busy to give it processor time. */
const PATIENCE_SECONDS = 60

/** A thread that could not do its work, through no fault of the template: it may well do it the next time. */
export class ThreadFault extends Error {
  override readonly name = 'ThreadFault'
}

/** A template that made the compiler itself fail, and will do so again. */
export class CompilerFault extends Error {
  override readonly name = 'CompilerFault'
}

/** What a job may cost. */
export type ThreadBounds = Pick<Record<BoundName, number>, 'seconds' | 'memory'>

interface Job<Asked, Answered> {
  readonly request: Asked
  resolve(answered: Answered): void
  reject(error: unknown): void
}

/** The program of a thread. It says `ready` once, and answers each request with an `Answer`. */
export interface ThreadProgram {
  readonly file: URL
  readonly name: string
  /** What it is given when it starts, beside its pace. */
  readonly data?: () => object
}

const COMPILING: ThreadProgram = { file: WORKER, name: 'compile' }

/**
 * A thread that parses text of themes, one at a time, within bounds on memory and time. It starts with the first job
 * and ends when there is nothing to do; a job that ends it takes no other with it.
 */
export class CompileThread<Asked = Request, Answered = Work[WorkKind]['answered']> {
  readonly #seconds: number
  readonly #memory: number
  readonly #pace: Pace
  readonly #program: ThreadProgram
  /** By tenant and author: each gets its turn, so that one with many jobs does not keep the others waiting. */
  readonly #waiting = new FairQueue<Job<Asked, Answered>>()
  #running: Job<Asked, Answered> | undefined
  #worker: Worker | undefined
  #ready = false
  #clock: NodeJS.Timeout | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(
    { seconds, memory }: ThreadBounds = TEMPLATE_BOUNDS,
    pace: Pace = 'prompt',
    program: ThreadProgram = COMPILING,
  ) {
    this.#pace = pace
    this.#program = program
    this.#seconds = seconds
    this.#memory = memory
  }

  /** How many jobs of an author have not begun. */
  waiting(tenant: string, author: string): number {
    return this.#waiting.waiting(tenant, author)
  }

  /** Whether it has nothing to do. */
  get idle(): boolean {
    return this.#running === undefined && this.#waiting.waiting() === 0
  }

  ask(tenant: string, author: string, request: Asked): Promise<Answered> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(tenant, author, { request, resolve, reject })
      this.#next()
    })
  }

  /** Ends the thread; what is pending is rejected. */
  async close(): Promise<void> {
    const why = new ThreadFault('the service is stopping')
    for (const job of this.#waiting.drain()) job.reject(why)
    await this.#end(why)
  }

  #next(): void {
    if (this.#running !== undefined) return
    const job = this.#waiting.take()
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

  #start(): Worker {
    const { file, name, data } = this.#program
    const worker = new Worker(file, {
      name,
      execArgv: [],
      workerData: { ...data?.(), pace: this.#pace },
      resourceLimits: { maxOldGenerationSizeMb: this.#memory, maxYoungGenerationSizeMb: 16 },
    })
    const isOurs = () => this.#worker === worker
    worker.on('message', (answer: Answer<Answered>) => {
      if (!isOurs()) return
      if (answer.kind !== 'ready') return this.#answered(answer)
      this.#ready = true
      if (this.#running !== undefined) this.#time(worker, this.#running)
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const full = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (!isOurs()) return
      void this.#end(full ? new TemplateFault('memory') : new ThreadFault(error.message, { cause: error }))
    })
    worker.on('exit', code => {
      if (isOurs()) void this.#end(new ThreadFault(`the thread ended with code ${code}`))
    })
    return worker
  }

  /** Ends a job that takes too much processor time. Elapsed time does not count, because the machine may be busy. */
  #time(worker: Worker, job: Job<Asked, Answered>): void {
    let ticks = 0
    let before: Promise<number | undefined>
    this.#clock = setInterval(async () => {
      ticks += 1
      // Quick jobs end before the first tick, so they are not asked.
      if (ticks === 1) before = processorSeconds(worker)
      const passed = (ticks * TICK_MS) / 1000
      if (passed < this.#seconds) return
      const [from, to] = await Promise.all([before, processorSeconds(worker)])
      if (from === undefined || to === undefined || this.#running !== job) return
      if (to - from >= this.#seconds) void this.#end(new TemplateFault('seconds'))
      else if (passed >= PATIENCE_SECONDS)
        void this.#end(new ThreadFault('the machine is too busy to compile'))
    }, TICK_MS).unref()
  }

  #answered(answer: Exclude<Answer<Answered>, { kind: 'ready' }>): void {
    const job = this.#settled()
    if (answer.kind === 'done') job?.resolve(answer.answered)
    else if (answer.kind === 'fault') job?.reject(new TemplateFault(answer.bound, answer.at))
    else job?.reject(new CompilerFault(answer.error.message, { cause: answer.error }))
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

  #settled(): Job<Asked, Answered> | undefined {
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
    this.#idle = setTimeout(() => void this.#end(new ThreadFault('idle')), IDLE_MS).unref()
  }
}

/** The processor time of a worker so far; undefined when it has ended. */
async function processorSeconds(worker: Worker): Promise<number | undefined> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1_000_000
  } catch {
    return undefined
  }
}
