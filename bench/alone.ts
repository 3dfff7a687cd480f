// Node's HTTP server with an answer that never changes, and nothing else: no service on Node can take less.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [headers = '[]', content = ''] = process.argv.slice(2)
const given: string[] = JSON.parse(headers)
const body = Buffer.from(content, 'base64').toString('latin1')
const server = createServer((_, answer) => {
  answer.writeHead(200, given)
  answer.end(body, 'latin1')
})
server.listen(0, '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
