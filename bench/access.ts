import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { configFrom } from '../src/config.ts'
import { changeRules, createGroup, giveAccess, removeGroup } from '../src/governance/governance.ts'
import { createAccount, createApplication, FIRST_TENANT, ISSUER_PATH } from '../src/identity/identity.ts'
import { accountOffice, openInstallation } from '../src/installation.ts'
import type { Account, TenantStore } from '../src/store/store.ts'
import { createCodec } from '../src/zip/zip.ts'
import { Person } from '../test/support/person.ts'
import { inTurn, medians, type Row } from './measure.ts'
import { type ServiceProcess, startServiceProcess } from './process.ts'

const BOUND = 1.02
const GROUPS = 50
const PASSWORD = 'quiet lamp over water'
const CALLBACK = 'https://app.example.com/callback'
const BATCH = 1_000
const SIGN_INS = 40
const ROUNDS = 9
const BY = { by: 'bench', address: null }
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/** What it costs a sign-in to check access, and how long it takes to take it away from a large group. */
export async function accessRows(people: number): Promise<Row[]> {
  const service = await startServiceProcess('SQLite')
  const config = configFrom(service.environment)
  const { store, master } = await openInstallation(config)
  const codec = createCodec()
  try {
    const main = store.tenant(FIRST_TENANT)
    const [tenant] = await store.tenants()
    const office = { ...accountOffice(config, store, master, codec), tenant: tenant! }
    const { account } = await createAccount(office, { userName: 'measured' }, { password: PASSWORD })
    const groups = await populated(main, (await main.accounts.get(account.id))!, people)
    const open = await addressOf(main, 'Open')
    const assigned = await addressOf(main, 'Assigned')
    await changeRules(main, assigned.id, { mode: 'assigned', keepRecent: false }, BY)
    for (const id of groups) await giveAccess(main, assigned.id, { kind: 'group', id }, undefined, BY)
    const ours = () => signInMs(service, assigned.address)
    const peer = () => signInMs(service, open.address)
    await inTurn(2, ours, peer)
    const cost = medians(await inTurn(ROUNDS, ours, peer))
    const ratio = cost.ours / cost.peer
    const seconds = await removalSeconds(main, groups[0]!)
    const members = people / GROUPS
    return [
      {
        name: `sign-in to an assigned application, ${people} people, ${GROUPS} groups (open one)`,
        ours: `${cost.ours.toFixed(1)} ms CPU`,
        peer: `${cost.peer.toFixed(1)} ms CPU`,
        ratio: `${(ratio * 100).toFixed(1)} %`,
        bound: `≤ ${BOUND * 100} %`,
        holds: ratio <= BOUND,
      },
      {
        name: `removing a group of ${members} members, in pieces of 500`,
        ours: `${seconds.toFixed(1)} s`,
        peer: '–',
        ratio: `${((seconds / members) * 1_000_000).toFixed(0)} µs each`,
        bound: '–',
        holds: undefined,
      },
    ]
  } finally {
    await codec.close()
    await store.close()
    await service.stop()
  }
}

/** Adds people like one that is there, each in one of the groups; the first is in all but the first one. */
async function populated(store: TenantStore, like: Account, people: number): Promise<string[]> {
  const groups: string[] = []
  for (let nth = 0; nth < GROUPS; nth++) groups.push((await createGroup(store, `Group ${nth}`, BY)).id)
  for (let from = 0; from < people; from += BATCH) {
    const names = Array.from({ length: Math.min(BATCH, people - from) }, (_, nth) => `person-${from + nth}`)
    await store.write(async tx => {
      for (const userName of names) await tx.accounts.create({ ...like, id: userName, userName, email: null })
      for (const [nth, group] of groups.entries())
        await tx.groups.add(
          group,
          names.filter((_, index) => (from + index) % GROUPS === nth),
        )
    })
  }
  await store.write(async tx => {
    for (const group of groups.slice(1)) await tx.groups.add(group, [like.id])
  })
  return groups
}

async function addressOf(store: TenantStore, name: string): Promise<{ id: string; address: string }> {
  const { id } = await createApplication(store, { name, redirects: [CALLBACK] })
  const query = { client_id: id, response_type: 'code', scope: 'openid', redirect_uri: CALLBACK }
  return { id, address: `${ISSUER_PATH}/authorize?${new URLSearchParams(query)}` }
}

/** Milliseconds of processor time that the service needs for a sign-in, from the first page to the code. */
async function signInMs({ url, pid }: ServiceProcess, address: string): Promise<number> {
  const before = processorMs(pid)
  for (let nth = 0; nth < SIGN_INS; nth++) {
    const person = new Person(url)
    await person.visit(address)
    await person.submit({ username: 'measured', password: PASSWORD })
    if (!person.left?.includes('code=')) throw new Error('nobody was signed in')
  }
  return (processorMs(pid) - before) / SIGN_INS
}

function processorMs(pid: number): number {
  // The name of the program may contain blanks, and ends with the last bracket.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** How long it takes until nothing is left of a group. */
async function removalSeconds(store: TenantStore, group: string): Promise<number> {
  const begun = performance.now()
  await removeGroup(store, group, BY)
  while ((await store.groups.accountsAfter(group, '', 1)).length > 0) await sleep(20)
  return (performance.now() - begun) / 1000
}
