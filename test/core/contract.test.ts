import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PAGES, type PageEntry } from '../../src/core/catalogue/catalogue.ts'
import { madePage } from '../../src/core/made-page.ts'
import { brokenPages, templateOf } from '../journeys/broken-pages.ts'

/** What the author of a template is told that it lacks. */
function missing({ id }: PageEntry, template: string): string[] {
  const sources = {
    entry: id,
    body: { file: id, bytes: Buffer.from(template) },
    subject: undefined,
    header: undefined,
    footer: undefined,
    labels: [],
    styles: new Map(),
    colors: undefined,
    generation: '1',
    numbered: false,
    forms: {},
  }
  const { problems } = madePage(sources, () => new Map(), 'secret')
  return problems.flatMap(({ what, name }) => (what === 'missing part' ? [name] : []))
}

describe('what a page must keep', () => {
  for (const entry of PAGES)
    test(`the master’s ${entry.id} keeps all of it`, () => {
      assert.deepEqual(missing(entry, templateOf(entry)), [])
    })

  for (const { entry, ways } of brokenPages())
    test(`${entry.id} is found broken in ${ways.length} ways`, () => {
      for (const { how, text } of ways) assert.notDeepEqual(missing(entry, text), [], how)
    })

  const login = PAGES.find(({ id }) => id === 'login')!
  const fields = '<input name="username"><input type="password" name="password"><button>Go</button>'
  const error = '<p>@ERROR_MESSAGE@</p>'
  const service = '/authsvc/mtfim/sps/static'

  for (const [why, template] of [
    ['a form without an action', `<form method="post">${fields}</form>${error}`],
    ['an error under another name', `<form method="post">${fields}</form><p>@LOGIN_ERROR_MESSAGE@</p>`],
    [
      'an error under another name that a script of the service shows',
      `<script>var errorMessage = "@LOGIN_ERROR_MESSAGE@"</script><form method="post">${fields}</form><script src="${service}/basicldapuser_login.js"></script>`,
    ],
    [
      'an action with more behind it',
      `<form method="POST" action="@ACTION@&amp;x=1">${fields}</form>${error}`,
    ],
    ['a whole address', `<form method="post" action="https://@TENANT@@ACTION@">${fields}</form>${error}`],
    [
      'a button with the address of its form',
      `<form method="post" action="@ACTION@">${fields.replace('<button', '<button formaction="@ACTION@&x=1"')}</form>${error}`,
    ],
    [
      'a button with a whole address',
      `<form method="post" action="@ACTION@">${fields.replace('<button', '<button formaction="https://@TENANT@@ACTION@"')}</form>${error}`,
    ],
    [
      'a button that goes elsewhere beside one that does not',
      `<form method="post" action="@ACTION@">${fields}<button formaction="/home">Home</button></form>${error}`,
    ],
    [
      'fields that name their form',
      `<form id="f" method="post"></form>${fields.replaceAll(' name=', ' form="f" name=').replace('<button', '<button form="f"')}${error}`,
    ],
    [
      'a form around table rows',
      `<table><form method="post"><tr><td>${fields}</td></tr></form></table>${error}`,
    ],
    [
      'an error that a script of the service shows',
      `<script>var errorMessage = "@ERROR_MESSAGE@"</script><form method="post">${fields}</form><script src="${service}/basicldapuser_login.js"></script>`,
    ],
    [
      'an error that a script of the theme shows',
      `<form method="post">${fields}</form><p id="e"></p><script>document.getElementById('e').textContent = "@ERROR_MESSAGE@"</script>`,
    ],
    [
      'a form that a script of the theme shows',
      `<form method="post" style="display:none">${fields}</form>${error}<script>document.forms[0].style = ''</script>`,
    ],
    [
      'a hidden field of the same name behind the one that people fill in',
      `<form method="post" action="@ACTION@">${fields}<input type="hidden" name="password"></form>${error}`,
    ],
  ] as const)
    test(`no loss: ${why}`, () => assert.deepEqual(missing(login, template), []))

  for (const [why, template] of [
    [
      'a nested form takes the fields with it',
      `<form method="get"><form method="post" action="@ACTION@">${fields}</form></form>${error}`,
    ],
    ['fields after the end of the form', `<form method="post" action="@ACTION@"></form>${fields}${error}`],
    [
      'a variable that nothing shows',
      `<script>var errorMessage = "@ERROR_MESSAGE@"</script><form method="post">${fields}</form>`,
    ],
    [
      'a script of the service that shows no errors',
      `<script>var errorMessage = "@ERROR_MESSAGE@"</script><form method="post">${fields}</form><script src="${service}/common.js"></script>`,
    ],
    [
      'a form in a template element',
      `<template><form method="post" action="@ACTION@">${fields}</form></template>${error}`,
    ],
    [
      'a form for browsers without scripts alone',
      `<noscript><form method="post" action="@ACTION@">${fields}</form></noscript>${error}`,
    ],
    [
      'fields in a disabled fieldset',
      `<form method="post" action="@ACTION@"><fieldset disabled>${fields}</fieldset></form>${error}`,
    ],
    ['an inert part', `<div inert><form method="post" action="@ACTION@">${fields}</form></div>${error}`],
    ...(
      [
        'formaction="/elsewhere"',
        'formaction="@TENANT_URL@"',
        'formmethod="get"',
        'formenctype="text/plain"',
      ] as const
    ).map(
      own =>
        [
          `a button with ${own}`,
          `<form method="post" action="@ACTION@">${fields.replace('<button', `<button ${own}`)}</form>${error}`,
        ] as const,
    ),
    [
      'a field of the same name before the one that people fill in',
      `<form method="post" action="@ACTION@"><input type="hidden" name="password">${fields}</form>${error}`,
    ],
    [
      'an invisible field of the same name',
      `<form method="post" action="@ACTION@"><input name="username" hidden>${fields}</form>${error}`,
    ],
    [
      'a list with a drawing before the form, of which no browser knows where it ends',
      `<select><option><svg></svg> English</option></select><form method="post" action="@ACTION@">${fields}</form>${error}`,
    ],
    [
      'an error message as a word',
      `<form method="post" action="@ACTION@">${fields}</form><select><svg></select>${error}`,
    ],
    [
      'a field that nobody can fill in',
      `<form method="post" action="@ACTION@">${fields.replace('type="password"', 'type="hidden"')}</form>${error}`,
    ],
  ] as const)
    test(`a loss: ${why}`, () => assert.notDeepEqual(missing(login, template), []))

  test('no loss: a button that refuses by its name, whatever it says', () => {
    const consent = PAGES.find(({ id }) => id === 'consent')!
    const page = templateOf(consent)
    const own = page.replace('name="trust_level" value="Deny"', 'name="CONSENT_DENY" value="Not now"')
    assert.notEqual(own, page)
    assert.deepEqual(missing(consent, own), [])
    const permits = '<input type="hidden" name="trust_level" value="Permit">'
    const fixed = (text: string) => text.replace(/<form[^>]*>/, `$&${permits}`)
    assert.deepEqual(missing(consent, fixed(own)), [])
    assert.deepEqual(missing(consent, fixed(page)), ['a button that refuses'], 'it would permit')
  })
})
