// Does jobs of the kind "reminder" until it is killed: each writes one mail, in one write with the end of its job. Its
// clock is ahead by some hours, so that claims of nodes that were killed have ended. It says "ready" when it has started. In
// the middle of the job that it is told to halt at, it says "middle", and neither keeps nor discards what it has written.
import { setTimeout as sleep } from 'node:timers/promises'
import { startJobs } from '../../src/jobs/jobs.ts'
import { openStore } from '../../src/store/store.ts'

const [data, hours, halt, , database] = process.argv.slice(2) as [string, string, string, string, string?]
const store = await openStore({ data, database, now: () => Date.now() + Number(hours) * 3_600_000 })
const blank = { event: 'x', sender: 's', html: 'h', text: 't' }

startJobs({
  queue: store,
  now: store.now,
  idleMs: 20,
  handlers: {
    async reminder(job) {
      await store.tenant(job.tenant).write(async tx => {
        await tx.outbox.queue({
          ...blank,
          id: store.newId(),
          recipient: job.id,
          subject: `try ${job.tries}`,
        })
        await sleep(Math.random() * 10)
        if (!(await tx.jobs.finish(job))) throw new Error('another node has the job')
        if (job.id !== halt) return
        process.stdout.write('middle\n')
        await new Promise<never>(() => {})
      }, 'quiet')
      return undefined
    },
  },
})
// The timer alone would let the process end.
setInterval(() => {}, 1_000)
process.stdout.write('ready\n')
