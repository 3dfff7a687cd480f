import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { BadSettings, configFrom, configurationOptions, settingWarnings } from '../src/config.ts'

/** The sentences about what is wrong with an environment. */
function mistakes(environment: Record<string, string>): string[] {
  try {
    configFrom(environment)
  } catch (error) {
    assert.ok(error instanceof BadSettings)
    return error.message.split('\n')
  }
  return []
}

describe('settings', () => {
  test('the second factor of the console is on or off, or true or false', () => {
    for (const [value, on] of Object.entries({ on: true, true: true, off: false, false: false }))
      assert.equal(configFrom({ TABARD_CONSOLE_SECOND_FACTOR: value }).consoleSecondFactor, on, value)
    assert.match(mistakes({ TABARD_CONSOLE_SECOND_FACTOR: 'yes' }).join(), /TABARD_CONSOLE_SECOND_FACTOR/)
  })

  test('origins are named exactly', () => {
    const named = 'https://tools.example.com,http://localhost:3000, http://[::1]:8080'
    assert.deepEqual(configFrom({ TABARD_CORS_ORIGINS: named }).corsOrigins, named.split(/, ?/))
    for (const wrong of [
      '*',
      'null',
      'https://*.example.com',
      'https://tools.example.com/',
      'https://tools.example.com/app',
      'https://Tools.example.com',
      'https://tools.example.com:443',
      'http://tools.example.com',
      'tools.example.com',
      'file:///tools',
    ])
      assert.match(
        mistakes({ TABARD_CORS_ORIGINS: wrong }).join(),
        /^TABARD_CORS_ORIGINS must be a list of/,
        wrong,
      )
  })

  test('the console cannot have the origin of the pages', () => {
    const pages = { TABARD_PUBLIC_URL: 'https://id.example.com' }
    assert.deepEqual(mistakes({ ...pages, TABARD_CONSOLE_URL: 'https://id.example.com' }), [
      'TABARD_CONSOLE_URL must be another origin than TABARD_PUBLIC_URL, whose scripts could reach the console.',
    ])
    assert.deepEqual(mistakes({ ...pages, TABARD_CONSOLE_URL: 'https://id.example.com:8443' }), [])
  })

  test('nothing must be set', () => {
    assert.deepEqual(configFrom({}), {
      port: 8080,
      host: '127.0.0.1',
      publicUrl: undefined,
      consolePort: undefined,
      consoleUrl: undefined,
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      data: './data',
      database: undefined,
      databaseConnections: 10,
      databaseWaitSeconds: 60,
      encryptionKey: undefined,
      decryptionKeys: [],
      clientId: undefined,
      clientSecret: undefined,
      clientAnswers: 201,
      adminEmail: undefined,
      adminPassword: undefined,
      registration: true,
      scriptsOverHttp: false,
      passwordLength: undefined,
      sessionIdleMinutes: 60,
      sessionHours: 12,
      secondFactors: ['app', 'mail'],
      consoleSecondFactor: false,
      locale: undefined,
      smtpUrl: undefined,
      mailFrom: undefined,
      tlsCert: undefined,
      tlsKey: undefined,
      hstsSubdomains: false,
      trustedProxies: [],
      corsOrigins: [],
      logLevel: undefined,
      logFormat: undefined,
      noColor: false,
      uploadSeconds: 60,
      uploadsAtOnce: 16,
      uploadMemory: undefined,
      downloadSeconds: 600,
      auditDays: 365,
      mailDays: 7,
      drainSeconds: 2,
      memory: undefined,
      shedDelay: 1000,
      shedHeap: 90,
      shedMemory: 90,
      connections: 5000,
      failedTries: 10,
      limits: {
        archive: 20 * 1024 * 1024,
        expanded: 64 * 1024 * 1024,
        file: 10 * 1024 * 1024,
        entries: 5000,
        ratio: 100,
        path: 512,
        segment: 255,
        levels: 16,
        themes: 1000,
        revisions: 100,
      },
      tracing: undefined,
    })
  })

  test('an empty variable is an unset one', () => {
    const empty = Object.fromEntries(configurationOptions().map(({ variable }) => [variable, '']))
    assert.deepEqual(configFrom(empty), configFrom({}))
  })

  test('what is set holds', () => {
    const config = configFrom({
      PORT: '0',
      HOST: '::1',
      TABARD_DATA: '/var/lib/tabard',
      DATABASE_URL: 'postgresql://tabard@db/tabard?sslmode=require',
      TABARD_CLIENT_ID: 'deploy',
      TABARD_CLIENT_SECRET: 's3cret',
      TABARD_TRUSTED_PROXIES: '10.0.0.0/8, ,192.168.1.1',
      TABARD_LOG_LEVEL: 'silent',
      TABARD_LIMIT_FILE: '1',
    })
    assert.equal(config.port, 0)
    assert.equal(config.host, '::1')
    assert.equal(config.data, '/var/lib/tabard')
    assert.equal(config.database, 'postgresql://tabard@db/tabard?sslmode=require')
    assert.equal(config.clientId, 'deploy')
    assert.equal(config.clientSecret, 's3cret')
    assert.deepEqual(config.trustedProxies, ['10.0.0.0/8', '192.168.1.1'])
    assert.equal(config.logLevel, 'silent')
    assert.equal(config.limits.file, 1)
  })

  test('cannot be changed afterwards', () => {
    const config = configFrom({}) as { port: number; limits: { file: number } }
    assert.throws(() => {
      config.port = 1
    }, TypeError)
    assert.throws(() => {
      config.limits.file = 1
    }, TypeError)
  })

  test('every option has a variable of its own and a sentence', () => {
    const options = configurationOptions()
    assert.equal(new Set(options.map(({ variable }) => variable)).size, options.length)
    for (const { variable, prose } of options) assert.match(prose, /^[A-Z].*\.$/, variable)
  })
})

