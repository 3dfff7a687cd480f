// Runs the test files that its arguments name, in this process.
import { type AsyncHook, createHook } from 'node:async_hooks'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Node's test runner follows every promise, to tell which test an error belongs to that nothing caught. Each `await` then
 * takes forty times as long, and a test of the service a sixth more. Without that such an error still fails the process.
 */
function leavePromisesAlone(): void {
  type Hook = AsyncHook & Record<symbol, unknown>
  const without = createHook({ trackPromises: false } as object) as Hook
  const setting = Object.getOwnPropertySymbols(without).find(key => without[key] === true)
  if (setting === undefined) return
  const hooks = Object.getPrototypeOf(without) as AsyncHook
  const enable = hooks.enable
  hooks.enable = function (this: Hook) {
    this[setting] = true
    return enable.call(this)
  }
}

leavePromisesAlone()
for (const file of process.argv.slice(2)) await import(pathToFileURL(resolve(file)).href)
