import fc from 'fast-check'
import { EVERYTHING } from './everything.ts'

/**
 * Examples are the same in every run, so that a test fails only because of a change. `npm run test:full` tries others
 * each time, and says with which seed a test failed.
 */
const SEED = 20_261_118

if (!EVERYTHING) fc.configureGlobal({ seed: SEED })

export default fc
