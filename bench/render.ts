import { Eta } from 'eta'
import { compile, plainText, rendered } from '../src/core/template/template.ts'
import { costRow, cpuMs, type Row } from './measure.ts'

const BOUND = 2
const LABELS = 25
const MACROS = 15
const RENDERS = 1_000

/** What a page costs from its compiled template to the bytes of an answer. */
export async function renderRow(): Promise<Row> {
  const ours = renderer()
  const peer = etaRenderer()
  const [one, other] = [ours(), peer()].map(bytes => plainText(bytes.toString()))
  if (one !== other || one?.includes(VALUES.at(-1)!) !== true)
    throw new Error('the two pages do not say the same')
  const size = `${(ours().length / 1024).toFixed(0)} KB`
  return await costRow(
    `render ${size}, ${LABELS} labels, ${MACROS} macros (eta 4)`,
    BOUND,
    () => perRender(ours),
    () => perRender(peer),
  )
}

async function perRender(render: () => Buffer): Promise<number> {
  const many = async () => {
    for (let count = 0; count < RENDERS; count++) render()
  }
  return (await cpuMs(10, many)) / RENDERS
}

function renderer(): () => Buffer {
  const compiled = compile({
    page: { file: 'page.html', text: PAGE },
    snippet: () => undefined,
    label: name => ({ file: 'labels.properties', text: labels[name]!, offset: 0 }),
    macro: () => 'text',
    styleSheet: () => undefined,
  })
  const values = { macros: new Map(Object.entries(macros)) }
  return () => Buffer.from(rendered(compiled, values, ''))
}

function etaRenderer(): () => Buffer {
  const eta = new Eta({ autoEscape: true, autoTrim: false })
  const template = eta.compile(PAGE.replace(/[$@]([A-Z]+_\d+)[$@]/g, '<%= it.$1 %>'))
  const values = { ...labels, ...macros }
  return () => Buffer.from(template.call(eta, values))
}

/** A third of them have something to escape. */
const VALUES = ['alex@example.com', 'Moreau', '/login?runtime=true&flow=7', 'block', '42', `O'Neil <"&Sons">`]

const labels = numbered('LABEL', LABELS, number => `Enter your user name, part ${number}`)
const macros = numbered('MACRO', MACROS, number => VALUES[number % VALUES.length]!)

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>A page</title></head>
<body>
${Array.from({ length: LABELS }, (_, number) => field(number)).join('')}</body>
</html>
`

function field(number: number): string {
  const macro = number < MACROS ? `@MACRO_${number}@` : ''
  const [value, text] = number % 2 === 0 ? [macro, ''] : ['', macro]
  return `  <div class="field field-wide" id="field-${number}">
    <label class="field-label" for="input-${number}">$LABEL_${number}$</label>
    <input type="text" class="field-input" id="input-${number}" name="input-${number}" value="${value}" autocomplete="off" spellcheck="false">
    <p class="field-hint" aria-live="polite">${text}</p>
  </div>
`
}

function numbered(
  name: string,
  count: number,
  value: (number: number) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, number) => [`${name}_${number}`, value(number)]),
  )
}
