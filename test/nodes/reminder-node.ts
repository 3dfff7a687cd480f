// Reminds approvers until it is killed. Its clock is ahead by some minutes, so that reminders are due, and claims of nodes
// that were killed have ended.
import { configFrom } from '../../src/config.ts'
import { governanceJobs } from '../../src/governance/governance.ts'
import { accountOffice, shippedMaster } from '../../src/installation.ts'
import { startJobs } from '../../src/jobs/jobs.ts'
import { openStore } from '../../src/store/store.ts'
import { createCodec } from '../../src/zip/zip.ts'

const [data, minutes, database] = process.argv.slice(2) as [string, string, string?]
const store = await openStore({ data, database, now: () => Date.now() + Number(minutes) * 60_000 })
const office = accountOffice(configFrom({}), store, shippedMaster(), createCodec())
startJobs({ queue: store, now: store.now, idleMs: 20, handlers: governanceJobs(store, office) })
// The timer alone would let the process end.
setInterval(() => {}, 1_000)
process.stdout.write('ready\n')
