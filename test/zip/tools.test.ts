import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixture, fixturesNamed, read, texts } from './fixtures.ts'

const PAGE = Array.from({ length: 60 }, (_, line) => `<p class="row">line ${line}</p>\n`).join('')

const CONTENTS = {
  'common/café.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
  'common/default/labels.properties': 'title = Anmelden\nwelcome = Willkommen zurück\n',
  'common/empty.css': '',
  'common/page.html': `<!doctype html>\n<title>Sign in</title>\n${PAGE}`,
  'user_flows/logo.png': Buffer.from('\x89PNG\r\n\x1a\n0123456789', 'latin1').toString(),
}

for (const name of fixturesNamed('tool-'))
  test(`an archive as ${name.slice('tool-'.length)} writes it is read in full`, async () => {
    const contents = read(fixture(name))
    assert.deepEqual(await texts(contents), CONTENTS)
    assert.deepEqual(
      contents.ignored,
      name === 'tool-jar-manifest' ? ['META-INF/', 'META-INF/MANIFEST.MF'] : [],
    )
  })
