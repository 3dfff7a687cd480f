// Does jobs of the kind "reminder" until it is killed: each writes one mail, in one write with the end of its job. Its
// clock is ahead by some minutes, so that claims of nodes that were killed have ended.
import { setTimeout as sleep } from 'node:timers/promises'
import { startJobs } from '../../src/jobs/jobs.ts'
import { openStore } from '../../src/store/store.ts'

const [data, minutes, database] = process.argv.slice(2) as [string, string, string?]
const store = await openStore({ data, database, now: () => Date.now() + Number(minutes) * 60_000 })
const blank = { event: 'x', sender: 's', subject: 's', html: 'h', text: 't' }

startJobs({
  queue: store,
  now: store.now,
  idleMs: 20,
  handlers: {
    async reminder(job) {
      await store.tenant(job.tenant).write(async tx => {
        await tx.outbox.queue({ ...blank, id: store.newId(), recipient: job.id })
        await sleep(Math.random() * 10)
        if (!(await tx.jobs.finish(job))) throw new Error('another node has the job')
      }, 'quiet')
      return undefined
    },
  },
})
// The timer alone would let the process end.
setInterval(() => {}, 1_000)
process.stdout.write('ready\n')
