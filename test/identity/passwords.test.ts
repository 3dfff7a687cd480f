import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { isCommon, isCommonWord } from '../../src/identity/directory/common-passwords.ts'
import { refusedPassword } from '../../src/identity/directory/password-rules.ts'
import { Passwords } from '../../src/identity/directory/passwords.ts'
import fc from '../support/properties.ts'

const RIGHT = { right: true, outdated: false }
const OUTDATED = { right: true, outdated: true }
const WRONG = { right: false, outdated: false }
const BUSY = { name: 'Refusal', code: 'busy' }

const passwords = new Passwords({ atOnce: 2 })

test('a password verifies against its hash, and no other does', async () => {
  const kept = await passwords.hash('fence battery horse')
  assert.deepEqual(await passwords.verify('fence battery horse', kept), RIGHT)
  for (const other of ['fence battery horsf', 'Fence battery horse', 'fence battery horse ', ''])
    assert.deepEqual(await passwords.verify(other, kept), WRONG, other)
})

test('a hash names its cost, and no two are alike', async () => {
  const [one, other] = await Promise.all([passwords.hash('same'), passwords.hash('same')])
  assert.match(one, /^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.notEqual(one, other)
})

test('a hash at the cost of others is outdated, whichever of them is lower', async () => {
  const cheap = new Passwords({ cost: { memory: 8, passes: 1, parallelism: 1 } })
  const [dear, light] = [await passwords.hash('same'), await cheap.hash('same')]
  assert.match(light, /^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
  assert.deepEqual(await cheap.verify('same', light), RIGHT)
  assert.deepEqual(await cheap.verify('same', dear), OUTDATED)
  assert.deepEqual(await passwords.verify('same', light), OUTDATED)
})

test('NFKC-equal passwords verify against each other', async () => {
  const kept = await passwords.hash('Cafe\u0301 ﬁ５')
  assert.deepEqual(await passwords.verify('Café fi5', kept), RIGHT)
  assert.deepEqual(await passwords.verify('Cafe fi5', kept), WRONG)
})

test('a password with NUL counts whole', async () => {
  const kept = await passwords.hash('fence\0battery')
  assert.deepEqual(await passwords.verify('fence\0battery', kept), RIGHT)
  for (const other of ['fence', 'fence\0', 'fence\0horse', 'fencebattery'])
    assert.deepEqual(await passwords.verify(other, kept), WRONG)
})

test('hashes that others made at another cost verify, and are outdated', async () => {
  for (const kept of [
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc',
  ]) {
    assert.deepEqual(await passwords.verify('password', kept), OUTDATED, kept)
    assert.deepEqual(await passwords.verify('passwort', kept), WRONG, kept)
  }
})

describe('where there is nothing to verify against', () => {
  test('no password is right', async () => {
    const good = await passwords.hash('password')
    for (const kept of [
      null,
      '',
      'password',
      good.slice(0, -22),
      `${good}\n`,
      good.replace('argon2id', 'argon2i'),
      good.replace('v=19', 'v=16'),
      good.replace('m=47104', 'm=262145'),
      good.replace('m=47104', 'm=7'),
      good.replace('t=1', 't=11'),
      good.replace('t=1', 't=0'),
      good.replace('p=1', 'p=9'),
      good.replace('p=1', 'p=0'),
      '$argon2id$v=19$m=47104,t=1,p=1$$',
    ])
      assert.deepEqual(await passwords.verify('password', kept), WRONG, String(kept))
  })

  test('whatever was kept, the answer is no and not a fault', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async kept => {
        assert.deepEqual(await passwords.verify('password', kept), WRONG)
      }),
      { numRuns: 10 },
    )
  })

  test('the same work is done', async () => {
    const kept = await passwords.hash('password')
    const hashes = async (work: () => Promise<unknown>) => {
      let count = 0
      const hook = createHook({
        init: (_, type) => {
          if (type === 'ARGON2REQUEST') count += 1
        },
      }).enable()
      await work().finally(() => hook.disable())
      return count
    }
    assert.equal(await hashes(() => passwords.verify('password', kept)), 1)
    assert.equal(await hashes(() => passwords.verify('password', null)), 1)
    assert.equal(await hashes(() => passwords.verify('password', 'unreadable')), 1)
  })
})

