// A mail server that takes everything and keeps nothing, on a thread of its own; tells its port.
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'
import { SMTPServer } from 'smtp-server'

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, _session, done) {
    stream.resume().on('end', () => done())
  },
})
server.on('error', () => {})
server.listen(0, '127.0.0.1', () => {
  parentPort!.postMessage((server.server.address() as AddressInfo).port)
})
