// Does the jobs of access requests and campaigns until it is killed. Its clock is ahead by some minutes, so that reminders
// are due, and claims of nodes that were killed have ended. It says "ready" when it has started. At the end of a write of
// the job that it is told to halt at, it says "middle", and neither keeps nor discards what it has written.
import { configFrom } from '../../src/config.ts'
import { governanceJobs } from '../../src/governance/governance.ts'
import { accountOffice, shippedMaster } from '../../src/installation.ts'
import { type JobHandler, startJobs } from '../../src/jobs/jobs.ts'
import { type ClaimedJob, openStore, type Store, type TenantStore } from '../../src/store/store.ts'
import { createCodec } from '../../src/zip/zip.ts'

const [data, minutes, halt, turn, database] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string?,
]
const store = await openStore({ data, database, now: () => Date.now() + Number(minutes) * 60_000 })
const office = accountOffice(configFrom({}), store, shippedMaster(), createCodec())
let current = ''
let turns = 0

/** An object with some methods replaced. */
function replaced<T extends object>(target: T, methods: Partial<T>): T {
  return new Proxy(target, {
    get(_, key) {
      const value = Reflect.get(methods, key) ?? Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const halting: Store = replaced(store, {
  tenant(id) {
    const tenant = store.tenant(id)
    const write: TenantStore['write'] = (work, told) =>
      tenant.write(async tx => {
        const result = await work(tx)
        if (current !== halt || ++turns < Number(turn)) return result
        process.stdout.write('middle\n')
        return await new Promise<never>(() => {})
      }, told)
    return replaced(tenant, { write })
  },
})

/** A job as the test names it: campaigns have one job, which does one step after the other. */
function nameOf({ id, payload }: ClaimedJob): string {
  const { step } = payload as { step?: string }
  return step === undefined ? id : `${id} ${step}`
}

const handlers: Record<string, JobHandler<ClaimedJob>> = {}
for (const [kind, handle] of Object.entries(governanceJobs(halting, office)))
  handlers[kind] = async (job, isStopped) => {
    current = nameOf(job)
    return await handle(job, isStopped)
  }
startJobs({ queue: store, now: store.now, idleMs: 20, handlers })
// The timer alone would let the process end.
setInterval(() => {}, 1_000)
process.stdout.write('ready\n')
