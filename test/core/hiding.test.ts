import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hides } from '../../src/core/hiding.ts'

describe('a style', () => {
  for (const style of [
    'display:none',
    'DISPLAY : None',
    'display:/**/none',
    'color: red; display /* x */ : /* ; */ none',
    'd\\69 splay: n\\6fne',
    'display: none !important; display: block',
    'display: none ! important',
    'display: none; display: nonsense',
    'visibility: hidden',
    'visibility:collapse;',
    'opacity: 0',
    'opacity: 0.00',
    'opacity:.0',
    'opacity: 0%',
    'opacity: -1',
    'content: ";"; display: none',
    'background: url(a;b.png); display: none',
  ])
    test(`hides with "${style}"`, () => assert.equal(hides(style), true))

  for (const style of [
    '',
    'display',
    'display: block',
    'display: none; display: block',
    'display: no/**/ne',
    'display: nonesuch',
    '--display: none',
    'my-display: none',
    'overflow: hidden',
    'text-decoration: none',
    'opacity: 0.5',
    'opacity: 1',
    'content: "; display: none"',
    '/* display: none */ color: red',
    'display: block !important; display: none',
  ])
    test(`hides nothing with "${style}"`, () => assert.equal(hides(style), false))

  test('of a megabyte is read in less than a second', () => {
    const began = process.cpuUsage()
    for (const part of ['display: none ', ' ', '!', '\\', '/*', ';display:none! ', '"', 'url('])
      hides(`display:none;${part.repeat(1_000_000 / part.length)}`)
    // Processor time, because the machine may be busy with something else.
    assert.ok(process.cpuUsage(began).user < 8_000_000)
  })
})
