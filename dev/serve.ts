// The service in a process of its own, which npm run dev ends and starts again.
import { explained } from '../src/cli/explained.ts'
import { configFrom } from '../src/config.ts'
import { type Service, startService } from '../src/server.ts'

let service: Service | undefined
// Ctrl+C in a terminal reaches this process too. It ends when its parent says so, or is gone.
process.on('SIGINT', () => {})
process.on('disconnect', async () => {
  await service?.close()
  process.exit()
})
try {
  service = await startService(configFrom(), 'warn')
  process.send!('up')
} catch (error) {
  console.error(explained(error).text)
  process.exit(1)
}
