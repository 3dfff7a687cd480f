import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Stage, stageOf } from '../journeys/steps.ts'
import { operatorOf } from '../support/console.ts'
import { fuzz } from '../support/fuzz.ts'
import { type TestService, testService } from '../support/service.ts'
import { type ChildService, childService } from './child.ts'
import { fuzzForms } from './form-fuzz.ts'

describe('hostile text in every parameter of every route', () => {
  let child: ChildService
  let service: TestService
  let stage: Stage

  before(async () => {
    child = await childService({ TABARD_LOG_LEVEL: 'error' })
    service = await testService('SQLite')
    stage = await stageOf('SQLite', { TABARD_TRUSTED_PROXIES: 'loopback' })
  })
  after(async () => {
    await child.stop()
    await service.stop()
    await stage.stop()
  })

  test('is never a fault of the pages, and never one in the log', async () => {
    const callers = [{}, { authorization: `Bearer ${await child.token()}` }]
    assert.deepEqual(await fuzz({ url: child.url, callers }, { seed: 1, requests: 1_500 }), [])
    assert.doesNotMatch(child.output(), /"level":[56]0/)
  })

  test('is never a fault of a form, nor of the page that follows', async () => {
    const { failures } = await fuzzForms(stage, 24)
    assert.deepEqual(failures, [])
  })

  test('is never a fault of the console', async () => {
    const { consoleUrl: url } = service.service
    const { cookie } = await operatorOf(service, 'administrator')
    const callers = [{}, { cookie, origin: url }, { authorization: `Bearer ${await service.token()}` }]
    assert.deepEqual(await fuzz({ url, callers }, { seed: 2, requests: 800 }), [])
  })
})
