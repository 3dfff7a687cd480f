interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly labels?: readonly string[]
  /** What it counts or measures. */
  readonly help: string
  /** What to do when it moves. */
  readonly act: string
}

/** What we count and measure ourselves. The names are public: dashboards and alerts are built on them. */
export const METRICS = {
  tabard_build_info: {
    type: 'gauge',
    labels: ['version', 'node', 'database'],
    help: 'Always 1; the labels name the versions.',
    act: 'Different versions among nodes: an update has not reached all of them.',
  },
  tabard_http_requests_total: {
    type: 'counter',
    labels: ['server', 'route', 'method', 'status'],
    help: 'Answered requests. The server is `pages` or `console`; the route is the pattern, never the URL.',
    act: 'Status 5xx above 0: find the `fault` lines in the log. Many 401 or 429: guesses, or an old secret. Many `none`: a scanner.',
  },
  tabard_http_request_duration_seconds: {
    type: 'histogram',
    labels: ['server', 'route', 'method'],
    help: 'Time from the headers of a request to the end of the response.',
    act: 'All routes slower: look at the event loop and the processor. Only writes: the database. Only uploads: the network of the sender.',
  },
  tabard_http_connections: {
    type: 'gauge',
    labels: ['server'],
    help: 'Open connections.',
    act: 'Near `TABARD_CONNECTIONS`: further connections will be dropped. Add a node, or let the proxy keep fewer connections open.',
  },
  tabard_render_fallbacks_total: {
    type: 'counter',
    help: 'Pages shown from the master because the page of the theme could not be rendered.',
    act: 'Above 0: a theme is broken. The log names theme and page; `GET /v1.0/tabard/explain` says why.',
  },
  tabard_lint_runs_total: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Checks of themes by the linter: done, failed, bounded (too large a theme, or too slow), or busy (too many checks of one author).',
    act: 'Failed and rising: report a bug. Bounded: a very large theme is not checked. Busy: a client requests checks too fast.',
  },
  tabard_lint_seconds_total: {
    type: 'counter',
    help: 'Duration of these checks, including the time in the queue.',
    act: 'More than a second for each check: themes are large, or many people edit at once. Pages never wait for checks.',
  },
  tabard_lint_findings: {
    type: 'gauge',
    labels: ['severity'],
    help: 'Findings in the last check of each theme, for the last 1,000 themes that this node has checked.',
    act: 'Errors above 0: something in a theme does not work. `tabard doctor` lists the themes.',
  },
  tabard_source_exchanges_total: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Exchanges with identity sources by [outcome](sources.md#when-a-source-fails).',
    act: 'Away or skipped: a source is down. Settings: its secret or issuer is wrong. Forged and rising: somebody invents answers, which are refused.',
  },
  tabard_sources_paused: {
    type: 'gauge',
    help: 'Identity sources that are skipped for 30 seconds, because they failed five times in a row.',
    act: 'Above 0: people cannot sign in through a source. `tabard source list` shows where it is.',
  },
  tabard_policy_violations_total: {
    type: 'counter',
    help: 'Violations of the content security policy, reported by browsers.',
    act: 'A jump after a change of a theme: it loads from another origin; the log names it. Browser extensions cause a few.',
  },
  tabard_analytics_events_total: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Events of registration pages by [outcome](analytics.md#outcomes). A rejected batch counts once.',
    act: 'Lost: look at the database. Forged, unknown, misplaced or repeated and rising: somebody invents events. Limited: many people share an IP address.',
  },
  tabard_cache_entries: {
    type: 'gauge',
    labels: ['cache'],
    help: 'Entries of a cache.',
    act: 'For information.',
  },
  tabard_cache_fill_ratio: {
    type: 'gauge',
    labels: ['cache'],
    help: 'How much of its capacity a cache uses, from 0 to 1.',
    act: 'At 1 it is full, which is fine as long as evictions stay rare.',
  },
  tabard_cache_hits_total: {
    type: 'counter',
    labels: ['cache'],
    help: 'Lookups that found an entry. It may still be checked against the database after a change.',
    act: 'For information, beside the misses.',
  },
  tabard_cache_misses_total: {
    type: 'counter',
    labels: ['cache'],
    help: 'Lookups that found nothing.',
    act: 'More misses than hits of `pages` or `contents` long after the start: themes change all the time, or do not fit.',
  },
  tabard_cache_evictions_total: {
    type: 'counter',
    labels: ['cache'],
    help: 'Entries removed because the cache was full.',
    act: 'Steady evictions of `pages` or `contents`: more themes are in use than fit. Pages get slower; spread tenants over nodes.',
  },
  tabard_outbox_mails: {
    type: 'gauge',
    labels: ['state'],
    help: 'Mails of all tenants in the outbox by state, waiting or given-up, counted up to 10,000. Absent while the database is unavailable.',
    act: 'Waiting and rising: the mail server does not accept them. Given up and rising: addresses are wrong. `tabard outbox list` says why.',
  },
  tabard_outbox_oldest_waiting_seconds: {
    type: 'gauge',
    help: 'How long the oldest mail has waited; 0 if none waits. Absent while the database is unavailable.',
    act: 'Above a few minutes: people wait for codes and links. Look at `TABARD_SMTP_URL` and the mail server.',
  },
  tabard_database_up: {
    type: 'gauge',
    help: '1 if the database answered within a second and accepts writes, else 0.',
    act: '0: the database is unavailable, too slow, damaged or read-only. `/readyz` says which.',
  },
  tabard_database_faults_total: {
    type: 'counter',
    labels: ['kind'],
    help: 'Failed reads and writes by kind: unavailable (also read-only), full or damaged.',
    act: 'Damaged above zero: run `tabard doctor`. Full: make room on the disk of the database.',
  },
  tabard_database_connections: {
    type: 'gauge',
    labels: ['state'],
    help: 'Connections to PostgreSQL, busy or idle; at most `TABARD_DATABASE_CONNECTIONS`. Absent on SQLite.',
    act: 'All busy for minutes: statements are slow, or something holds locks.',
  },
  tabard_database_waiting_requests: {
    type: 'gauge',
    help: 'Statements that wait for a connection to PostgreSQL. Absent on SQLite.',
    act: 'Above 0 for minutes: the database is the bottleneck; look at its slow statements.',
  },
  tabard_database_size_bytes: {
    type: 'gauge',
    help: 'Size of the database. Absent while it is unavailable.',
    act: 'It grows with sign-ins and themes. Compare it with the free disk space. For a smaller audit trail, lower `TABARD_AUDIT_DAYS`, but not below 90.',
  },
  tabard_database_unused_bytes: {
    type: 'gauge',
    help: 'Space in the SQLite file that is free for reuse. Absent on PostgreSQL.',
    act: 'More than half of the size for days: `tabard database vacuum` frees it.',
  },
  tabard_disk_free_bytes: {
    type: 'gauge',
    help: 'Free disk space for the data folder. Absent without a data folder.',
    act: 'Below 1 GB: make room. On a full disk, writes and sign-ins fail with 507.',
  },
  tabard_last_sweep_timestamp_seconds: {
    type: 'gauge',
    help: 'When a node last deleted expired data, in seconds since 1970. Absent before the first time.',
    act: 'Older than a day: find `a job failed` in the log.',
  },
  tabard_last_backup_timestamp_seconds: {
    type: 'gauge',
    help: 'When `tabard backup` last wrote a backup, in seconds since 1970. Absent before the first backup.',
    act: 'Older than your schedule: look at the job that makes backups.',
  },
  tabard_sign_ins_total: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Sign-ins by outcome: signed-in, console (a console session started), failed (wrong name or password), code-refused (wrong second factor).',
    act: 'Many more failed than usual: somebody guesses, or the form is broken. No sign-ins in busy hours: people cannot sign in.',
  },
  tabard_audit_entries_total: {
    type: 'counter',
    labels: ['event'],
    help: 'Entries that this node wrote to the audit trail, by event.',
    act: 'For information; `theme-deleted` and `themes-reset` may deserve an alert.',
  },
  tabard_throttled_tries_total: {
    type: 'counter',
    labels: ['what'],
    help: 'Attempts that were throttled after too many failures, by kind of attempt. Absent before the first one.',
    act: 'Rising: somebody guesses. `tabard audit --event tries-throttled` names the networks. All people at once: set `TABARD_TRUSTED_PROXIES`.',
  },
  tabard_client_refusals_total: {
    type: 'counter',
    help: 'Requests of applications and API clients with wrong credentials.',
    act: 'Rising: a client has an old secret, or somebody guesses. `tabard audit --event client-refused` names client and address.',
  },
  tabard_shed_state: {
    type: 'gauge',
    help: 'Whether the service rejects work because it is short of time or memory: 0 no, 1 work that can wait, 2 all work.',
    act: 'Above 0: add a node, or memory. The log has the figures.',
  },
  tabard_shed_requests_total: {
    type: 'counter',
    help: 'Requests rejected because of that state.',
    act: 'Above 0: see the state above.',
  },
  tabard_password_hashes_waiting: {
    type: 'gauge',
    help: 'Passwords that wait to be hashed; at most 200.',
    act: 'Above 20 for minutes: people wait seconds to sign in. Add processors or a node, or find out who guesses.',
  },
  tabard_certificate_end_timestamp_seconds: {
    type: 'gauge',
    help: 'When the certificate in use expires, in seconds since 1970. Absent without `TABARD_TLS_CERT`.',
    act: 'Less than 14 days ahead: renew it. The service reloads it without a restart.',
  },
  tabard_trace_spans_total: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Spans of traces: sent, or dropped because the collector was unavailable or too slow.',
    act: 'Dropped and rising: look at the collector. Requests never wait for the collector.',
  },
  tabard_log_lines_lost_total: {
    type: 'counter',
    help: 'Log lines that could not be written.',
    act: 'Rising: the disk of the log is full, or its reader has stopped. The service continues without these lines.',
  },
} as const satisfies Record<string, Metric>

