import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contradiction } from '../../src/core/promised-format.ts'

const bytes = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0))

const PNG = bytes('\x89PNG\r\n\x1a\n....')
const EOT = bytes(`${'\0'.repeat(34)}LP`)

const GENUINE: [string, Uint8Array][] = [
  ['png', PNG],
  ['jpg', bytes('\xff\xd8\xff\xe0')],
  ['jpeg', bytes('\xff\xd8\xff\xe1')],
  ['gif', bytes('GIF89a')],
  ['gif', bytes('GIF87a')],
  ['webp', bytes('RIFF\x24\0\0\0WEBPVP8 ')],
  ['avif', bytes('\0\0\0\x20ftypavif')],
  ['ico', bytes('\0\0\x01\0\x01\0')],
  ['ico', PNG],
  ['bmp', bytes('BM....')],
  ['svg', bytes('<svg/>')],
  ['svg', bytes('\xef\xbb\xbf \r\n<?xml version="1.0"?><svg/>')],
  ['svg', bytes('\n<!-- drawn by hand --><!DOCTYPE svg><svg/>')],
  ['woff', bytes('wOFF\0\x01\0\0')],
  ['woff2', bytes('wOF2\0\x01\0\0')],
  ['ttf', bytes('\0\x01\0\0\0')],
  ['ttf', bytes('true\0')],
  ['ttf', bytes('ttcf\0')],
  ['otf', bytes('OTTO\0')],
  ['eot', EOT],
]

test('a genuine image or font keeps the promise of its extension', () => {
  for (const [extension, head] of GENUINE) assert.equal(contradiction(`a/b.${extension}`, head), undefined)
})

test('other bytes contradict the extension', () => {
  const page = bytes('<!doctype html><title>no image</title>')
  for (const [extension] of GENUINE)
    if (extension !== 'svg')
      assert.match(contradiction(`a/b.${extension}`, page) ?? '', /image|icon|font/, extension)
  assert.equal(contradiction('logo.svg', PNG), 'an SVG image')
  assert.equal(contradiction('logo.png', bytes('\xff\xd8\xff\xe0')), 'a PNG image')
  assert.equal(contradiction('logo.png', PNG.subarray(0, 4)), 'a PNG image')
})

test('the case of the extension makes no difference', () => {
  assert.equal(contradiction('LOGO.PNG', PNG), undefined)
  assert.equal(contradiction('LOGO.PNG', bytes('GIF89a')), 'a PNG image')
})

test('nothing contradicts an empty file or an extension without a promise', () => {
  assert.equal(contradiction('logo.png', new Uint8Array()), undefined)
  for (const path of ['a.html', 'a.css', 'png', 'a.constructor', 'png/readme'])
    assert.equal(contradiction(path, bytes('x')), undefined)
})
