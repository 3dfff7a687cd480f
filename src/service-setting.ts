import { mailbox } from './core/mailbox.ts'
import {
  address,
  database,
  factors,
  locale,
  Mistake,
  networks,
  oneOf,
  option,
  origins,
  secretKey,
  secretKeys,
  sender,
  smtp,
  text,
  visible,
  whole,
} from './setting.ts'

/** The settings of the service. */
export const SERVICE_OPTIONS = {
  port: option('PORT', '8080', whole(0, 65535), 'The port of the service. 0: any free port.'),
  host: option(
    'HOST',
    '127.0.0.1',
    value => value,
    'The IP address to listen on. `0.0.0.0` or `::`: all addresses; then set `TABARD_PUBLIC_URL` and `TABARD_CONSOLE_URL`.',
  ),
  publicUrl: option(
    'TABARD_PUBLIC_URL',
    '',
    address,
    'The URL at which people and clients reach the service, such as `https://id.example.com`. Unset: `http://HOST:PORT`, or `https://` with a certificate.',
  ),
  consolePort: option(
    'TABARD_CONSOLE_PORT',
    '',
    value => (value === '' ? undefined : whole(0, 65535)(value)),
    'The port of the console. Unset: `PORT` + 1; if that is taken, a free port, unless `TABARD_CONSOLE_URL` is set. 0: any free port.',
  ),
  consoleUrl: option(
    'TABARD_CONSOLE_URL',
    '',
    address,
    'The URL at which administrators reach the console. It must be another origin than `TABARD_PUBLIC_URL`. Unset: `HOST` and the port of the console.',
  ),
  metricsPort: option(
    'TABARD_METRICS_PORT',
    '',
    value => (value === '' ? undefined : whole(0, 65535)(value)),
    'The port of the [metrics](monitoring.md#metrics) for Prometheus. Unset: no metrics. 0: any free port.',
  ),
  metricsHost: option(
    'TABARD_METRICS_HOST',
    '127.0.0.1',
    value => value,
    'The IP address on which the metrics listen. They need no token, so allow only your monitoring to reach it.',
  ),
  data: option(
    'TABARD_DATA',
    './data',
    value => value,
    'The folder for the SQLite database and the credentials file.',
  ),
  database: option(
    'DATABASE_URL',
    '',
    database,
    'A PostgreSQL database (13 or newer). Unset: SQLite in the data folder.',
  ),
  databaseConnections: option(
    'TABARD_DATABASE_CONNECTIONS',
    '10',
    whole(2, 1000),
    'Maximum number of connections from a node to PostgreSQL, plus one for notifications. Writes use at most half of them.',
  ),
  databaseWaitSeconds: option(
    'TABARD_DATABASE_WAIT_SECONDS',
    '60',
    whole(0, 3600),
    'How long `tabard serve` waits for PostgreSQL when it starts. It listens only afterwards. 0: it exits at once.',
  ),
  encryptionKey: option(
    'TABARD_ENCRYPTION_KEY',
    '',
    value => (value === '' ? undefined : secretKey(value)),
    'The key that [encrypts](keys.md#encryption-at-rest) keys and secrets in the database: 32 bytes in base64 or hex. Unset: they are stored in plain text.',
  ),
  decryptionKeys: option(
    'TABARD_DECRYPTION_KEYS',
    '',
    secretKeys,
    'Further keys that only decrypt, separated by commas: former keys, or the next key while you restart nodes one by one.',
  ),
  clientId: option(
    'TABARD_CLIENT_ID',
    '',
    visible(/[^\x21-\x39\x3b-\x7e]/, 'visible ASCII characters without a colon'),
    'Id of the API client that the first start creates. Unset: generated.',
  ),
  clientSecret: option(
    'TABARD_CLIENT_SECRET',
    '',
    visible(/[^\x20-\x7e]/, 'visible ASCII characters'),
    'Secret of that API client. Unset: generated.',
  ),
  clientAnswers: option(
    'TABARD_CLIENT_ANSWERS',
    '201',
    (value): 201 | 204 => {
      if (value !== '201' && value !== '204') throw new Mistake('must be 201 or 204')
      return value === '204' ? 204 : 201
    },
    'The status that this API client gets when it replaces a package. Use 204 for tools that accept nothing else, such as `verifyctl`.',
  ),
  adminEmail: option(
    'TABARD_ADMIN_EMAIL',
    '',
    value => {
      if (value === '') return undefined
      const address = mailbox(value)
      if (address === undefined) throw new Mistake('must be an address such as admin@example.com')
      return address
    },
    'E-mail address and username of the administrator that the first start creates. Unset: the username is `admin`.',
  ),
  adminPassword: option(
    'TABARD_ADMIN_PASSWORD',
    '',
    text,
    'Password of that administrator. Unset: generated.',
  ),
  registration: option(
    'TABARD_REGISTRATION',
    'on',
    value => oneOf('on', 'off')(value) === 'on',
    'Whether people may [register](people.md#registration) by themselves: `on` or `off`.',
  ),
  scriptsOverHttp: option(
    'TABARD_SCRIPTS_OVER_HTTP',
    'off',
    value => oneOf('on', 'off')(value) === 'on',
    'Whether scripts of customized themes [run over plain HTTP](#scripts-over-plain-http) on other machines than this one: `on` or `off`.',
  ),
  passwordLength: option(
    'TABARD_PASSWORD_LENGTH',
    '',
    value => (value === '' ? undefined : whole(8, 64)(value)),
    'The minimum length of new passwords. Unset: 15 (NIST SP 800-63B-4), or 8 for [accounts that always need a second factor](people.md#passwords).',
  ),
  sessionIdleMinutes: option(
    'TABARD_SESSION_IDLE_MINUTES',
    '60',
    whole(1, 43_200),
    'Minutes without activity after which a session expires.',
  ),
  sessionHours: option(
    'TABARD_SESSION_HOURS',
    '12',
    whole(1, 720),
    'Hours after which every session expires.',
  ),
  secondFactors: option(
    'TABARD_SECOND_FACTORS',
    'app,mail',
    factors,
    'The accepted [second factors](people.md#second-factor): `app,mail`, or `app` for authenticator apps only. A tenant can override it, and an application can accept fewer.',
  ),
  consoleSecondFactor: option(
    'TABARD_CONSOLE_SECOND_FACTOR',
    'off',
    value => /^(?:on|true)$/.test(oneOf('on', 'off', 'true', 'false')(value)),
    'Whether everybody needs an authenticator app to use the [console](console.md#signing-in): `on` or `off`.',
  ),
  locale: option(
    'TABARD_LOCALE',
    '',
    locale,
    'The language used when none of the visitor’s languages is available, such as `de` or `fr_CA`. Unset: US English.',
  ),
  smtpUrl: option(
    'TABARD_SMTP_URL',
    '',
    smtp,
    'The [mail server](#mail-server), such as `smtp://user:password@mail.example.com:587`. Unset: mails stay in the outbox.',
  ),
  mailFrom: option(
    'TABARD_MAIL_FROM',
    '',
    sender,
    'The sender of mails, such as `Example <no-reply@example.com>`. A template can override it. Unset: `no-reply@` and the host of the public URL.',
  ),
  tlsCert: option(
    'TABARD_TLS_CERT',
    '',
    text,
    'A PEM file with the certificate of pages and console, then the intermediate certificates. The service [reloads](proxies.md) it. Unset: plain HTTP, for a proxy.',
  ),
  tlsKey: option(
    'TABARD_TLS_KEY',
    '',
    text,
    'A PEM file with the private key of that certificate, without a passphrase.',
  ),
  hstsSubdomains: option(
    'TABARD_HSTS_SUBDOMAINS',
    'off',
    value => oneOf('on', 'off')(value) === 'on',
    'Whether `Strict-Transport-Security` contains `includeSubDomains`: `on` or `off`. Turn it on only if all subdomains of pages and console use HTTPS.',
  ),
  trustedProxies: option(
    'TABARD_TRUSTED_PROXIES',
    '',
    networks,
    'IP addresses or networks of proxies, separated by commas, whose `X-Forwarded-*` and `X-Request-Id` headers the service trusts.',
  ),
  corsOrigins: option(
    'TABARD_CORS_ORIGINS',
    '',
    origins,
    'Origins, separated by commas, whose scripts may call the [theme API](api.md#calls-from-other-websites) with an access token. Unset: none.',
  ),
  logLevel: option(
    'TABARD_LOG_LEVEL',
    '',
    (value): 'debug' | 'info' | 'warn' | 'error' | 'silent' | undefined =>
      value === '' ? undefined : oneOf('debug', 'info', 'warn', 'error', 'silent')(value),
    'The log level: `debug`, `info`, `warn`, `error` or `silent`. Unset: `warn` on a terminal, else `info`.',
  ),
  logFormat: option(
    'TABARD_LOG_FORMAT',
    '',
    (value): 'json' | 'pretty' | undefined => (value === '' ? undefined : oneOf('json', 'pretty')(value)),
    'The log format: `json` for machines or `pretty` for people. Unset: `pretty` on a terminal, else `json`.',
  ),
  noColor: option('NO_COLOR', '', value => value !== '', 'Any value turns off colors in the log.'),
  uploadSeconds: option('TABARD_UPLOAD_SECONDS', '60', whole(1, 3600), 'Seconds that an upload may take.'),
  uploadsAtOnce: option(
    'TABARD_UPLOADS_AT_ONCE',
    '16',
    whole(1, 1000),
    'Maximum number of uploads at the same time.',
  ),
  uploadMemory: option(
    'TABARD_UPLOAD_MEMORY',
    '',
    value => (value === '' ? undefined : whole(1, 2 ** 40)(value)),
    'Total bytes of uploads in progress. A single upload may be larger. Unset: 128 MiB, or less [with less than 1 GB of memory](sizing.md#limits).',
  ),
  downloadSeconds: option(
    'TABARD_DOWNLOAD_SECONDS',
    '600',
    whole(1, 86_400),
    'Seconds that a client may take to read a large response.',
  ),
  auditDays: option(
    'TABARD_AUDIT_DAYS',
    '365',
    whole(1, 36_500),
    'Days that entries of the [audit trail](audit.md) are kept. Below 90, fewer people [keep access](access.md#access-to-an-application) to an application that you restrict.',
  ),
  mailDays: option(
    'TABARD_MAIL_DAYS',
    '7',
    whole(1, 3650),
    'Days that mails stay in the outbox, whether they were sent or not.',
  ),
  drainSeconds: option(
    'TABARD_DRAIN_SECONDS',
    '2',
    whole(0, 300),
    'Seconds between SIGTERM and the stop. Meanwhile `/readyz` answers 503, so that [proxies](proxies.md#restarts) stop sending requests. Without a proxy, use 0.',
  ),
  memory: option(
    'TABARD_MEMORY',
    '',
    value => (value === '' ? undefined : whole(2 ** 28, 2 ** 50)(value)),
    'Bytes of memory that the process may use. Unset: the memory of the machine or container.',
  ),
  shedDelay: option(
    'TABARD_SHED_DELAY_MS',
    '1000',
    whole(0, 60_000),
    'Average delay of the event loop, in milliseconds, above which the service [rejects work](sizing.md#limits). 0: no limit.',
  ),
  shedHeap: option(
    'TABARD_SHED_HEAP_PERCENT',
    '90',
    whole(1, 100),
    'Percentage of the JavaScript heap above which the service rejects work. 100: no limit.',
  ),
  shedMemory: option(
    'TABARD_SHED_MEMORY_PERCENT',
    '90',
    whole(1, 100),
    'Percentage of `TABARD_MEMORY` above which the service rejects work. 100: no limit.',
  ),
  connections: option(
    'TABARD_CONNECTIONS',
    '5000',
    whole(10, 100_000),
    'Maximum number of open connections.',
  ),
  failedTries: option(
    'TABARD_FAILED_TRIES',
    '10',
    whole(1, 1000),
    'Failed token requests for one client from one network before the service [throttles](#failed-token-requests) it.',
  ),
}