test('other work goes on during a hash', async () => {
  const one = new Passwords({ atOnce: 1 })
  let ticks = 0
  const timer = setInterval(() => ticks++, 5)
  await Promise.all(Array.from({ length: 8 }, () => one.hash('password')))
  clearInterval(timer)
  assert.ok(ticks >= 3, `${ticks} ticks`)
})

test('one waits for the other, in order', async () => {
  const one = new Passwords({ atOnce: 1 })
  const ended: number[] = []
  await Promise.all(
    [0, 1, 2, 3, 4].map(async at => {
      await (at % 2 ? one.verify('password', null) : one.hash('password'))
      ended.push(at)
    }),
  )
  assert.deepEqual(ended, [0, 1, 2, 3, 4])
})

test('when 200 wait, the next is refused, and later there is room again', async () => {
  const one = new Passwords({ atOnce: 1 })
  const cheap = '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc'
  const taken = Array.from({ length: 201 }, () => one.verify('password', cheap))
  await assert.rejects(one.hash('password'), BUSY)
  await assert.rejects(one.verify('password', null), BUSY)
  assert.ok((await Promise.all(taken)).every(({ right }) => right))
  assert.deepEqual(await one.verify('password', cheap), OUTDATED)
})

describe('when many passwords wait to be hashed', () => {
  const cheap = '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc'
  const from = (address: string, familiar?: string) => ({ address, familiar })
  /** Hashes at once, in this order; tells in which order they ended, and who was refused. */
  const raced = async (
    one: Passwords,
    tries: readonly (readonly [name: string, whose: ReturnType<typeof from>])[],
  ) => {
    const ended: string[] = []
    const refused: string[] = []
    const verified = tries.map(async ([name, whose]) => {
      try {
        await one.verify('guess', cheap, whose)
        ended.push(name)
      } catch {
        refused.push(name)
      }
    })
    await Promise.all(verified)
    return { ended, refused }
  }
  const times = (count: number, name: string, whose: (index: number) => ReturnType<typeof from>) =>
    Array.from({ length: count }, (_, index) => [name, whose(index)] as const)

  test('a hundred guesses from one address delay the next person by one of them', async () => {
    const attack = times(100, 'attacker', () => from('192.0.2.1'))
    const { ended } = await raced(new Passwords({ atOnce: 1 }), [...attack, ['honest', from('198.51.100.7')]])
    // The first guess runs at once, and a second one may have its turn before the person.
    assert.ok(ended.indexOf('honest') <= 2, ended.slice(0, 10).join())
  })

  test('the addresses of a network take turns as one, and so do those of an IPv6 prefix', async () => {
    for (const addressOf of [
      (index: number) => `192.0.2.${index + 1}`,
      (index: number) => `2001:db8::${(index + 1).toString(16)}`,
      (index: number) => `2001:db8:0:${index.toString(16)}::1`,
    ]) {
      const attack = times(150, 'attacker', index => from(addressOf(index)))
      const { ended } = await raced(new Passwords({ atOnce: 1 }), [
        ...attack,
        ['honest', from('198.51.100.7')],
      ])
      assert.ok(ended.indexOf('honest') <= 2, ended.slice(0, 10).join())
    }
  })

  test('a device that is known goes before a crowd from many networks', async () => {
    const crowd = times(150, 'stranger', index => from(`10.${index}.0.1`))
    const { ended } = await raced(new Passwords({ atOnce: 1 }), [
      ...crowd,
      ['known', from('10.1.0.1', 'a device')],
    ])
    assert.ok(ended.indexOf('known') <= 2, ended.slice(0, 10).join())
  })

  test('the one with the most is refused first, and nobody else', async () => {
    const attack = times(300, 'attacker', () => from('192.0.2.1'))
    const people = times(20, 'honest', index => from(`198.51.${index}.1`))
    const { ended, refused } = await raced(new Passwords({ atOnce: 1 }), [...attack, ...people])
    assert.deepEqual([...new Set(refused)], ['attacker'])
    assert.equal(ended.filter(name => name === 'honest').length, 20)
  })

  test('networks with wrong passwords are refused before those without', async () => {
    const one = new Passwords({ atOnce: 1 })
    const attackers = (index: number) => from(`10.${index % 150}.0.1`)
    for (let round = 0; round < 3; round += 1) await raced(one, times(150, 'attacker', attackers))
    const { ended, refused } = await raced(one, [
      ...times(201, 'attacker', attackers),
      ['honest', from('198.51.100.7')],
    ])
    assert.deepEqual(refused, ['attacker'])
    assert.ok(ended.indexOf('honest') <= 3, ended.slice(0, 10).join())
  })
})

