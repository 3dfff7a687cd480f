import { availableParallelism } from 'node:os'
import { freshDatabase } from '../test/support/database.ts'
import { loaded, type Rate } from './load.ts'
import { median, type Row, TINY } from './measure.ts'
import { page } from './page.ts'
import { pinServer } from './pin.ts'
import { type ServiceProcess, startServiceProcess } from './process.ts'

const GOAL = 1.8
const ROUNDS = TINY ? 1 : 9
/** One for each node, one for the load of each. */
const CORES = 4

/** How many more sign-in pages two nodes on one PostgreSQL answer than one. */
export async function twoNodesRow(): Promise<Row> {
  const database = await freshDatabase('PostgreSQL')
  const one = await startServiceProcess('PostgreSQL', {}, database)
  try {
    const two = await startServiceProcess('PostgreSQL', {}, database)
    try {
      return availableParallelism() >= CORES ? await rates(one, two) : await costs(one, two)
    } finally {
      await two.stop()
    }
  } finally {
    await one.stop()
    await database.remove()
  }
}

/** Each on a core, with as much load as it takes. */
async function rates(one: ServiceProcess, two: ServiceProcess): Promise<Row> {
  pinServer(two.pid, 2)
  const rounds: { alone: number; both: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const alone = (await loaded(page(one))).perSecond
    const all = await Promise.all([loaded(page(one)), loaded(page(two))])
    rounds.push({ alone, both: all.reduce((sum, { perSecond }) => sum + perSecond, 0) })
  }
  const of = (figure: (round: { alone: number; both: number }) => number) => median(rounds.map(figure))
  const ratio = of(({ alone, both }) => both / alone)
  return row(
    'sign-in page, two nodes (one)',
    `${of(({ both }) => both).toFixed(0)} /s`,
    `${of(({ alone }) => alone).toFixed(0)} /s`,
    ratio,
  )
}

/**
 * With fewer cores, nodes and load would take them from each other. What two nodes could answer on cores of their own
 * then follows from what a page costs each of them while both answer, beside what it costs one alone.
 */
async function costs(one: ServiceProcess, two: ServiceProcess): Promise<Row> {
  const rounds: { alone: number; both: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const alone = (await loaded(page(one))).cpu
    const all: Rate[] = await Promise.all([loaded(page(one)), loaded(page(two))])
    rounds.push({ alone, both: all.reduce((sum, { cpu }) => sum + cpu, 0) / all.length })
  }
  const of = (figure: (round: { alone: number; both: number }) => number) => median(rounds.map(figure))
  return row(
    'sign-in page, two nodes (one), by processor time',
    `${of(({ both }) => both).toFixed(0)} µs CPU each`,
    `${of(({ alone }) => alone).toFixed(0)} µs CPU`,
    of(({ alone, both }) => (2 * alone) / both),
  )
}

function row(name: string, ours: string, peer: string, ratio: number): Row {
  const bound = `≥ ${GOAL} ×`
  return {
    name,
    ours,
    peer,
    ratio: `${ratio.toFixed(2)} ×`,
    bound,
    holds: ratio >= GOAL,
    figures: { ours: ratio, ratio },
  }
}
