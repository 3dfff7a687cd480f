import assert from 'node:assert/strict'

/** A metric with everything that is told of it. */
export interface Family {
  readonly help: string
  readonly type: string
  readonly samples: readonly Sample[]
}

export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const NAME = /^[a-zA-Z_:][\w:]*$/
const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/
const SUFFIXES: Record<string, string[]> = { histogram: ['_bucket', '_sum', '_count'] }

/** Reads the text format of Prometheus (0.0.4), and fails on anything that it does not allow. */
export function parsed(text: string): Map<string, Family> {
  const families = new Map<string, { help: string; type: string; samples: Sample[] }>()
  const seen = new Set<string>()
  let current = ''
  assert.ok(text.endsWith('\n'), 'the last line ends')
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (kind === 'HELP') {
      assert.match(name, NAME)
      assert.ok(!families.has(name), `${name} is told of twice`)
      families.set(name, { help: rest, type: '', samples: [] })
      current = name
    } else if (kind === 'TYPE') {
      assert.equal(name, current, 'the type follows the help')
      assert.match(rest, /^(?:counter|gauge|histogram|summary)$/)
      families.get(name)!.type = rest
    } else {
      const sample = sampleOf(line)
      const { type, samples } = families.get(current)!
      const names = (SUFFIXES[type] ?? ['']).map(suffix => `${current}${suffix}`)
      assert.ok(names.includes(sample.name), `${sample.name} stands below ${current}`)
      const key = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).toSorted())}`
      assert.ok(!seen.has(key), `${key} stands twice`)
      seen.add(key)
      samples.push(sample)
    }
  }
  for (const [name, family] of families) {
    assert.notEqual(family.type, '', `${name} has a type`)
    if (family.type === 'counter') assert.match(name, /_total$/)
    if (family.type === 'histogram') checkHistogram(name, family)
  }
  return families
}

function sampleOf(line: string): Sample {
  const [, name, inside = '', number] = SAMPLE.exec(line) ?? assert.fail(`not a sample: ${line}`)
  const labels: Record<string, string> = {}
  let rest = inside
  while (rest !== '') {
    const [whole, label, value] = LABEL.exec(rest) ?? assert.fail(`not a label: ${rest}`)
    assert.ok(!Object.hasOwn(labels, label!), `${label} stands twice`)
    labels[label!] = value!
    rest = rest.slice(whole.length)
  }
  const value = Number(number === '+Inf' ? 'Infinity' : number)
  assert.ok(!Number.isNaN(value), `not a number: ${line}`)
  return { name: name!, labels, value }
}

/** Buckets rise, end with all, and agree with the count. */
function checkHistogram(name: string, { samples }: Family): void {
  const groups = Map.groupBy(samples, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels))
  for (const group of groups.values()) {
    const buckets = group.filter(sample => sample.name === `${name}_bucket`)
    const counts = buckets.map(({ value }) => value)
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
    )
    assert.equal(buckets.at(-1)?.labels.le, '+Inf')
    assert.equal(group.find(sample => sample.name === `${name}_count`)?.value, counts.at(-1))
    assert.ok(group.some(sample => sample.name === `${name}_sum`))
  }
}
