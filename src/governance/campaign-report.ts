import { createHash } from 'node:crypto'
import { setImmediate as pause } from 'node:timers/promises'
import { csvRecord } from '../core/csv.ts'
import { escapedHtml } from '../core/template/template.ts'
import type { AccessWay, Campaign, Review, ReviewItem, TenantStore } from '../store/store.ts'
import type { WholeCampaign } from './campaign-parts.ts'

/** Items that are read at a time. */
const PIECE = 500
/** Reviews that are remembered: people of one review stand apart in a report, which is in the order of names. */
const REMEMBERED = 2_000

const COLUMNS = [
  'Application',
  'Application id',
  'Username',
  'Name',
  'Account id',
  'Access since',
  'Access through',
  'Last sign-in',
  'Last decision',
  'Reviewer',
  'Passed on by',
  'Passed on because',
  'Decision',
  'Decided by',
  'Decided at',
  'Comment',
  'Signed off at',
  'Signed off by',
  'Outcome',
  'Applied at',
] as const

/** The rows of a report by application and user name, each with a text for every column. */
async function* rowsOf(
  store: TenantStore,
  { campaign, applications }: WholeCampaign,
): AsyncGenerator<readonly string[]> {
  const reviews = new Map<string, Review | undefined>()
  const reviewOf = async (id: string) => {
    if (reviews.size >= REMEMBERED) reviews.clear()
    if (!reviews.has(id)) reviews.set(id, await store.reviews.get(id))
    return reviews.get(id)
  }
  let after: ReviewItem | undefined
  do {
    const items = await store.campaigns.reported(campaign.id, after, PIECE)
    for (const item of items) {
      const { application, name } = applications[item.position]!
      yield [name, application, ...cellsOf(item, await reviewOf(item.review))]
    }
    after = items.length < PIECE ? undefined : items.at(-1)
    // Reads of SQLite do not wait for anything: others get their turn.
    await pause()
  } while (after !== undefined)
}

function cellsOf(item: ReviewItem, review: Review | undefined): string[] {
  const { lastDecision, decidedBy, decision } = item
  return [
    item.userName,
    item.fullName,
    item.account,
    instant(item.since),
    item.ways.map(wayText).join('; '),
    instant(item.lastSignIn),
    lastDecision === null
      ? ''
      : `${lastDecision.decision} by ${lastDecision.by} at ${instant(lastDecision.at)}`,
    review?.reviewer?.userName ?? '',
    review?.former?.userName ?? '',
    reasonText(review),
    decision ?? 'none',
    decidedBy?.userName ?? '',
    instant(item.decidedAt),
    item.comment,
    instant(review?.signedAt ?? null),
    review?.signedBy ?? '',
    item.outcome ?? '',
    instant(item.appliedAt),
  ]
}

/** Why a review has another reviewer than at the start. */
function reasonText(review: Review | undefined): string {
  if (review?.reason) return review.reason
  return review?.escalatedAt ? 'overdue' : ''
}

function wayText({ group, origin, by }: AccessWay): string {
  if (group !== null) return `group ${group.name}`
  const origins = { given: 'given', recent: 'kept after recent use', requested: 'requested' }
  if (by === undefined) return origins[origin]
  return origin === 'requested' ? `requested, approved by ${by}` : `given by ${by}`
}

function instant(at: number | null): string {
  return at === null ? '' : new Date(at).toISOString()
}

/** The report as CSV (RFC 4180) in UTF-8, a piece at a time. The same campaign gives the same bytes once it has ended. */
export async function* csvReport(store: TenantStore, whole: WholeCampaign): AsyncGenerator<string> {
  yield csvRecord(COLUMNS)
  for await (const row of rowsOf(store, whole)) yield csvRecord(row)
}

/** The SHA-256 digest of the report as CSV. */
export async function reportDigest(store: TenantStore, whole: WholeCampaign): Promise<string> {
  const hash = createHash('sha256')
  for await (const line of csvReport(store, whole)) hash.update(line)
  return hash.digest('hex')
}

/** The report as a page that stands alone, for auditors; a piece at a time. */
export async function* htmlReport(store: TenantStore, whole: WholeCampaign): AsyncGenerator<string> {
  const { campaign, applications } = whole
  const { items, kept, revoked, gone, reviews, signed } = await store.campaigns.totals(campaign.id)
  const facts: readonly (readonly [string, string])[] = [
    ['Campaign', campaign.id],
    ['Description', campaign.description ?? ''],
    ['Applications', applications.map(({ name }) => name).join(', ')],
    ['State', campaign.state],
    ['Created', `${instant(campaign.createdAt)} by ${campaign.createdBy.replace(/^account:/, '')}`],
    ['Started', instant(campaign.startedAt)],
    ['Ended', instant(campaign.endedAt)],
    ['Reviewers', campaign.reviewers.map(({ name }) => name).join(', ') || 'everybody’s own supervisor'],
    ['Supervisors', campaign.supervisors.map(({ name }) => name).join(', ')],
    ['Items left open', campaign.openItems === 'keep' ? 'access is kept' : 'access is revoked'],
    ['Sign-off', campaign.signOff ? `${signed} of ${reviews} reviews` : 'not required'],
    [
      'Items',
      `${items}: ${kept} keep, ${revoked} revoke, ${items - kept - revoked - gone} open, ${gone} gone`,
    ],
    ['SHA-256 of the CSV report', campaign.digest ?? 'the campaign has not ended'],
  ]
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapedHtml(campaign.name)} – access review report</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapedHtml(campaign.name)}</h1>
<dl>
${facts.map(([what, value]) => `<dt>${what}</dt><dd>${escapedHtml(value || '–')}</dd>`).join('\n')}
</dl>
<table>
<thead><tr>${COLUMNS.map(column => `<th scope="col">${column}</th>`).join('')}</tr></thead>
<tbody>
`
  for await (const row of rowsOf(store, whole)) yield `<tr>${row.map(cellMarkup).join('')}</tr>\n`
  yield '</tbody>\n</table>\n</body>\n</html>\n'
}

/** Columns with sentences, which need more than one line. */
const SENTENCES: ReadonlySet<string> = new Set(['Access through', 'Passed on because', 'Comment'])

function cellMarkup(cell: string, column: number): string {
  const wide = SENTENCES.has(COLUMNS[column]!) ? ' class="wide"' : ''
  return `<td dir="auto"${wide}>${escapedHtml(cell)}</td>`
}

const STYLE = `:root{color-scheme:light dark;color:CanvasText;background:Canvas}
body{font:14px/1.5 system-ui,sans-serif;margin:2rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1.5rem}
dt{opacity:.75}dd{margin:0;overflow-wrap:anywhere}
table{border-collapse:collapse;margin-top:1.5rem}
th,td{border:1px solid light-dark(#ccc,#555);padding:.25rem .5rem;text-align:start;vertical-align:top;white-space:nowrap}
td.wide{min-width:14rem;white-space:normal;overflow-wrap:anywhere}
thead th{position:sticky;top:0;background:light-dark(#f3f3f3,#2b2b2b)}
@media (max-width:40rem){body{margin:1rem}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
@media print{body{margin:0;font-size:9px}thead{display:table-header-group}th,td{white-space:normal}td.wide{min-width:0}}`

/** The name of a file for the report of a campaign. */
export function reportName({ name }: Pick<Campaign, 'name'>, kind: 'csv' | 'html'): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
  return `access-review-${plain === '' ? 'report' : plain}.${kind}`
}
