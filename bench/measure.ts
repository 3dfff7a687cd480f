/** A claim and how it came out; `holds` is undefined where it cannot be measured, or nothing is claimed. */
export interface Row {
  readonly name: string
  readonly ours: string
  readonly peer: string
  readonly ratio: string
  readonly bound: string
  readonly holds: boolean | undefined
}

const WARM_UP = 3
const ROUNDS = 9

type Work = () => Promise<unknown>

/** Measures two things in turn, so that whatever else the machine does falls on both; gives the medians. */
export async function alternated(
  rounds: number,
  ours: () => Promise<number>,
  peer: () => Promise<number>,
): Promise<{ ours: number; peer: number }> {
  const samples: { ours: number[]; peer: number[] } = { ours: [], peer: [] }
  for (let round = 0; round < rounds; round++) {
    samples.ours.push(await ours())
    samples.peer.push(await peer())
  }
  return { ours: median(samples.ours), peer: median(samples.peer) }
}

/** Milliseconds of CPU that a call costs, on whatever thread of this process. */
export async function cpuMs(calls: number, work: Work): Promise<number> {
  const before = process.cpuUsage()
  for (let call = 0; call < calls; call++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / calls
}

/** A claim that something costs a fraction of what it costs a peer, in milliseconds of CPU; none without a bound. */
export async function costRow(
  name: string,
  bound: number | undefined,
  ours: () => Promise<number>,
  peer: () => Promise<number>,
): Promise<Row> {
  await alternated(WARM_UP, ours, peer)
  const cpu = await alternated(ROUNDS, ours, peer)
  const ratio = cpu.peer / cpu.ours
  return {
    name,
    ours: time(cpu.ours),
    peer: time(cpu.peer),
    ratio: `${ratio.toFixed(1)} × less`,
    bound: bound === undefined ? '–' : `≥ ${bound} × less`,
    holds: bound === undefined ? undefined : ratio >= bound,
  }
}

function time(milliseconds: number): string {
  return milliseconds < 0.1
    ? `${(milliseconds * 1000).toFixed(2)} µs CPU`
    : `${milliseconds.toFixed(2)} ms CPU`
}

/** A claim that a server reaches a share of what a peer does; without a bound it claims nothing. */
export function rateRow(name: string, rate: { ours: number; peer: number }, bound?: number): Row {
  const ratio = rate.ours / rate.peer
  return {
    name,
    ours: `${rate.ours.toFixed(0)} /s`,
    peer: `${rate.peer.toFixed(0)} /s`,
    ratio: `${(ratio * 100).toFixed(0)} %`,
    bound: bound === undefined ? '–' : `≥ ${bound * 100} %`,
    holds: bound === undefined ? undefined : ratio >= bound,
  }
}

/** The one in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** The rows as a table for people. */
export function table(rows: readonly Row[]): string {
  const head = ['name', 'ours', 'peer', 'ratio', 'bound', 'holds']
  const lines = rows.map(({ name, ours, peer, ratio, bound, holds }) => [
    name,
    ours,
    peer,
    ratio,
    bound,
    holds === undefined ? '–' : holds ? 'yes' : 'NO',
  ])
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map(line => line[column]!.length)),
  )
  const rule = widths.map(width => '-'.repeat(width))
  return [head, rule, ...lines]
    .map(line =>
      line
        .map((cell, column) => pad(cell, column, widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function pad(cell: string, column: number, width: number): string {
  return column === 0 || column === 5 ? cell.padEnd(width) : cell.padStart(width)
}
