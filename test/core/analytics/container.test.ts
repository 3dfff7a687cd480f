import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import {
  type Container,
  clashes,
  container,
  containerFile,
  INTERFACE_TITLES,
  measurementId,
  type StepTitles,
  unusable,
} from '../../../src/core/analytics/container.ts'

const wishes = { measurementId: 'G-AB12CD34EF', eval: true }
const german: StepTitles = {
  REG_TITLE_START: 'Konto erstellen',
  REG_TITLE_VERIFY: 'Bestätigen Sie Ihre E-Mail-Adresse',
  REG_TITLE_VERIFIED: 'Ihre E-Mail-Adresse ist bestätigt',
  REG_TITLE_CREATED: 'Ihr Konto wurde erstellt',
}

/** What fires each event: the type, the variable and the text of its triggers. */
function firing({ containerVersion: { tag, trigger } }: Container) {
  const triggers = new Map(trigger.map(({ triggerId, ...rest }) => [triggerId, rest]))
  const events = tag.filter(({ type }) => type === 'gaawe')
  return Object.fromEntries(
    events.map(({ name, firingTriggerId }) => [
      name,
      firingTriggerId.map(id => {
        const { type, filter = [] } = triggers.get(id)!
        return [type, ...filter.flatMap(({ parameter }) => parameter.map(({ value }) => value))].join(' | ')
      }),
    ]),
  )
}

const ATTRIBUTE = '{{Data Layer Variable - User Attribute}}'
const TITLE = '{{Custom JavaScript - Page Title}}'
const LISTED = {
  first_name: [`CLICK | ${ATTRIBUTE} | given_name`],
  last_name: [`CLICK | ${ATTRIBUTE} | family_name`],
  age: [`CLICK | ${ATTRIBUTE} | age`],
  mobile_number: [`CLICK | ${ATTRIBUTE} | mobile_number`],
  email: [`CLICK | ${ATTRIBUTE} | email`],
  password: [`CLICK | ${ATTRIBUTE} | password`],
  registration_started: [`PAGEVIEW | ${TITLE} | Create an account`],
  registration_submitted: [`PAGEVIEW | ${TITLE} | Let's verify your email`],
  email_verified: [`PAGEVIEW | ${TITLE} | Your email is verified`],
  reg_complete: [`PAGEVIEW | ${TITLE} | Your account is created`],
}

describe('the container', () => {
  const made = container(wishes)
  const { tag, trigger, variable, builtInVariable } = made.containerVersion

  test('is always the same text', () => {
    const golden = readFileSync('test/fixtures/analytics/container.json', 'utf8')
    assert.deepEqual(containerFile(wishes), {
      name: 'tabard-registration-G-AB12CD34EF.json',
      text: golden,
    })
  })

  test('has exactly what the interface lists', () => {
    assert.deepEqual([tag.length, trigger.length, variable.length, builtInVariable.length], [11, 12, 2, 7])
    assert.deepEqual(firing(made), LISTED)
    assert.deepEqual(
      builtInVariable.map(({ name }) => name),
      ['Page URL', 'Page Hostname', 'Page Path', 'Referrer', 'Event', 'Click ID', 'Click Text'],
    )
  })

  test('has one configuration tag with a trigger of its own, which every event tag names', () => {
    const [configuration, ...events] = tag
    assert.equal(configuration!.type, 'gaawc')
    assert.deepEqual(
      configuration!.parameter.map(({ type, key, value }) => `${type} ${key} ${value}`),
      [
        'BOOLEAN sendPageView true',
        'BOOLEAN enableSendToServerContainer false',
        'TEMPLATE measurementId G-AB12CD34EF',
      ],
    )
    for (const { type, parameter } of events) {
      assert.equal(type, 'gaawe')
      const reference = { type: 'TAG_REFERENCE', key: 'measurementId', value: configuration!.name }
      assert.deepEqual(parameter[1], reference)
    }
    const own = configuration!.firingTriggerId
    assert.equal(own.length, 1)
    assert.ok(events.every(({ firingTriggerId }) => !firingTriggerId.includes(own[0]!)))
    assert.equal(trigger.find(({ triggerId }) => triggerId === own[0])!.type, 'INIT')
  })

  test('has one further page-view trigger on the click id, which no tag uses', () => {
    const used = new Set(tag.flatMap(({ firingTriggerId }) => firingTriggerId))
    const unused = trigger.filter(({ triggerId }) => !used.has(triggerId))
    assert.equal(unused.length, 1)
    assert.equal(unused[0]!.type, 'PAGEVIEW')
    assert.deepEqual(
      unused[0]!.filter!.flatMap(({ parameter }) => parameter.map(({ value }) => value)),
      ['{{Click ID}}', 'Your account is created'],
    )
  })

  test('reads the title by a script, or by the element where no script may be evaluated', () => {
    const strict = container({ ...wishes, eval: false }).containerVersion.variable
    assert.deepEqual(
      [variable, strict].map(of => of.map(({ name, type }) => `${type} ${name}`)),
      [
        ['v Data Layer Variable - User Attribute', 'jsm Custom JavaScript - Page Title'],
        ['v Data Layer Variable - User Attribute', 'd Custom JavaScript - Page Title'],
      ],
    )
    assert.deepEqual(strict[1]!.parameter, [
      { type: 'TEMPLATE', key: 'selectorType', value: 'ID' },
      { type: 'TEMPLATE', key: 'elementId', value: 'title' },
    ])
  })
})

