import { after, before, describe, test } from 'node:test'
import { usually } from '../support/database.ts'
import { AT_FULL_COST } from '../support/service.ts'
import { unknownFlow } from './code-checks.ts'
import {
  sameForForgotten,
  sameForTakenAddress,
  sameForUnknownUser,
  sameReadsForForgotten,
  sameWorkForUnknownUser,
} from './enumeration-checks.ts'
import { type Stage, stageOf } from './steps.ts'

for (const engine of usually('PostgreSQL')) {
  describe(`whether an account exists on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine, {}, AT_FULL_COST)
    })
    after(() => stage.stop())

    test('is not told by signing in', () => sameForUnknownUser(stage))
    test('is not told by how long a refusal takes', () => sameWorkForUnknownUser(stage))
    test('is not told by a forgotten password', () => sameForForgotten(stage))
    test('is not told by what is read for the mail about it', () => sameReadsForForgotten(stage))
    test('is told by a registration to the owner of the address alone', () => sameForTakenAddress(stage))
    test('is not told by the page for a code', () => unknownFlow(stage))
  })
}
