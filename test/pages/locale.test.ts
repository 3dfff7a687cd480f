import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  askedLocales,
  chosenLocale,
  direction,
  languageTag,
  localeChain,
  localeFolders,
} from '../../src/core/locale.ts'
import { localized } from '../../src/core/places.ts'

describe('the locales that are asked for', () => {
  const headers: Record<string, string[]> = {
    'de-AT,de;q=0.8,en;q=0.5': ['de-AT', 'de', 'en'],
    'en;q=0.5, de;q=0.8, fr': ['fr', 'de', 'en'],
    'de;q=0.8, fr;q=0.8': ['de', 'fr'],
    'de;q=0, fr': ['fr'],
    'de; q=0.3 , fr ; q=0.9': ['fr', 'de'],
    'de;q=1.000,fr;q=0.001': ['de', 'fr'],
    'DE-at, ZH-hant-hk': ['de-AT', 'zh-Hant-HK'],
    'iw, in': ['he', 'id'],
    de_AT: ['de-AT'],
    '*': [],
    'de, *;q=0.5': ['de'],
    'de, de;q=0.5, DE': ['de'],
    ',, ,;q=1,x,not a tag,../../etc,<script>,fr': ['fr'],
    'de\u0000, fr': ['fr'],
    '': [],
  }
  for (const [acceptLanguage, expected] of Object.entries(headers)) {
    test(`Accept-Language: ${JSON.stringify(acceptLanguage)}`, () => {
      assert.deepEqual(askedLocales({ acceptLanguage }), expected)
    })
  }

  test('the parameter comes before the cookie, the cookie before the header, the fallback last', () => {
    const asked = askedLocales({
      parameter: 'fr_CA it',
      cookie: 'pt_BR',
      acceptLanguage: 'ja, de;q=0.5',
      fallback: 'ko',
    })
    assert.deepEqual(asked, ['fr-CA', 'it', 'pt-BR', 'ja', 'de', 'ko'])
  })

  test('a parameter lists several, separated by blanks, and what is no tag is passed over', () => {
    assert.deepEqual(askedLocales({ parameter: ' de-CH  x-y-z_!!  fr_FR ' }), ['de-CH', 'fr-FR'])
    assert.deepEqual(askedLocales({ parameter: 'default' }).length <= 1, true)
  })

  test('every source may be missing', () => {
    assert.deepEqual(askedLocales({}), [])
    assert.deepEqual(askedLocales({ cookie: undefined, acceptLanguage: undefined }), [])
  })

  test('however much is asked for, little is looked at', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `a${String.fromCharCode(97 + (index % 26))}`)
    assert.ok(askedLocales({ acceptLanguage: many.join(), parameter: many.join(' ') }).length <= 20)
  })
})

describe('the folder that serves', () => {
  const FIELD = 'cs de es fr hu it ja ko pl pt_BR ru zh_CN zh_TW'.split(' ')
  const among = (folders: string) => folders.split(' ')
  const cases: [asked: string, folders: string[], expected: string][] = [
    ['de', FIELD, 'de'],
    ['de-AT', FIELD, 'de'],
    ['de_AT', FIELD, 'de'],
    ['DE-at', FIELD, 'de'],
    ['de-Latn-DE', FIELD, 'de'],
    ['fr-CA', FIELD, 'fr'],
    ['fr-CA', [...FIELD, 'fr_CA'], 'fr_CA'],
    ['fr', [...FIELD, 'fr_CA'], 'fr'],
    ['fr-BE', [...FIELD, 'fr_CA'], 'fr'],
    ['fr', among('fr_CA'), 'fr_CA'],
    ['fr-BE', among('fr_CA fr_BE'), 'fr_BE'],
    ['pt', FIELD, 'pt_BR'],
    ['pt-PT', FIELD, 'pt_BR'],
    ['pt-BR', FIELD, 'pt_BR'],
    ['zh', FIELD, 'zh_CN'],
    ['zh-SG', FIELD, 'zh_CN'],
    ['zh-Hans', FIELD, 'zh_CN'],
    ['zh-Hans-HK', FIELD, 'zh_CN'],
    ['zh-TW', FIELD, 'zh_TW'],
    ['zh-HK', FIELD, 'zh_TW'],
    ['zh-Hant', FIELD, 'zh_TW'],
    ['zh-Hant-HK', FIELD, 'zh_TW'],
    ['zh-Hant', among('zh_CN'), 'default'],
    ['sr-Latn', among('sr'), 'default'],
    ['sr-Latn', among('sr sr_Latn'), 'sr_Latn'],
    ['iw', among('he'), 'he'],
    ['he', among('iw'), 'iw'],
    ['he-IL', among('iw he'), 'he'],
    ['id yi', among('in ji'), 'in'],
    ['es-419', FIELD, 'es'],
    ['es-MX', [...FIELD, 'es_419'], 'es'],
    ['en', FIELD, 'default'],
    ['en-US', FIELD, 'default'],
    ['en-GB', FIELD, 'default'],
    ['en-GB', [...FIELD, 'en_GB'], 'en_GB'],
    ['en-AU', [...FIELD, 'en_GB'], 'default'],
    ['en-GB', [...FIELD, 'en'], 'en'],
    ['nl', FIELD, 'default'],
    ['nl de', FIELD, 'de'],
    ['nl en de', FIELD, 'default'],
    ['', FIELD, 'default'],
    ['de', [], 'default'],
    ['de', among('default'), 'default'],
    ['de-u-co-phonebk', FIELD, 'de'],
  ]
  for (const [asked, folders, expected] of cases) {
    const with_ = folders === FIELD ? '' : ` among ${folders.filter(one => !FIELD.includes(one)).join(', ')}`
    test(`${asked || 'nothing'}${with_} is served by ${expected}`, () => {
      assert.equal(chosenLocale(askedLocales({ parameter: asked }), folders), expected)
    })
  }

  test('the order of the folders does not matter', () => {
    for (const asked of ['fr-BE', 'fr', 'fr-CA', 'zh-HK', 'pt-PT']) {
      const folders = ['fr', 'fr_CA', 'fr_BE', ...FIELD.filter(folder => folder !== 'fr')]
      assert.equal(chosenLocale([asked], folders.toReversed()), chosenLocale([asked], folders), asked)
    }
  })

  test('a folder whose name is no locale is never chosen', () => {
    assert.equal(chosenLocale(['de'], ['xx_!!', '..', 'de']), 'de')
  })
})

