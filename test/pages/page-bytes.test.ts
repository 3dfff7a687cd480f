import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withBareAddress, withScript } from '../../src/pages/page-bytes.ts'

const SCRIPT = '<script nonce="N">go()</script>'
const scripted = (page: string) => withScript(page, 'go()', 'N')

test('what is added to a page comes right behind its doctype, whatever is before it', () => {
  const rest = '\n<html lang="en"><!-- -->'
  for (const head of [
    '<!DOCTYPE html>',
    ' \n<!-- a > b --><!doctype html SYSTEM "about:legacy-compat">',
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>',
    '<!-- a -->\n<?xml version="1.0"?><?xml-stylesheet href="a.css"?>\n<!DOCTYPE html>',
    '<!--><!DOCTYPE html>',
    '<!---><!DOCTYPE html>',
    '<!-- a --!><!DOCTYPE html>',
  ]) {
    assert.equal(scripted(head + rest), `${head}${SCRIPT}${rest}`)
    assert.equal(
      withBareAddress(head + rest, '/a?b'),
      `${head}<noscript><meta http-equiv="refresh" content="0;url=/a?b"></noscript>${rest}`,
    )
  }
})

test('what is added to a page without a doctype comes first', () => {
  for (const page of [
    '<p>a',
    '<?xml version="1.0"?><p>a',
    '<?xml',
    '<!-- <!DOCTYPE html>',
    '<p><!DOCTYPE html>',
  ])
    assert.equal(scripted(page), SCRIPT + page)
})

test('a prologue without end is read only once', () => {
  for (const page of [
    '<?'.repeat(500_000),
    '<!--'.repeat(250_000),
    '<!-- -->'.repeat(125_000),
    '<?>'.repeat(300_000),
  ])
    assert.equal(scripted(page), SCRIPT + page)
})