describe('the list of common passwords', () => {
  const list = readFileSync('src/identity/directory/common-passwords.txt', 'utf8')
  const all = list.split('\n').slice(0, -1)

  test('is long, sorted and in lower case, with 8 to 64 characters a line', () => {
    assert.ok(list.endsWith('\n'))
    assert.ok(all.length >= 10_000)
    assert.deepEqual(all, [...new Set(all)].sort())
    assert.deepEqual(
      all.filter(one => !/^[ -~]{8,64}$/.test(one) || one !== one.toLowerCase()),
      [],
    )
  })

  test('knows each of its lines, from the first to the last', () => {
    assert.deepEqual(
      all.filter(one => !isCommon(one)),
      [],
    )
  })

  test('knows nothing else', () => {
    const known = new Set(all)
    for (const text of ['', '\n', 'passwor', 'fence battery horse', `${all[0]}\n${all[1]}`, '\0', '\uffff'])
      assert.equal(isCommon(text), false, text)
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.string(), fc.nat(64), (one, more, cut) => {
        const text = one.slice(0, cut) + more
        assert.equal(isCommon(text), known.has(text))
      }),
    )
  })
})

describe('the words of the list', () => {
  const rules = {
    tenant: {
      id: 'main',
      name: 'main',
      host: null,
      publicUrl: null,
      consoleUrl: null,
      locale: null,
      factors: null,
    },
    address: 'https://id.example.com',
    minimum: 8,
    words: [],
  }
  const problem = (password: string) => refusedPassword(password, rules)?.label

  test('refuse what attackers try first', () => {
    for (const password of [
      ...['Password1!', 'Password123!', 'P@ssw0rd1', 'P@ssw0rd!', 'P@ssw0rd1!', 'Passw0rd!', 'Welcome1!'],
      ...[
        'Welcome123!',
        'Qwerty123!',
        'Admin@123',
        'Admin123!',
        'Summer2024!',
        'Winter2025!',
        'password2026',
      ],
      ...['Passwort1!', 'changeme123', 'Letmein1!', 'Sommer2026!', '!Dragon99!', 'Welcome2026!!!!!!'],
    ])
      assert.equal(problem(password), 'PASSWORD_COMMON', password)
  })

  test('refuse no phrase of several words, and nothing random', () => {
    for (const password of [
      ...[
        'quiet lamp over water',
        'violet anchor on sand',
        'correct horse battery',
        'summer rain on tin roofs',
      ],
      ...['kR7-vq2x', 'hq7wkz3m', 'Xo4!mdQ9tb', 'welcome to the harbour', 'my password is long enough'],
    ])
      assert.equal(problem(password), undefined, password)
  })

  test('are letters only', () => {
    assert.equal(isCommonWord('password'), true)
    for (const text of ['', 'password1', 'quietlamp']) assert.equal(isCommonWord(text), false, text)
  })
})