/** What is measured of the process. */
export const PROCESS_METRICS = {
  tabard_process_cpu_seconds_total: {
    type: 'counter',
    help: 'Total processor time.',
    act: 'A rate near 1: the main thread is busy all the time. Add a node.',
  },
  tabard_process_cpu_user_seconds_total: {
    type: 'counter',
    help: 'Processor time in the service.',
    act: 'Hashing passwords and compiling themes cost most.',
  },
  tabard_process_cpu_system_seconds_total: {
    type: 'counter',
    help: 'Processor time in the operating system.',
    act: 'High: many connections, or a slow disk.',
  },
  tabard_process_start_time_seconds: {
    type: 'gauge',
    help: 'When the process started, in seconds since 1970.',
    act: 'It changes often: something restarts the service. Look at the end of the log.',
  },
  tabard_process_resident_memory_bytes: {
    type: 'gauge',
    help: 'Memory that the process uses.',
    act: 'It becomes stable when the caches are full. Growing for days: report a bug.',
  },
  tabard_process_open_fds: {
    type: 'gauge',
    help: 'Open files and connections.',
    act: 'Near the maximum: connections will fail. Raise the limit (`ulimit -n`).',
  },
  tabard_process_max_fds: {
    type: 'gauge',
    help: 'Maximum number of open files and connections.',
    act: 'Keep it well above `TABARD_CONNECTIONS`.',
  },
  tabard_nodejs_eventloop_lag_seconds: {
    type: 'gauge',
    help: 'Delay of the event loop at the scrape.',
    act: 'For information; the next three are more useful.',
  },
  tabard_nodejs_eventloop_lag_p50_seconds: {
    type: 'gauge',
    help: 'Median delay of the event loop since the last scrape; the resolution is about 10 ms.',
    act: 'Above 20 ms: the process has too much to do. Add a node.',
  },
  tabard_nodejs_eventloop_lag_p99_seconds: {
    type: 'gauge',
    help: '99th percentile of the delay since the last scrape.',
    act: 'Above 100 ms: people notice. Look for large uploads at the same time.',
  },
  tabard_nodejs_eventloop_lag_max_seconds: {
    type: 'gauge',
    help: 'The longest delay since the last scrape.',
    act: 'Above a second: something blocks. Look for the requests of that time in the log.',
  },
  tabard_nodejs_heap_size_total_bytes: {
    type: 'gauge',
    help: 'Size of the JavaScript heap.',
    act: 'For information.',
  },
  tabard_nodejs_heap_size_used_bytes: {
    type: 'gauge',
    help: 'JavaScript heap in use.',
    act: 'Growing for days: report a bug.',
  },
  tabard_nodejs_external_memory_bytes: {
    type: 'gauge',
    help: 'Memory outside the heap, mostly contents of files.',
    act: 'It grows and shrinks with the caches `contents` and `archives`.',
  },
  tabard_nodejs_gc_duration_seconds: {
    type: 'histogram',
    labels: ['kind'],
    help: 'Time in the garbage collector, by kind.',
    act: 'More than a tenth of the time: the process is short of memory.',
  },
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof METRICS

/** Every metric by name. */
export const ALL_METRICS: Readonly<Record<string, Metric>> = { ...METRICS, ...PROCESS_METRICS }