describe('where a file of a locale can stand', () => {
  test('from the closest locale to the default one, and then without a locale folder', () => {
    assert.deepEqual(localized('common/page_components', 'page_header.html', 'fr_CA'), [
      'common/page_components/fr_CA/page_header.html',
      'common/page_components/fr/page_header.html',
      'common/page_components/default/page_header.html',
      'common/page_components/page_header.html',
    ])
    assert.deepEqual(localized('a/b', 'c.html', 'default'), ['a/b/default/c.html', 'a/b/c.html'])
  })

  test('the chain of a locale goes from script and region to the language', () => {
    assert.deepEqual(localeChain('zh_Hant_HK'), ['zh_Hant_HK', 'zh_Hant', 'zh'])
    assert.deepEqual(localeChain('de'), ['de'])
    assert.deepEqual(localeChain('default'), [])
  })
})

describe('the language of a page', () => {
  for (const [folder, tag, way] of [
    ['default', 'en', 'ltr'],
    ['de', 'de', 'ltr'],
    ['pt_BR', 'pt-BR', 'ltr'],
    ['zh_TW', 'zh-TW', 'ltr'],
    ['zh_Hant_HK', 'zh-Hant-HK', 'ltr'],
    ['ar', 'ar', 'rtl'],
    ['he', 'he', 'rtl'],
    ['iw', 'iw', 'rtl'],
    ['fa_IR', 'fa-IR', 'rtl'],
    ['ur', 'ur', 'rtl'],
    ['az_Arab', 'az-Arab', 'rtl'],
    ['az', 'az', 'ltr'],
  ] as const) {
    test(`${folder} is ${tag}, ${way}`, () => {
      assert.equal(languageTag(folder), tag)
      assert.equal(direction(folder), way)
    })
  }
})

describe('the locale folders of a theme', () => {
  test('are the last folders before the files of templates and labels', () => {
    const folders = localeFolders([
      'common/labels/de/template_labels.properties',
      'common/labels/zh_TW/template_labels.properties',
      'common/labels/zh_Hant_HK/template_labels.properties',
      'common/labels/es_419/template_labels.properties',
      'common/page_components/fr_CA/page_header.html',
      'authentication/login/error/it/login_error.html',
      'notifications/campaign/ja/new_campaign_to_reviewers_email_body.html',
      'user_flows/registration/ko/registration.html',
      'workflow/pages/pl/custom_page1.html',
    ])
    assert.deepEqual(
      [...folders].sort(),
      ['de', 'es_419', 'fr_CA', 'it', 'ja', 'ko', 'pl', 'zh_Hant_HK', 'zh_TW'].sort(),
    )
  })

  test('are no others', () => {
    const folders = localeFolders([
      'common/default/template_labels.properties',
      'common/static/js/app.js',
      'common/static/css/base.css',
      'common/static/de/app.js',
      'common/logo/default/logo.svg',
      'authentication/mfa/email/default/otp_delivery_email.xml',
      'authentication/login/error/default/login_error.html',
      'de/elsewhere.html',
      'common/labels/DE/template_labels.properties',
      'common/labels/pt-BR/template_labels.properties',
      'common/page_style.css',
      'common/js/app.js',
      'common/css/brand.css',
      'common/img/logo.png',
      'common/page_components/fr/page_style.css',
    ])
    assert.deepEqual([...folders], [])
  })

  test('folders of the package’s own tree are not taken for languages', () => {
    const paths = [
      'authentication/oidc/consent/default/user_consent.html',
      'authentication/mfa/sms/default/otp_delivery_sms.xml',
      'authentication/wsf/sso/default/wsf_post_response.html',
      'authentication/login/mfa/page.html',
      'authentication/mfa/page.html',
    ]
    assert.ok(![...localeFolders(paths)].some(folder => ['sms', 'sso', 'wsf'].includes(folder)))
  })
})
