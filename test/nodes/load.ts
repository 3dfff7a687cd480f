import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOGIN, THEMES } from '../pages/addresses.ts'
import type { Nodes } from '../support/nodes.ts'
import type { Server } from '../support/process.ts'
import { fileForm } from '../support/service.ts'
import { within } from '../support/store.ts'

const WRITERS = 2
const FILES = 5

interface Answered {
  readonly status: number
  readonly retryAfter: string | null
}

/** What a node was asked, and how it answered; a call that broke off has the status 0. */
export interface Load {
  readonly pages: readonly Answered[]
  readonly calls: readonly Answered[]
  readonly writes: readonly Answered[]
  /** The files that were acknowledged. */
  readonly kept: readonly string[]
}

/** Keeps nodes busy, each with a load of its own, while something happens to them. */
export async function underLoad(
  nodes: Nodes,
  servers: readonly Server[],
  happens: (loads: readonly Load[]) => Promise<void>,
): Promise<Load[]> {
  const loads = servers.map((server, number) => loadOn(nodes, server, `node_${number}`))
  try {
    await Promise.all(loads.map(goesOn))
    await happens(loads)
  } finally {
    await Promise.all(loads.map(load => load.end()))
  }
  return loads
}

/** Waits until some more files were acknowledged. */
export async function goesOn({ kept }: Load): Promise<void> {
  const before = kept.length
  await within(60_000, () => kept.length >= before + FILES)
}

/** Asks a node for pages, calls its interface and uploads files, again and again until it is told to end. */
function loadOn(nodes: Nodes, node: Server, name: string): Load & { end(): Promise<void> } {
  const load = { pages: [] as Answered[], calls: [] as Answered[], writes: [] as Answered[] }
  const kept: string[] = []
  let ended = false

  const asked = async (method: string, path: string, body?: FormData): Promise<Answered> => {
    try {
      const answer = await nodes.call(node, method, path, body)
      await answer.bytes()
      return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
    } catch {
      return { status: 0, retryAfter: null }
    }
  }
  const again = async (work: (turn: number) => Promise<void>) => {
    for (let turn = 0; !ended; turn++) {
      await work(turn)
      await sleep(5)
    }
  }
  const writer = (number: number) =>
    again(async turn => {
      const path = `common/${name}_${number}_${turn}.css`
      const answer = await asked('PUT', `${THEMES}/default/${path}`, fileForm(`/* ${path} */`))
      load.writes.push(answer)
      if (answer.status >= 200 && answer.status < 300) kept.push(path)
    })
  const running = [
    again(async () => void load.pages.push(await asked('GET', LOGIN))),
    again(async () => void load.calls.push(await asked('GET', THEMES))),
    ...Array.from({ length: WRITERS }, (_, number) => writer(number)),
  ]
  return {
    ...load,
    kept,
    async end() {
      ended = true
      await Promise.all(running)
    },
  }
}

/** The statuses among answers, each once. */
export function statusesOf(answers: readonly Answered[]): number[] {
  return [...new Set(answers.map(({ status }) => status))].sort()
}

/** That a node has everything that was acknowledged. */
export async function assertKept(nodes: Nodes, node: Server, loads: readonly Load[]): Promise<void> {
  for (const path of loads.flatMap(({ kept }) => kept)) {
    const answer = await nodes.call(node, 'GET', `${THEMES}/default/${path}`)
    assert.equal(answer.status, 200, path)
    assert.equal(await answer.text(), `/* ${path} */`)
  }
}
