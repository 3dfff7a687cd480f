import { createClient, rotateClient } from '../src/identity/identity.ts'
import { whole } from '../test/pages/addresses.ts'
import { startDeafWay } from '../test/support/deaf.ts'
import { type Nodes, startNodes } from '../test/support/nodes.ts'
import { startServer, tokenFrom } from '../test/support/process.ts'
import { fileForm } from '../test/support/service.ts'
import { median, type Row } from './measure.ts'

const ROUNDS = 41
const FEW_ROUNDS = 11
const BOUND_MS = 100
const WORST_MS = 2_000
const THEMES = '/v1.0/branding/themes'
const LOGIN = '/idaas/mtfim/sps/idaas/login'
const PAGE = 'authentication/login/cloud_directory/user_login/default/cloud_directory_login.html'

/** Makes a change that one node acknowledges; what is given back tells whether the other has seen it. */
type Change = (nodes: Nodes, round: number) => Promise<() => Promise<boolean>>

/** How long it takes from the moment that a change is acknowledged by one node until another shows it. */
export async function nodesRows(): Promise<Row[]> {
  const nodes = await startNodes()
  const { url, stop } = await startDeafWay(nodes.service.database.database!)
  const deaf = await startServer({ ...nodes.environment, DATABASE_URL: url })
  try {
    return [
      row('a page', await timesOf(pageChanged, nodes, ROUNDS), BOUND_MS),
      row('the end of a token', await timesOf(tokenEnded, nodes, ROUNDS), BOUND_MS),
      row('a page that it is not told of', await timesOf(pageChanged, { ...nodes, two: deaf }, FEW_ROUNDS)),
    ]
  } finally {
    await deaf.stop()
    await stop()
    await nodes.stop()
  }
}

async function timesOf(change: Change, nodes: Nodes, rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const seen = await change(nodes, round)
    const from = performance.now()
    while (!(await seen()) && performance.now() - from < WORST_MS) {}
    times.push(performance.now() - from)
  }
  return times
}

function row(what: string, times: readonly number[], bound = WORST_MS): Row {
  const [middle, worst] = [median(times), Math.max(...times)]
  return {
    name: `${what}, seen at another node (worst)`,
    ours: `${middle.toFixed(1)} ms`,
    peer: `${worst.toFixed(1)} ms`,
    ratio: '–',
    bound: `< ${bound} (${WORST_MS}) ms`,
    holds: middle < bound && worst < WORST_MS,
  }
}

const pageChanged: Change = async ({ one, two, call }, round) => {
  const words = `round ${round} for ${two.url}`
  const shown = async () => (await (await fetch(two.url + LOGIN)).text()).includes(`<p>${words}</p>`)
  await shown()
  const content = fileForm(whole(`<h1>$LOGIN_TITLE$</h1><p>${words}</p>`))
  const { status } = await call(one, 'PUT', `${THEMES}/default/${PAGE}`, content)
  if (status !== 204) throw new Error(`the page was answered with ${status}`)
  return shown
}

const tokenEnded: Change = async ({ one, two, store }) => {
  const { clientId, clientSecret } = await createClient(store, {
    name: 'Reader',
    entitlements: ['readTemplates'],
  })
  const authorization = `Bearer ${await tokenFrom(one.url, clientId, clientSecret)}`
  const ended = async () => (await fetch(two.url + THEMES, { headers: { authorization } })).status === 401
  if (await ended()) throw new Error('the token was refused')
  await rotateClient(store, clientId)
  return ended
}
