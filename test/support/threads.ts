import { shippedMaster } from '../../src/installation.ts'
import { compileThreads } from '../../src/pages/pages.ts'
import { type SharedThreads, startLintThread } from '../../src/themes/themes.ts'

let linting: ReturnType<typeof startLintThread> | undefined

/**
 * The threads of all services in this process. A thread takes half a second of processor time to load and compile its
 * program, and far less for the next theme.
 */
export const THREADS: SharedThreads = {
  compiling: compileThreads(),
  linting() {
    linting ??= startLintThread(shippedMaster())
    return linting
  },
}
