// Prints a line when it begins, sends one of the floods until the standard input ends, then prints how many answers of
// each kind came.
import { FLOODS } from './floods.ts'

const AT_ONCE = 4

const [name = '', url = '', authorization = ''] = process.argv.slice(2)
const call = FLOODS[name]!()
const statuses = new Map<string, number>()
let over = false
let number = 0

async function flood(): Promise<void> {
  while (!over) {
    const status = await call({ url, headers: { authorization } }, number++).then(
      async answer => (await answer.bytes()) && String(answer.status),
      () => 'no answer',
    )
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
}

console.log('begins')
process.stdin.resume().on('end', () => {
  over = true
})
await Promise.all(Array.from({ length: AT_ONCE }, flood))
console.log(
  Array.from(statuses, ([status, count]) => `${count} × ${status}`)
    .sort()
    .join(', '),
)
