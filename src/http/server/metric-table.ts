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
    help: 'Always 1; its labels tell what runs.',
    act: 'Different versions among nodes: an update has not reached all of them.',
  },
  tabard_http_requests_total: {
    type: 'counter',
    labels: ['server', 'route', 'method', 'status'],
    help: 'Requests that were answered. The server is pages or console; the route is the pattern, never the address.',
    act: 'Status 5xx above zero: find the `fault` lines in the log. A rise of 401 and 429: somebody guesses, or a client has an old secret. Much of route `none`: a scanner, or a proxy that sends the wrong paths.',
  },
  tabard_http_request_duration_seconds: {
    type: 'histogram',
    labels: ['server', 'route', 'method'],
    help: 'Time from the headers of a request to the end of its answer.',
    act: 'Pages take about a millisecond. All routes slower: look at the event loop and the processor. Only those that write: the database. Only uploads: the network of whoever sends.',
  },
  tabard_http_connections: {
    type: 'gauge',
    labels: ['server'],
    help: 'Open connections.',
    act: 'Near `TABARD_CONNECTIONS`, further ones are dropped: add a node, or let the proxy keep fewer of them open.',
  },
  tabard_render_fallbacks_total: {
    type: 'counter',
    help: 'Pages shown in the look of the master because the page of the theme could not be made.',
    act: 'Any: a theme is broken. The log names theme and page; `GET /v1.0/tabard/explain` tells why.',
  },
  tabard_policy_violations_total: {
    type: 'counter',
    help: 'Reports of browsers that a page tried what its policy forbids.',
    act: 'A jump after a theme was changed: it loads something from elsewhere. The log names page and what was blocked. A few come from extensions of browsers.',
  },
  tabard_analytics_events_total: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Events of registration pages that were sent to the service: accepted; declined by the browser (Do Not Track); off, of a theme that wants none any more; invalid, unknown, misplaced or repeated, which are dropped; lost, because the database was away for too long after they were accepted. A batch that is refused counts once: malformed, forged, expired or limited.',
    act: 'Lost: look at the database. Forged, unknown, misplaced or repeated and rising: somebody makes events up; none is counted. Limited: many people behind one address, or a script.',
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
    help: 'Entries that had to go because the cache was full.',
    act: 'Steady evictions of `pages` or `contents`: more themes are in use than fit. Pages get slower; spread tenants over nodes.',
  },
  tabard_outbox_mails: {
    type: 'gauge',
    labels: ['state'],
    help: 'Mails in the outbox by state, waiting or given-up, over all tenants; counted up to 10,000. Absent while the database is away.',
    act: 'Waiting and rising: the mail server does not take them. Given up and rising: addresses are wrong. `tabard outbox list` tells why.',
  },
  tabard_outbox_oldest_waiting_seconds: {
    type: 'gauge',
    help: 'How long the oldest mail has waited; 0 when none waits. Absent while the database is away.',
    act: 'Above a few minutes: people wait for codes and links. Look at `TABARD_SMTP_URL` and the mail server.',
  },
  tabard_database_up: {
    type: 'gauge',
    help: 'Whether the database answered within a second and can be written, 1 or 0.',
    act: '0: the database is away, too slow or damaged, or it cannot be written. `/readyz` says which.',
  },
  tabard_database_faults_total: {
    type: 'counter',
    labels: ['kind'],
    help: 'Reads and writes that failed because the database was unavailable or could not be written (unavailable), or was full or damaged.',
    act: 'Damaged above zero: run `tabard doctor`. Full: make room on the disk of the database.',
  },
  tabard_database_connections: {
    type: 'gauge',
    labels: ['state'],
    help: 'Connections to PostgreSQL, busy or idle; at most `TABARD_DATABASE_CONNECTIONS`. Absent on SQLite.',
    act: 'All of them busy for long: statements are slow, or something holds locks.',
  },
  tabard_database_waiting_requests: {
    type: 'gauge',
    help: 'Statements that wait for a connection to PostgreSQL. Absent on SQLite.',
    act: 'Above 0 for long: the database is the bottleneck; look at its slow statements.',
  },
  tabard_database_size_bytes: {
    type: 'gauge',
    help: 'Size of the database. Absent while it is away.',
    act: 'It grows with sign-ins and themes. Compare it with the free disk; lower `TABARD_AUDIT_DAYS` if the audit trail is what grows.',
  },
  tabard_database_unused_bytes: {
    type: 'gauge',
    help: 'Of that, space that SQLite uses again before the file grows. Absent on PostgreSQL.',
    act: 'More than half of the size for long: `tabard database vacuum` gives it back to the disk.',
  },
  tabard_disk_free_bytes: {
    type: 'gauge',
    help: 'Free space where the data folder is. Absent where there is none.',
    act: 'Below 1 GB: make room. On a full disk, writes and sign-ins fail with 507.',
  },
  tabard_last_sweep_timestamp_seconds: {
    type: 'gauge',
    help: 'When a node last dropped what was kept long enough, in seconds since 1970. Absent until then.',
    act: 'Older than a day: find `a job failed` in the log.',
  },
  tabard_last_backup_timestamp_seconds: {
    type: 'gauge',
    help: 'When `tabard backup` last succeeded, in seconds since 1970. Absent if it never did.',
    act: 'Older than your schedule: look at the job that makes backups.',
  },
  tabard_sign_ins_total: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Sign-ins by outcome: signed-in, console (a session of the console began), failed (wrong name or password), code-refused (wrong second factor).',
    act: 'Failed far above the usual share: somebody guesses, or something broke the form. None at all in busy hours: people cannot sign in.',
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
    help: 'Tries that had to wait because too many before them failed, by what was tried. Absent until there is one.',
    act: 'Rising: somebody guesses. `tabard audit --event tries-throttled` names the networks. All people at once: set `TABARD_TRUSTED_PROXIES`.',
  },
  tabard_client_refusals_total: {
    type: 'counter',
    help: 'Applications and API clients that gave wrong credentials.',
    act: 'Rising: a client has an old secret, or somebody guesses. `tabard audit --event client-refused` names client and address.',
  },
  tabard_shed_state: {
    type: 'gauge',
    help: 'Whether work is refused for lack of time or memory: 0 no, 1 what can wait, 2 everything.',
    act: 'Above 0: add a node, or memory. The log has the figures.',
  },
  tabard_shed_requests_total: {
    type: 'counter',
    help: 'Requests that were refused for that.',
    act: 'Any: see the state above.',
  },
  tabard_password_hashes_waiting: {
    type: 'gauge',
    help: 'Passwords that wait to be hashed; at most 200.',
    act: 'Above 20 for long: people wait seconds to sign in. Add processors or a node, or look who guesses.',
  },
  tabard_certificate_end_timestamp_seconds: {
    type: 'gauge',
    help: 'When the certificate in use ends, in seconds since 1970. Absent without `TABARD_TLS_CERT`.',
    act: 'Less than 14 days ahead: renew it. It is read again without a restart.',
  },
  tabard_trace_spans_total: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Spans of traces: sent to the collector, or dropped because it was away or too slow.',
    act: 'Dropped and rising: look at the collector. Requests never wait for it.',
  },
  tabard_log_lines_lost_total: {
    type: 'counter',
    help: 'Lines of the log that could not be written.',
    act: 'Rising: the disk of the log is full, or the process that reads it has ended or is stuck. The service goes on.',
  },
} as const satisfies Record<string, Metric>