describe('wrong settings', () => {
  test('every mistake is named at once, in a sentence each', () => {
    assert.deepEqual(
      mistakes({
        PORT: 'abc',
        TABARD_LIMIT_FILE: 'x',
        TABARD_LOG_LEVEL: 'loud',
        TABARD_LOG_FORMAT: 'xml',
        TABARD_METRICS_PORT: 'on',
        DATABASE_URL: 'mysql://db',
        HOST: '0.0.0.0',
      }),
      [
        'PORT must be a whole number from 0 to 65535.',
        'TABARD_METRICS_PORT must be a whole number from 0 to 65535.',
        'DATABASE_URL must be an address such as postgres://user:password@host:5432/tabard, or unset for SQLite.',
        'TABARD_LOG_LEVEL must be one of debug, info, warn, error, silent.',
        'TABARD_LOG_FORMAT must be one of json, pretty.',
        'TABARD_LIMIT_FILE must be a whole number from 1 to 2147483647.',
      ],
    )
  })

  for (const port of ['-1', '65536', '80.5', '8080 ', '0x50', '1e3', '٣', 'NaN'])
    test(`${port} is no port`, () => assert.equal(mistakes({ PORT: port }).length, 1))

  test('no message tells a secret', () => {
    const said = mistakes({
      PORT: 'abc',
      DATABASE_URL: 'tabard:hunter2@db:5432/tabard',
      TABARD_PUBLIC_URL: 'https://admin:hunter2@id.example.com',
      TABARD_CLIENT_SECRET: 'hunter2',
      TABARD_SMTP_URL: 'mailer:hunter2@mail.example.com',
    })
    assert.equal(said.length, 4)
    assert.doesNotMatch(said.join(), /hunter2/)
  })
})