describe('the import format', () => {
  const ENUMS = /^[A-Z_]+$/
  const titles = new Map([['de', german]])
  for (const [name, made] of [
    ['plain', container(wishes)],
    ['with languages', container({ ...wishes, eval: false, titles })],
  ] as const) {
    test(`${name}: every value is a text, every enum in capitals, every reference leads somewhere`, () => {
      assert.equal(made.exportFormatVersion, 2)
      assert.match(made.exportTime, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
      const { tag, trigger, variable, builtInVariable } = made.containerVersion
      const filters = trigger.flatMap(({ filter = [] }) => filter)
      for (const { parameter } of [...tag, ...variable, ...filters])
        for (const { type, key, value } of parameter) {
          assert.match(type, ENUMS)
          assert.deepEqual([typeof key, typeof value], ['string', 'string'])
        }
      for (const { type } of [...trigger, ...builtInVariable, ...filters]) assert.match(type, ENUMS)
      for (const { tagFiringOption } of tag) assert.equal(tagFiringOption, 'ONCE_PER_EVENT')
      const known = new Set([...variable, ...builtInVariable].map(of => `{{${of.name}}}`))
      for (const { type, parameter } of filters) {
        assert.equal(type, 'CONTAINS')
        assert.deepEqual(
          parameter.map(({ key }) => key),
          ['arg0', 'arg1'],
        )
        assert.ok(known.has(parameter[0]!.value))
      }
      for (const list of [
        tag.map(({ tagId }) => tagId),
        tag.map(of => of.name),
        trigger.map(({ triggerId }) => triggerId),
        trigger.map(of => of.name),
        variable.map(({ variableId }) => variableId),
      ])
        assert.equal(new Set(list).size, list.length)
      const triggers = new Set(trigger.map(({ triggerId }) => triggerId))
      for (const { firingTriggerId } of tag) assert.ok(firingTriggerId.every(id => triggers.has(id)))
      for (const of of [...tag, ...trigger, ...variable, ...builtInVariable])
        assert.deepEqual([of.accountId, of.containerId], ['0', '0'])
    })
  }
})

describe('languages', () => {
  test('add a trigger for each step to the same tags', () => {
    const made = container({ ...wishes, titles: new Map([['de', german]]) })
    assert.equal(made.containerVersion.trigger.length, 16)
    const steps = { registration_started: 'Konto erstellen', reg_complete: 'Ihr Konto wurde erstellt' }
    for (const [event, title] of Object.entries(steps)) {
      const before = LISTED[event as keyof typeof LISTED]
      assert.deepEqual(firing(made)[event], [...before, `PAGEVIEW | ${TITLE} | ${title}`])
    }
    assert.deepEqual(firing(made).age, LISTED.age)
    assert.ok(made.containerVersion.trigger.some(({ name }) => name === 'Registration started (de)'))
  })

  test('add nothing where a title is there already', () => {
    const titles = new Map([
      ['en', INTERFACE_TITLES],
      ['de', german],
      ['de-AT', { ...german, REG_TITLE_START: 'Konto anlegen' }],
    ])
    assert.equal(container({ ...wishes, titles }).containerVersion.trigger.length, 17)
  })

  test('add no trigger for a title that none can test, and tell of it', () => {
    const odd = { ...german, REG_TITLE_START: '', REG_TITLE_VERIFY: ' \t', REG_TITLE_CREATED: 'Hi {{Event}}' }
    const titles = new Map([['de', odd]])
    const made = container({ ...wishes, titles })
    for (const event of ['registration_started', 'registration_submitted', 'reg_complete'] as const)
      assert.deepEqual(firing(made)[event], LISTED[event])
    assert.equal(made.containerVersion.trigger.length, 13)
    assert.deepEqual(clashes(titles), [])
    assert.deepEqual(unusable(titles), [
      { event: 'registration_started', title: '', language: 'de' },
      { event: 'registration_submitted', title: ' \t', language: 'de' },
      { event: 'reg_complete', title: 'Hi {{Event}}', language: 'de' },
    ])
    assert.deepEqual(unusable(new Map([['de', german]])), [])
  })

  test('of which one title contains another are told', () => {
    assert.deepEqual(clashes(new Map([['de', german]])), [])
    const short = { ...german, REG_TITLE_VERIFY: 'Ihre E-Mail-Adresse' }
    assert.deepEqual(clashes(new Map([['de', short]])), [
      {
        event: 'email_verified',
        other: 'registration_submitted',
        title: 'Ihre E-Mail-Adresse ist bestätigt',
        language: 'de',
      },
    ])
  })
})

describe('what was designed', () => {
  const designed = {
    steps: [{ id: 'firm', titles: ['Your company (1/2)?', ' '] }],
    fields: ['company', 'email_work'],
  }
  const { tag, trigger } = container({ ...wishes, designed, own: designed.fields }).containerVersion
  const named = new Map(trigger.map(one => [one.name, one]))

  test('has triggers that match exactly', () => {
    const tests = ['Click on company', 'Click on email_work', 'Step firm (Your company (1/2)?)'].map(name =>
      named.get(name)!.filter!.map(({ type, parameter }) => [type, parameter[1]!.value]),
    )
    assert.deepEqual(tests, [
      [['EQUALS', 'company']],
      [['EQUALS', 'email_work']],
      [['MATCH_REGEX', String.raw`^\s*Your company \(1\/2\)\?\s*$`]],
    ])
    const pattern = new RegExp(tests[2]![0]![1]!)
    assert.ok(pattern.test('\n  Your company (1/2)?\n') && !pattern.test('Your company (1/2)? Yes'))
    assert.equal([...named.keys()].filter(name => name.startsWith('Step firm')).length, 1)
  })

  test('fires none of the ten events by a name that contains theirs, also without events of its own', () => {
    const exceptions = (of: Container) =>
      of.containerVersion.tag.flatMap(({ name, blockingTriggerId = [] }) =>
        blockingTriggerId.map(id => {
          const found = of.containerVersion.trigger.find(({ triggerId }) => triggerId === id)
          return `${name}: ${found!.name}`
        }),
      )
    assert.deepEqual(exceptions(container({ ...wishes, designed, own: designed.fields })), [
      'email: Click on email_work',
    ])
    assert.deepEqual(exceptions(container({ ...wishes, own: ['email_work', 'language', 'plan'] })), [
      'age: Click on language',
      'email: Click on email_work',
    ])
    assert.deepEqual(container({ ...wishes, own: ['plan'] }), container(wishes))
    assert.ok(tag.some(({ name }) => name === 'field_email_work'))
  })
})

for (const id of ['', 'G-', 'G-ABC', 'g-ABCD', 'GTM-ABCD', 'UA-12345-6', 'G-ABCD\n', `G-${'A'.repeat(17)}`])
  test(`${JSON.stringify(id)} is no measurement id`, () => {
    assert.throws(() => measurementId(id), { code: 'value_invalid' })
  })
