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
  port: option('PORT', '8080', whole(0, 65535), 'The port of the service. 0 takes a free one.'),
  host: option('HOST', '127.0.0.1', value => value, 'The address to listen on. `0.0.0.0` listens on all.'),
  publicUrl: option(
    'TABARD_PUBLIC_URL',
    '',
    address,
    'The address under which people and clients reach the service. Links, issuer and redirects are built from it, never from a request. Unset: `http://HOST:PORT`, or `https://` with a certificate.',
  ),
  consolePort: option(
    'TABARD_CONSOLE_PORT',
    '',
    value => (value === '' ? undefined : whole(0, 65535)(value)),
    'The port of the console, on the same host. Unset: PORT + 1, or a free one where that is taken. 0 takes a free one.',
  ),
  consoleUrl: option(
    'TABARD_CONSOLE_URL',
    '',
    address,
    'The address under which administrators reach the console: another origin than `TABARD_PUBLIC_URL`, because pages of themes must not reach it. Unset: `HOST` and the port of the console.',
  ),
  metricsPort: option(
    'TABARD_METRICS_PORT',
    '',
    value => (value === '' ? undefined : whole(0, 65535)(value)),
    'The port of the [metrics](operations.md#metrics) for Prometheus. Unset: there are none. 0 takes a free one.',
  ),
  metricsHost: option(
    'TABARD_METRICS_HOST',
    '127.0.0.1',
    value => value,
    'The address on which the metrics listen. They need no token: open it only to those who may see them.',
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
    'Connections to PostgreSQL that a node opens at most, beside the one by which it hears of changes. Half of them are for writes, so that pages never wait behind writes.',
  ),
  databaseWaitSeconds: option(
    'TABARD_DATABASE_WAIT_SECONDS',
    '60',
    whole(0, 3600),
    'How long `tabard serve` waits at its start for a PostgreSQL that cannot be reached yet. It listens only afterwards. 0: it ends at once.',
  ),
  encryptionKey: option(
    'TABARD_ENCRYPTION_KEY',
    '',
    value => (value === '' ? undefined : secretKey(value)),
    'The key that [encrypts](operations.md#encryption-at-rest) signing keys, sealing keys and secrets of authenticator apps in the database: 32 bytes in base64 or hex. Unset: they are stored in plain text.',
  ),
  decryptionKeys: option(
    'TABARD_DECRYPTION_KEYS',
    '',
    secretKeys,
    'Further keys, separated by commas, that only decrypt: former encryption keys, or the next one while nodes are restarted one by one.',
  ),
  clientId: option(
    'TABARD_CLIENT_ID',
    '',
    visible(/[^\x21-\x39\x3b-\x7e]/, 'visible ASCII characters without a colon'),
    'Id of the API client made at the first start. Unset: generated.',
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
      if (value !== '201' && value !== '204') throw new Mistake('has to be 201 or 204')
      return value === '204' ? 204 : 201
    },
    'How a replaced package is answered to that API client: 204 for tools that accept only that, such as verifyctl.',
  ),
  adminEmail: option(
    'TABARD_ADMIN_EMAIL',
    '',
    value => {
      if (value === '') return undefined
      const address = mailbox(value)
      if (address === undefined) throw new Mistake('has to be an address such as admin@example.com')
      return address
    },
    'E-mail address, and so username, of the administrator made at the first start. Unset: the username is `admin`.',
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
    'Whether people may make accounts themselves: `on` or `off`.',
  ),
  scriptsOverHttp: option(
    'TABARD_SCRIPTS_OVER_HTTP',
    'off',
    value => oneOf('on', 'off')(value) === 'on',
    'Whether scripts of customized themes run on pages served over plain HTTP to other machines: `on` or `off`. Browsers do not tell such a service which requests come from a script, so a script of one theme can act for the person in every application.',
  ),
  passwordLength: option(
    'TABARD_PASSWORD_LENGTH',
    '',
    value => (value === '' ? undefined : whole(8, 64)(value)),
    'The minimum length of new passwords, for everybody. Unset: 15 as NIST SP 800-63B-4 requires, and 8 for [accounts that always need a second factor](sign-in.md#passwords).',
  ),
  sessionIdleMinutes: option(
    'TABARD_SESSION_IDLE_MINUTES',
    '60',
    whole(1, 43_200),
    'How long somebody stays signed in without doing anything.',
  ),
  sessionHours: option(
    'TABARD_SESSION_HOURS',
    '12',
    whole(1, 720),
    'How long somebody stays signed in at most.',
  ),
  secondFactors: option(
    'TABARD_SECOND_FACTORS',
    'app,mail',
    factors,
    'Which [second factors](sign-in.md#second-factor) count where an application asks for one: `app,mail`, or `app` for authenticator apps alone. A tenant can have a setting of its own; an application can accept fewer.',
  ),
  consoleSecondFactor: option(
    'TABARD_CONSOLE_SECOND_FACTOR',
    'off',
    value => /^(?:on|true)$/.test(oneOf('on', 'off', 'true', 'false')(value)),
    'Whether everybody who uses the [console](console.md#signing-in) needs an authenticator app: `on` or `off` (`true` and `false` mean the same). Anyone without one sets it up when signing in. People who have set up an app are always asked for a code.',
  ),
  locale: option(
    'TABARD_LOCALE',
    '',
    locale,
    'The locale for those who ask for none that there is, such as `de` or `fr_CA`. Unset: US English.',
  ),
  smtpUrl: option(
    'TABARD_SMTP_URL',
    '',
    smtp,
    'The mail server, such as `smtp://user:password@mail.example.com:587`, or `smtps://` for TLS from the first byte; `?requireTLS=true` refuses a server without STARTTLS. A character of the password that an address cannot hold is percent-encoded. Unset: mails stay in the outbox.',
  ),
  mailFrom: option(
    'TABARD_MAIL_FROM',
    '',
    sender,
    'The sender of mails whose template names none, with or without a name: `Example <no-reply@example.com>`. Unset: `no-reply@` and the host of the public address.',
  ),
  tlsCert: option(
    'TABARD_TLS_CERT',
    '',
    text,
    'A file with the certificate of pages and console in PEM, followed by those between it and its root. It is [read again when it changes](operations.md#tls-and-proxies). Unset: plain HTTP, for a proxy in front.',
  ),
  tlsKey: option(
    'TABARD_TLS_KEY',
    '',
    text,
    'A file with the private key of that certificate in PEM, without a passphrase.',
  ),
  hstsSubdomains: option(
    'TABARD_HSTS_SUBDOMAINS',
    'off',
    value => oneOf('on', 'off')(value) === 'on',
    'Whether `Strict-Transport-Security` includes `includeSubDomains`: `on` or `off`. Turn it on only if every host below the names of pages and console is reached over https. The header is sent where the address begins with `https:`.',
  ),
  trustedProxies: option(
    'TABARD_TRUSTED_PROXIES',
    '',
    networks,
    'Addresses or networks, separated by commas, of proxies whose `X-Forwarded-*` and `X-Request-Id` headers are believed.',
  ),
  corsOrigins: option(
    'TABARD_CORS_ORIGINS',
    '',
    origins,
    'Origins of websites, separated by commas, whose scripts may make the [theme calls](api.md#calls-from-other-websites) with an access token, such as `https://tools.example.com`. Unset: none.',
  ),
  logLevel: option(
    'TABARD_LOG_LEVEL',
    '',
    (value): 'debug' | 'info' | 'warn' | 'error' | 'silent' | undefined =>
      value === '' ? undefined : oneOf('debug', 'info', 'warn', 'error', 'silent')(value),
    'How much is logged: `debug`, `info`, `warn`, `error` or `silent`. Unset: `warn` on a terminal, else `info`.',
  ),
  logFormat: option(
    'TABARD_LOG_FORMAT',
    '',
    (value): 'json' | 'pretty' | undefined => (value === '' ? undefined : oneOf('json', 'pretty')(value)),
    'How it is logged: `json` for machines or `pretty` for people. Unset: `pretty` on a terminal, else `json`.',
  ),
  noColor: option('NO_COLOR', '', value => value !== '', 'Set to anything: no colours in the log.'),
  uploadSeconds: option(
    'TABARD_UPLOAD_SECONDS',
    '60',
    whole(1, 3600),
    'How long an upload may take to arrive.',
  ),
  uploadsAtOnce: option(
    'TABARD_UPLOADS_AT_ONCE',
    '16',
    whole(1, 1000),
    'Uploads that may arrive at the same time.',
  ),
  uploadMemory: option(
    'TABARD_UPLOAD_MEMORY',
    '',
    value => (value === '' ? undefined : whole(1, 2 ** 40)(value)),
    'Bytes of all uploads together that arrive or are worked on. One is always taken. Unset: 128 MiB, or less [where there is less than 1 GB of memory](operations.md#limits).',
  ),
  downloadSeconds: option(
    'TABARD_DOWNLOAD_SECONDS',
    '600',
    whole(1, 86_400),
    'How long a client may take to read a large answer.',
  ),
  auditDays: option(
    'TABARD_AUDIT_DAYS',
    '365',
    whole(1, 36_500),
    'Days that entries of the [audit trail](api.md#audit-trail) are kept.',
  ),
  mailDays: option(
    'TABARD_MAIL_DAYS',
    '7',
    whole(1, 3650),
    'Days that mails stay in the outbox, sent or not.',
  ),
  drainSeconds: option(
    'TABARD_DRAIN_SECONDS',
    '2',
    whole(0, 300),
    'How long a service that is told to stop by SIGTERM still serves, while `/readyz` says 503, so that [proxies](operations.md#restarts) stop sending. 0 is right where there is none.',
  ),
  memory: option(
    'TABARD_MEMORY',
    '',
    value => (value === '' ? undefined : whole(2 ** 28, 2 ** 50)(value)),
    'Bytes of memory that the process may occupy. Unset: as many as the machine or its container has.',
  ),
  shedDelay: option(
    'TABARD_SHED_DELAY_MS',
    '1000',
    whole(0, 60_000),
    'How late the event loop may be on average before [work is refused](operations.md#limits). 0: it never is for that.',
  ),
  shedHeap: option(
    'TABARD_SHED_HEAP_PERCENT',
    '90',
    whole(1, 100),
    'How much of the heap of JavaScript may be used before work is refused. 100: it never is for that.',
  ),
  shedMemory: option(
    'TABARD_SHED_MEMORY_PERCENT',
    '90',
    whole(1, 100),
    'How much of `TABARD_MEMORY` the process may occupy before work is refused. 100: it never is for that.',
  ),
  connections: option(
    'TABARD_CONNECTIONS',
    '5000',
    whole(10, 100_000),
    'Connections that may be open at the same time.',
  ),
  failedTries: option(
    'TABARD_FAILED_TRIES',
    '10',
    whole(1, 1000),
    'Failed token requests for one client from one IPv4 address or IPv6 /64, none more than five minutes after the one before, until further ones have to wait for five minutes. An IPv6 /56 has twice as many, a /48 six times and an IPv4 /24 eight times; over all clients, each has ten times as many.',
  ),
}
