import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { domainOf } from '../../src/core/federation/domains.ts'
import { changedSource, type GivenSource, newSource } from '../../src/core/federation/source-settings.ts'

const entra = {
  preset: 'entra',
  clientId: 'tabard',
  issuer: 'https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0',
} as const
const apple = { preset: 'apple', clientId: 'com.example.web', keyId: 'K', teamId: 'T' } as const

describe('settings of identity sources', () => {
  test('come from the preset', () => {
    const google = newSource({ preset: 'google', clientId: 'tabard' })
    assert.deepEqual(
      [google.name, google.issuer, google.authentication, google.creates, google.links],
      ['Google', 'https://accounts.google.com', 'secret', false, true],
    )
    assert.equal(newSource(apple).authentication, 'key')
    assert.equal(newSource({ preset: 'github', clientId: 'x' }).issuer, 'https://github.com')
  })

  test('take the discovery address for the issuer', () => {
    const issuerOf = (issuer: string) => newSource({ name: 'Own', clientId: 'x', issuer }).issuer
    assert.equal(issuerOf('https://id.example/.well-known/openid-configuration'), 'https://id.example')
    assert.equal(issuerOf('https://id.example/'), 'https://id.example')
    assert.equal(issuerOf('https://id.example/a/.well-known/openid-configuration'), 'https://id.example/a')
    assert.equal(issuerOf(' https://id.example/a/ '), 'https://id.example/a/')
    assert.equal(issuerOf('http://127.0.0.1:9000'), 'http://127.0.0.1:9000')
  })

  const REFUSED: [what: string, GivenSource, RegExp][] = [
    ['an issuer without TLS', { ...entra, issuer: 'http://id.example' }, /https:/],
    ['an issuer with a query', { ...entra, issuer: 'https://id.example?x' }, /query/],
    ['an issuer with credentials', { ...entra, issuer: 'https://a:b@id.example' }, /https:/],
    ['all tenants of Entra', { ...entra, issuer: 'https://login.microsoftonline.com/common/v2.0' }, /tenant/],
    ['trust in addresses of Entra', { ...entra, trustedDomains: ['example.com'] }, /never count/],
    [
      'allowed domains that nobody of Entra has',
      { ...entra, allowedDomains: ['example.com'] },
      /nobody could/,
    ],
    ['Entra as any other provider', { ...entra, preset: 'openid', name: 'Own' }, /preset entra/],
    ['Apple without a key', { ...apple, keyId: null }, /private key/],
    ['Apple with a plain secret', { ...apple, authentication: 'secret' }, /private key/],
    ['a domain that is none', { ...entra, routedDomains: ['@example'] }, /domains such as/],
    ['an icon from elsewhere', { ...entra, icon: 'https://cdn.example/x.svg' }, /data address/],
    ['a script as an icon', { ...entra, icon: 'data:text/html;base64,AAAA' }, /data address/],
    ['an attribute that there is not', { ...entra, claims: { password: 'x' } as object }, /claim/],
    ['a name that nobody sees', { ...entra, name: ' ' }, /name/],
    ['a client id with blanks', { ...entra, clientId: 'a b' }, /client id/],
    ['a preset that there is not', { clientId: 'x', preset: 'saml' as 'openid' }, /preset/],
  ]
  for (const [what, given, why] of REFUSED)
    test(`refuse ${what}`, () => {
      assert.throws(
        () => newSource(given),
        error => why.test((error as { details: { sentence: string } }).details.sentence),
      )
    })

  test('keep what is not given, and the preset', () => {
    const before = newSource({ ...entra, names: { pt_BR: 'Trabalho' }, routedDomains: ['Example.COM'] })
    assert.deepEqual(before.names, { 'pt-BR': 'Trabalho' })
    assert.deepEqual(before.routedDomains, ['example.com'])
    const after = changedSource(before, { preset: 'google', creates: true, name: undefined })
    assert.deepEqual(after, { ...before, creates: true })
  })

  test('tell the domain of an address', () => {
    assert.equal(domainOf('Ada@Example.COM'), 'example.com')
    assert.equal(domainOf('"a@evil.example"@example.com'), 'example.com')
    for (const text of [null, '', 'ada', '@example.com', 'ada@', 'ada@com', 'ada@exa mple.com'])
      assert.equal(domainOf(text), undefined)
  })
})
