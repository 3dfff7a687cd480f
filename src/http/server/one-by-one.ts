import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** How many requests of a connection can wait. They take memory, and few clients send a second one at all. */
const MOST_WAITING = 100

/**
 * Handles the requests of a connection one after the other. Node hands over a request at once, also while an earlier
 * one on the connection is not answered. It would then be handled beside a write that it was sent after.
 */
export function oneByOne(handle: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  return (request, response) => {
    // An answer has no socket until those before it are complete.
    if (response.socket !== null) return handle(request, response)
    const { socket } = request
    const count = waiting.get(socket) ?? 0
    if (count === MOST_WAITING) return void socket.destroy()
    waiting.set(socket, count + 1)
    response.once('socket', () => {
      waiting.set(socket, waiting.get(socket)! - 1)
      handle(request, response)
    })
  }
}
