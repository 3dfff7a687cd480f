/** A claim and how it came out; `holds` is undefined where it cannot be measured, or nothing is claimed. */
export interface Row {
  readonly name: string
  readonly ours: string
  readonly peer: string
  readonly ratio: string
  readonly bound: string
  readonly holds: boolean | undefined
  /** The figures behind the texts, for comparisons between runs. */
  readonly figures?: Figures
  /** Repeats what was chosen at random. It is no part of the name, so that the next run replaces the row. */
  readonly seed?: number
}

export interface Figures {
  readonly ours: number
  readonly peer?: number
  /** The median of the ratios of the rounds. */
  readonly ratio?: number
  /** Processor time of a request, in microseconds. */
  readonly cpu?: { readonly ours: number; readonly peer: number; readonly ratio: number }
}

/** Whether everything is tried once only, as the tests do it, so that no measurement stops working unnoticed. */
export const TINY = process.argv.includes('--tiny')

const WARM_UP = TINY ? 0 : 3
const ROUNDS = TINY ? 1 : 9

type Work = () => Promise<unknown>

/** What two things took in turn. */
export interface Pair<T> {
  readonly ours: T
  readonly peer: T
}

/** Measures two things in turn, so that whatever else the machine does falls on both. */
export async function inTurn<T>(
  rounds: number,
  ours: () => Promise<T>,
  peer: () => Promise<T>,
): Promise<Pair<T>[]> {
  const pairs: Pair<T>[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ ours: await ours(), peer: await peer() })
  return pairs
}

/** The medians of both, and of the ratios of the rounds: what disturbs a round disturbs both of its sides. */
export function medians(pairs: readonly Pair<number>[]): Pair<number> & { readonly ratio: number } {
  return {
    ours: median(pairs.map(({ ours }) => ours)),
    peer: median(pairs.map(({ peer }) => peer)),
    ratio: median(pairs.map(({ ours, peer }) => ours / peer)),
  }
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
  const cpu = await costs(ours, peer)
  const ratio = 1 / cpu.ratio
  return {
    name,
    ours: time(cpu.ours),
    peer: time(cpu.peer),
    ratio: `${ratio.toFixed(1)} × less`,
    bound: bound === undefined ? '–' : `≥ ${bound} × less`,
    holds: bound === undefined ? undefined : ratio >= bound,
    figures: { ours: cpu.ours, peer: cpu.peer, ratio },
  }
}

/** A claim that something costs at most so many times what a peer does that does less. */
export async function surchargeRow(
  name: string,
  bound: number,
  ours: () => Promise<number>,
  peer: () => Promise<number>,
): Promise<Row> {
  const cpu = await costs(ours, peer)
  return {
    name,
    ours: time(cpu.ours),
    peer: time(cpu.peer),
    ratio: `${cpu.ratio.toFixed(2)} ×`,
    bound: `≤ ${bound} ×`,
    holds: cpu.ratio <= bound,
    figures: cpu,
  }
}

async function costs(ours: () => Promise<number>, peer: () => Promise<number>) {
  await inTurn(WARM_UP, ours, peer)
  return medians(await inTurn(ROUNDS, ours, peer))
}

function time(milliseconds: number): string {
  return milliseconds < 0.1
    ? `${(milliseconds * 1000).toFixed(2)} µs CPU`
    : `${milliseconds.toFixed(2)} ms CPU`
}

/** The one in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** The rows as a table for people. */
export function table(rows: readonly Row[]): string {
  return aligned([
    ['name', 'ours', 'peer', 'ratio', 'goal', 'holds'],
    ...rows.map(({ name, ours, peer, ratio, bound, holds }) => [
      name,
      ours,
      peer,
      ratio,
      bound,
      holds === undefined ? '–' : holds ? 'yes' : 'NO',
    ]),
  ])
}

/** Lines of cells below a head, with names to the left and figures to the right. */
export function aligned([head = [], ...lines]: readonly string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map(line => line[column]!.length)),
  )
  const rule = widths.map(width => '-'.repeat(width))
  return [head, rule, ...lines]
    .map(line =>
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