/** What is measured of the process. */
export const PROCESS_METRICS = {
  tabard_process_cpu_seconds_total: {
    type: 'counter',
    help: 'Time of the processor, in all.',
    act: 'A rate near 1: the main thread is busy all the time. Add a node.',
  },
  tabard_process_cpu_user_seconds_total: {
    type: 'counter',
    help: 'Of that, in the service itself.',
    act: 'Hashing of passwords and compiling of themes are what costs most.',
  },
  tabard_process_cpu_system_seconds_total: {
    type: 'counter',
    help: 'Of that, in the operating system.',
    act: 'High: many connections, or a slow disk.',
  },
  tabard_process_start_time_seconds: {
    type: 'gauge',
    help: 'When the process started, in seconds since 1970.',
    act: 'It moves often: something restarts the service. Look at the end of its log.',
  },
  tabard_process_resident_memory_bytes: {
    type: 'gauge',
    help: 'Memory that the process occupies.',
    act: 'It settles once the caches are full. Growing for days: report it.',
  },
  tabard_process_open_fds: {
    type: 'gauge',
    help: 'Open files and connections.',
    act: 'Near the maximum, connections fail: raise the limit (`ulimit -n`).',
  },
  tabard_process_max_fds: {
    type: 'gauge',
    help: 'How many files and connections may be open.',
    act: 'Keep it well above `TABARD_CONNECTIONS`.',
  },
  tabard_nodejs_eventloop_lag_seconds: {
    type: 'gauge',
    help: 'Delay of the event loop at the scrape.',
    act: 'For information; the next three tell more.',
  },
  tabard_nodejs_eventloop_lag_p50_seconds: {
    type: 'gauge',
    help: 'Median delay of the event loop since the last scrape; some 10 ms is the resolution.',
    act: 'Above 20 ms: the process has too much to do. Add a node.',
  },
  tabard_nodejs_eventloop_lag_p99_seconds: {
    type: 'gauge',
    help: 'What 99 of 100 delays stay below since the last scrape.',
    act: 'Above 100 ms: people notice. Look for large uploads at the same time.',
  },
  tabard_nodejs_eventloop_lag_max_seconds: {
    type: 'gauge',
    help: 'The longest delay since the last scrape.',
    act: 'Above a second: something blocks. Find what was asked at that time.',
  },
  tabard_nodejs_heap_size_total_bytes: {
    type: 'gauge',
    help: 'The heap of JavaScript.',
    act: 'For information.',
  },
  tabard_nodejs_heap_size_used_bytes: {
    type: 'gauge',
    help: 'Of that, in use.',
    act: 'Growing for days: report it.',
  },
  tabard_nodejs_external_memory_bytes: {
    type: 'gauge',
    help: 'Memory of contents outside the heap.',
    act: 'It follows the caches of contents and archives.',
  },
  tabard_nodejs_gc_duration_seconds: {
    type: 'histogram',
    labels: ['kind'],
    help: 'Time that the garbage collector took, by kind.',
    act: 'More than a tenth of all time: memory is short.',
  },
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof METRICS

/** Every metric by name. */
export const ALL_METRICS: Readonly<Record<string, Metric>> = { ...METRICS, ...PROCESS_METRICS }
