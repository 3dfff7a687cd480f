// Stands in for node:test in a mutation run: it collects the tests of a file instead of running them, so that the same
// process can run them again for every mutant.

type Hook = () => unknown

/** What a test gets, as far as our tests use it. */
interface Context {
  readonly name: string
  after(hook: Hook): void
  test(name: string, body: Body): Promise<void>
}

type Body = (context: Context) => unknown

/** A test or a suite that passes, or is rejected with what its first failure threw. */
export interface Unit {
  readonly name: string
  run(): Promise<void>
}

interface Case {
  readonly name: string
  readonly body: Body
}

class Suite {
  readonly name: string
  readonly before: Hook[] = []
  readonly after: Hook[] = []
  readonly beforeEach: Hook[] = []
  readonly afterEach: Hook[] = []
  readonly members: (Suite | Case)[] = []

  constructor(name: string) {
    this.name = name
  }

  get hasHooks(): boolean {
    return [this.before, this.after, this.beforeEach, this.afterEach].some(hooks => hooks.length > 0)
  }

  async run(around: readonly Suite[] = []): Promise<void> {
    try {
      for (const hook of this.before) await hook()
      for (const member of this.members)
        if (member instanceof Suite) await member.run([...around, this])
        else await runCase(member, [...around, this])
    } finally {
      for (const hook of this.after) await hook()
    }
  }
}

let current = new Suite('')

/** Begins to collect the tests of a file; the result answers with them when the file has been imported. */
export function collecting(file: string): () => Unit[] {
  const root = new Suite(file)
  current = root
  return () => unitsOf(root)
}

/** Each test is a unit of its own, unless a suite around it has hooks: its tests share what the hooks make. */
function unitsOf(suite: Suite): Unit[] {
  if (suite.hasHooks) return [{ name: suite.name, run: () => suite.run() }]
  return suite.members.flatMap(member => {
    const name = `${suite.name}: ${member.name}`
    if (!(member instanceof Suite)) return [{ name, run: () => runCase(member, []) }]
    return unitsOf(Object.assign(member, { name }))
  })
}

async function runCase({ name, body }: Case, around: readonly Suite[]): Promise<void> {
  const ends: Hook[] = []
  try {
    for (const suite of around) for (const hook of suite.beforeEach) await hook()
    await body({
      name,
      after: hook => void ends.push(hook),
      test: async (part, inner) => await runCase({ name: part, body: inner }, []),
    })
  } finally {
    for (const hook of ends) await hook()
    for (const suite of around.toReversed()) for (const hook of suite.afterEach) await hook()
  }
}

/** One engine proves as much here, and takes half the time. */
function isWanted(name: string): boolean {
  return !name.includes('PostgreSQL')
}

export function test(name: string, ...rest: unknown[]): void {
  if (isWanted(name)) current.members.push({ name, body: rest.at(-1) as Body })
}

export function describe(name: string, ...rest: unknown[]): void {
  if (!isWanted(name)) return
  const around = current
  current = new Suite(name)
  around.members.push(current)
  const inner = rest.at(-1) as Hook
  inner()
  current = around
}

export function before(hook: Hook): void {
  current.before.push(hook)
}

export function after(hook: Hook): void {
  current.after.push(hook)
}

export function beforeEach(hook: Hook): void {
  current.beforeEach.push(hook)
}

export function afterEach(hook: Hook): void {
  current.afterEach.push(hook)
}
