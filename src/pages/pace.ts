import { setPriority } from 'node:os'

/** Whether a thread gets processor time like any other, or only what the others leave. */
export type Pace = 'prompt' | 'patient'

/** A third of the processor time of others where there is not enough: authors wait for their previews as well. */
const PATIENT = 5

/** Sets the priority of the thread that calls it. */
export function takePace(pace: Pace): void {
  // On Linux the priority is that of the calling thread; elsewhere it would be that of the whole process.
  if (pace === 'patient' && process.platform === 'linux') setPriority(PATIENT)
}
