import { Eta } from 'eta'
import { compile } from '../src/core/template/template.ts'
import { pageBytes } from '../src/pages/page-bytes.ts'
import { costRow, cpuMs, type Row, TINY } from './measure.ts'

const MIXED_GOAL = 3.5
const ASCII_GOAL = 2.5
const LABELS = 25
const MACROS = 15
const RENDERS = TINY ? 10 : 1_000

/** What a page costs from its compiled template to the bytes of an answer. */
export async function renderRows(): Promise<Row[]> {
  const name = `${LABELS} labels, ${MACROS} macros`
  return [
    // A dash in the title, as the shipped pages have it: one character beyond Latin-1 makes the text a wide one.
    await renderRow(`render 8 KB, ${name} (eta 4)`, page('Sign in – Example'), MIXED_GOAL),
    await renderRow('render 8 KB, ASCII only (eta 4)', page('Sign in'), ASCII_GOAL),
  ]
}

async function renderRow(name: string, template: string, bound: number): Promise<Row> {
  const [ours, peer] = [renderer(template), etaRenderer(template)]
  // A quotation mark is the one thing that the two spell differently.
  if (ours().toString() !== peer().toString().replaceAll('&quot;', '&#34;'))
    throw new Error('the two pages are not the same')
  return await costRow(
    name,
    bound,
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

function renderer(template: string): () => Buffer {
  const compiled = compile({
    page: { file: 'page.html', text: template },
    snippet: () => undefined,
    label: name => ({ file: 'labels.properties', text: labels[name]!, offset: 0 }),
    macro: () => 'text',
    secret: 'secret',
    styleSheet: () => undefined,
  })
  const values = { macros: new Map(Object.entries(macros)) }
  return () => Buffer.from(pageBytes(compiled.parts, values, ''), 'latin1')
}

function etaRenderer(template: string): () => Buffer {
  const eta = new Eta({ autoEscape: true, autoTrim: false })
  const compiled = eta.compile(template.replace(/[$@]([A-Z]+_\d+)[$@]/g, '<%= it.$1 %>'))
  const values = { ...labels, ...macros }
  return () => Buffer.from(compiled.call(eta, values))
}

/** A third of them have something to escape. */
const VALUES = ['alex@example.com', 'Moreau', '/login?runtime=true&flow=7', 'block', '42', `O'Neil <"&Sons">`]

const labels = numbered('LABEL', LABELS, number => `Enter your user name, part ${number}`)
const macros = numbered('MACRO', MACROS, number => VALUES[number % VALUES.length]!)

function page(title: string): string {
  const fields = Array.from({ length: LABELS }, (_, number) => field(number))
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body>
${fields.join('')}</body>
</html>
`
}

function field(number: number): string {
  const macro = number < MACROS ? `@MACRO_${number}@` : ''
  const [value, text] = number < MACROS / 2 ? [macro, ''] : ['', macro]
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