describe('the public address', () => {
  for (const [given, kept] of [
    ['https://id.example.com', 'https://id.example.com'],
    ['https://id.example.com/', 'https://id.example.com'],
    ['https://id.example.com:443', 'https://id.example.com'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['HTTPS://ID.Example.com', 'https://id.example.com'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ] as const)
    test(`${given} is kept as ${kept}`, () =>
      assert.equal(configFrom({ TABARD_PUBLIC_URL: given }).publicUrl, kept))

  for (const given of [
    'id.example.com',
    'ftp://id.example.com',
    'javascript:alert(1)',
    'https://',
    'https://id.example.com/themes',
    'https://id.example.com/?a=b',
    'https://id.example.com/#a',
    'https://user@id.example.com',
    'https://:password@id.example.com',
  ])
    test(`${given} is refused`, () =>
      assert.match(mistakes({ TABARD_PUBLIC_URL: given }).join(), /^TABARD_PUBLIC_URL must be /))

  test('proxies are addresses or networks, and ids are visible', () => {
    for (const proxies of ['10.0.0.1', '10.0.0.0/8, ::1', 'fd00::/8', 'loopback']) {
      assert.doesNotThrow(() => configFrom({ TABARD_TRUSTED_PROXIES: proxies }), proxies)
    }
    for (const proxies of ['foo', '10.0.0.0/99', '10.0.0.0/8/8', '10.0.0']) {
      assert.throws(
        () => configFrom({ TABARD_TRUSTED_PROXIES: proxies }),
        /TABARD_TRUSTED_PROXIES must be a list of/,
      )
    }
    for (const id of ['ä', 'a b', 'a:b', 'a\tb']) {
      assert.throws(() => configFrom({ TABARD_CLIENT_ID: id }), /TABARD_CLIENT_ID must be/)
    }
  })
})

describe('the mail server', () => {
  for (const given of [
    'smtp://mail.example.com',
    'smtp://127.0.0.1:2525',
    'smtp://[::1]:25/',
    'smtps://user%40example.com:p%20ss@mail.example.com:465',
    'smtp://user:password@mail:587?requireTLS=true',
    'smtp://mail:587?name=host&requireTLS=false',
  ])
    test(`${given} is kept`, () => assert.equal(configFrom({ TABARD_SMTP_URL: given }).smtpUrl, given))

  for (const given of [
    'mail.example.com',
    'mail.example.com:25',
    'http://mail.example.com',
    'smtp:mail.example.com',
    'smtp://',
    'smtp://user:hunter2@',
    'smtp://user:hunter2@mail.example.com:port',
    'smtp://user:hunter2@mail.example.com:99999',
    'smtp://user:hunter2@mail.example.com/inbox',
    'smtp://user:hunter#2@mail.example.com',
    'smtp://user:hunter2@mail%00.example.com',
  ])
    test(`${given} is refused without being told`, () => {
      const said = mistakes({ TABARD_SMTP_URL: given }).join()
      assert.match(said, /^TABARD_SMTP_URL must be an address such as smtp:/)
      assert.doesNotMatch(said, /hunter/)
    })

  for (const given of ['requiretls=true', 'REQUIRETLS=1', 'requireTLS', 'requireTLS=yes', 'a=b&requireTls'])
    test(`?${given} is refused, because TLS would not be required`, () => {
      const said = mistakes({ TABARD_SMTP_URL: `smtp://user:hunter2@mail.example.com?${given}` }).join()
      assert.match(said, /^TABARD_SMTP_URL must contain requireTLS as in smtp:\S+\?requireTLS=true/)
      assert.doesNotMatch(said, /hunter/)
    })

  test('the sender is one mailbox, with or without a name', () => {
    const sender = (text: string) => configFrom({ TABARD_MAIL_FROM: text }).mailFrom
    assert.deepEqual(sender('a@Example.com'), { name: '', address: 'a@example.com' })
    assert.deepEqual(sender('Bücher & Co <a@example.com>'), { name: 'Bücher & Co', address: 'a@example.com' })
    for (const wrong of [
      'example.com',
      'a@example.com, b@example.com',
      'Example <a@example.com',
      'a@localhost',
    ]) {
      assert.match(mistakes({ TABARD_MAIL_FROM: wrong }).join(), /^TABARD_MAIL_FROM must be one mailbox/)
    }
  })
})

describe('warnings about settings', () => {
  test('name a misspelt setting, and the one that is meant', () => {
    assert.deepEqual(
      settingWarnings({
        TABARD_PASWORD_LENGTH: '20',
        tabard_data: 'x',
        TABARD_COLOUR: 'green',
        PATH: '/bin',
      }),
      [
        'TABARD_PASWORD_LENGTH is not a known setting and has no effect. Did you mean TABARD_PASSWORD_LENGTH?',
        'tabard_data is not a known setting and has no effect. Did you mean TABARD_DATA?',
        'TABARD_COLOUR is not a known setting and has no effect.',
      ],
    )
  })

  test('name a secret that can be guessed, without telling it', () => {
    for (const secret of ['short', 'a'.repeat(100), 'abcabcabcabcabcabcabcabcabc']) {
      const warnings = settingWarnings({ TABARD_CLIENT_SECRET: secret })
      assert.match(warnings.join(), /^TABARD_CLIENT_SECRET is easy to guess\./)
      assert.ok(!warnings.join().includes(secret))
    }
  })

  test('name an address that nobody can open, and the settings for the right one', () => {
    const both = 'is not an address that people can open. Set TABARD_PUBLIC_URL and TABARD_CONSOLE_URL.'
    const set = { TABARD_PUBLIC_URL: 'https://id.example.com' }
    const other = { TABARD_CONSOLE_URL: 'https://console.example.com' }
    for (const [environment, warnings] of [
      [{ HOST: '0.0.0.0' }, [`http://0.0.0.0:8080 ${both}`]],
      [{ HOST: '::', PORT: '80', TABARD_TLS_CERT: 'x' }, [`https://[::]:80 ${both}`]],
      [
        { HOST: '0.0.0.0', PORT: '9000', ...set },
        ['http://0.0.0.0:9001 is not an address that people can open. Set TABARD_CONSOLE_URL.'],
      ],
      [{ HOST: '0.0.0.0', ...set, ...other }, []],
      [{ HOST: '192.0.2.1' }, []],
    ] as const)
      assert.deepEqual(settingWarnings(environment), warnings)
  })

  test('say nothing where all is well', () => {
    const secret = 'Zm9vYmFyYmF6cXV4cXV1eGNvcmdlZ3JhdWx0Z2Fy'
    const own = configurationOptions().filter(({ variable }) => !variable.startsWith('OTEL_'))
    const known = Object.fromEntries(own.map(({ variable }) => [variable, 'x']))
    const commands = readFileSync(join(import.meta.dirname, '../docs/theme-commands.md'), 'utf8')
    const named = [...commands.matchAll(/`(TABARD_\w+)`/g)].map(([, variable]) => [variable, 'x'])
    assert.ok(named.length > 15)
    const others = {
      ...Object.fromEntries(named),
      ...{ TABARD_MIGRATE_TO: 'x', TABARD_TOKEN: 'x', TABARD_TEST_DATABASE: 'x' },
    }
    assert.deepEqual(settingWarnings({ ...known, ...others, TABARD_CLIENT_SECRET: secret }), [])
    assert.deepEqual(settingWarnings({ TABARD_PASWORD_LENGTH: '' }), [])
  })
})
