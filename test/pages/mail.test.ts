import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MAILS } from '../../src/core/catalogue/catalogue.ts'
import { mailSource } from '../../src/core/mail.ts'
import { compile, compilePlain, plainText, rendered } from '../../src/core/template/template.ts'
import { packageOf } from '../support/packages.ts'
import { fileForm, type TestService, testService } from '../support/service.ts'
import { PREVIEW, THEMES } from './addresses.ts'

const said = (text: string) => {
  const source = mailSource(text)
  return source && [source.sender.text, source.subject.text, source.message.text]
}

const INSIDE = `
    <Sender><Value>  sender@example.com </Value></Sender>
    <Subject><Value>
       Your code
    </Value></Subject>
    <Message><Value>   <![CDATA[
      <html><body>&amp; <b>@OTP@</b></body></html>
    ]]>  </Value></Message>`
const SAID = ['sender@example.com', 'Your code', '<html><body>&amp; <b>@OTP@</b></body></html>']

describe('the file of a mail', () => {
  const forms: Record<string, string> = {
    'XML with Email': `<?xml version="1.0" encoding="UTF-8"?>\n<root><Email id="default">${INSIDE}</Email></root>`,
    'XML without Email': `<root>${INSIDE}</root>`,
    'XML after an HTML comment': `<!-- Copyright of an example -->\n\n<root>${INSIDE}</root>`,
    'XML with a comment before its declaration': `<!-- hello -->\n<?xml version="1.0"?>\n<root>${INSIDE}</root>`,
    'XML with CRLF': `<?xml version="1.0"?>\r\n<root>\r\n<Email id="default">${INSIDE.replaceAll('\n', '\r\n')}</Email></root>`,
    'XML with attributes': `<root lang="en">${INSIDE.replaceAll('<Value>', '<Value type="text">')}</root>`,
    'XML that is never closed': `<root>${INSIDE}`,
    'XML after a byte order mark': `\ufeff<root>${INSIDE}</root>`,
  }
  for (const [form, text] of Object.entries(forms)) {
    test(`${form} says sender, subject and message, without what pads them`, () => {
      assert.deepEqual(
        said(text)?.map(part => part.replaceAll('\r', '')),
        SAID,
      )
    })
  }

  test('a text message has only a message', () => {
    assert.deepEqual(said('<root><Message><Value>  Code: @OTP@  </Value></Message></root>'), [
      '',
      '',
      'Code: @OTP@',
    ])
  })

  test('outside of CDATA entities are decoded, once, and inside they are left alone', () => {
    assert.deepEqual(
      said(
        '<root><Subject><Value>Fish &amp; chips &lt;now&gt; &quot;&apos;&amp;lt;</Value></Subject><Message><Value><![CDATA[&lt;b&gt;]]></Value></Message></root>',
      ),
      ['', `Fish & chips <now> "'&lt;`, '&lt;b&gt;'],
    )
  })

  test('a value may have several CDATA sections, text beside them, comments and numeric references', () => {
    const value = (part: string, text: string) =>
      said(`<root><Subject><Value>s</Value></Subject><${part}><Value>${text}</Value></${part}></root>`)![
        part === 'Message' ? 2 : 0
      ]
    assert.equal(
      value('Message', '<![CDATA[<p>a]]]]><![CDATA[></p>]]>\n<![CDATA[<p>@OTP@</p>]]>'),
      '<p>a]]></p>\n<p>@OTP@</p>',
    )
    assert.equal(
      value('Message', '\n<!-- <![CDATA[ no --> <![CDATA[<p>x</p><!-- y -->]]> '),
      '<p>x</p><!-- y -->',
    )
    assert.equal(value('Message', '<p>x</p><!--[if mso]>y<![endif]-->'), '<p>x</p><!--[if mso]>y<![endif]-->')
    assert.equal(value('Sender', 'A &lt;b&gt; <![CDATA[& &amp;]]> C'), 'A <b> & &amp; C')
    assert.equal(value('Sender', '<!-- c -->B&#252;ro &#x20AC; &#x1F600;'), 'Büro € 😀')
    assert.equal(
      value('Sender', '&#0; &#x110000; &#55296; &uuml; &#;'),
      '&#0; &#x110000; &#55296; &uuml; &#;',
    )
  })

  test('markup may stand as escaped text instead of CDATA', () => {
    assert.deepEqual(
      said('<root><Message><Value>&lt;p&gt;Hello&lt;/p&gt;</Value></Message></root>')?.[2],
      '<p>Hello</p>',
    )
  })

  test('a CDATA subject is taken too', () => {
    assert.equal(said('<root><Subject><Value><![CDATA[ A & B ]]></Value></Subject></root>')?.[1], 'A & B')
  })

  test('an empty value is empty', () => {
    assert.deepEqual(
      said(
        '<root><Sender><Value></Value></Sender><Subject><Value> </Value></Subject><Message><Value>m</Value></Message></root>',
      ),
      ['', '', 'm'],
    )
  })

  test('a value that is missing does not take that of the next part', () => {
    assert.deepEqual(
      said(
        '<root><Sender></Sender><Subject><Value>subject</Value></Subject><Message><Value>m</Value></Message></root>',
      ),
      ['', 'subject', 'm'],
    )
    assert.deepEqual(
      said(
        '<root><Sender><Value/></Sender><Subject><Value>subject</Value></Subject><Message><Value>m</Value></Message></root>',
      ),
      ['', 'subject', 'm'],
    )
  })

  test('a part that only a comment names is none', () => {
    assert.equal(
      said(
        '<root><!-- <Subject><Value>old</Value></Subject> --><Subject><Value>new</Value></Subject></root>',
      )?.[1],
      'new',
    )
  })

  test('markup that is not this XML is a body by itself', () => {
    for (const text of [
      '<!doctype html><html><body>Hello</body></html>',
      '<p>Hello</p>',
      '<html><body><root><Message><Value>x</Value></Message></root></body></html>',
      '',
    ])
      assert.equal(mailSource(text), undefined, text)
  })

  test('each part knows where it begins in its file', () => {
    const text = forms['XML with Email']!
    const { sender, subject, message } = mailSource(text)!
    for (const { text: part, offset } of [sender, subject, message])
      assert.equal(text.slice(offset, offset + part.length), part)
  })
})

describe('a mail as plain text', () => {
  const texts: [html: string, text: string][] = [
    ['<p>Hello</p><p>World</p>', 'Hello\n\nWorld'],
    ['<p>one<br>two</p>', 'one\ntwo'],
    ['<p>  many \n\t blanks&nbsp;&nbsp;here </p>', 'many blanks here'],
    ['<h1>Title</h1><p>Text</p>', 'Title\n\nText'],
    ['<ul><li>one</li><li>two</li></ul>', '- one\n\n- two'],
    [
      '<table><tr><td>Name</td><td>Alex</td></tr><tr><th>Age:</th><td>7</td></tr></table>',
      'Name: Alex\nAge: 7',
    ],
    ['<table role="presentation"><tr><td>Left</td><td>Right</td></tr></table>', 'Left Right'],
    ['<p>One</p><p data-html-only>Two</p><div style="color:red; display : none">Three</div>', 'One'],
    ['<a href="https://id.example/x">Reset</a>', 'Reset: https://id.example/x'],
    ['<a href="https://id.example/x">https://id.example/x</a>', 'https://id.example/x'],
    ['<a href="javascript:alert(1)">Here</a>', 'Here'],
    ['<a href="#top">Up</a>', 'Up'],
    ['<img src="x.png" alt="Logo"><p>Text</p>', 'Logo\n\nText'],
    ['<head><title>No</title><style>p{}</style></head><body>Yes<script>no()</script></body>', 'Yes'],
    ['<p hidden>No</p><p>Yes</p>', 'Yes'],
    [
      '<table><tr><td>Name</td><td>Alex</td></tr><tr><td>Code</td><td>42</td></tr></table>',
      'Name: Alex\nCode: 42',
    ],
    ['<p>&lt;b&gt; &amp; &quot;x&quot;</p>', '<b> & "x"'],
    ['<p>Oublié\u202f?\nVoici\u00a0:</p><p>&nbsp;&zwnj;&nbsp;</p>', 'Oublié\u202f? Voici\u00a0:'],
    ['<html lang="fr"><table><tr><td>Nom</td><td>Alex</td></tr></table>', 'Nom\u00a0: Alex'],
    ['<html lang="fr-CA"><a href="https://id.example/x">Ouvrir</a>', 'Ouvrir\u00a0: https://id.example/x'],
    ['<html lang="ja"><table><tr><td>名前</td><td>Alex</td></tr></table>', '名前：Alex'],
    ['<html lang="zh-TW"><a href="https://id.example/x">開啟</a>', '開啟：https://id.example/x'],
    ['<html lang="zh-CN"><table><tr><td>姓名：</td><td>Alex</td></tr></table>', '姓名：Alex'],
    ['<html lang="fra"><table><tr><td>Name</td><td>Alex</td></tr></table>', 'Name: Alex'],
    ['<p>unclosed <b>tags <i>everywhere', 'unclosed tags everywhere'],
    ['', ''],
  ]
  for (const [html, text] of texts) {
    test(`${html || 'nothing'} reads well`, () => {
      assert.equal(plainText(html), text)
    })
  }

  test('elements that are nested deeply do not end the process', () => {
    assert.match(plainText(`${'<div>'.repeat(500)}deep`), /deep/)
    assert.match(plainText(`${'<table><tr><td>a</td><td>'.repeat(120)}deep`), /deep/)
  })
})

describe('values in a mail', () => {
  const line = (text: string, value: string) =>
    rendered(
      compilePlain({
        page: { file: 'subject.txt', text },
        label: name => (name === 'HELLO' ? { file: 'labels', text: 'Hello @NAME@', offset: 0 } : undefined),
        macro: name => (name === 'NAME' ? 'text' : undefined),
      }),
      { macros: new Map([['NAME', value]]) },
      '',
    )

  const HOSTILE = [
    'Alex\r\nBcc: everybody@example.com',
    'Alex\nX: y',
    'Alex\rX: y',
    'Alex\u2028X',
    'Alex\u2029X',
    'Alex\0X',
    'Alex\u0085X',
    'Alex\u000bX\u000cY',
  ]
  for (const value of HOSTILE) {
    test(`a subject with ${JSON.stringify(value)} stays one line`, () => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
      assert.doesNotMatch(line('For @NAME@', value), /[\0\r\n\u000b\u000c\u0085\u2028\u2029]/)
    })
  }

  test('a subject holds values as they are, and nothing in them is expanded', () => {
    assert.equal(line('For @NAME@!', '<b>"O\'Neill" & Söhne</b>'), 'For <b>"O\'Neill" & Söhne</b>!')
    assert.equal(line('$HELLO$', '@NAME@ $HELLO$'), 'Hello @NAME@ $HELLO$')
    assert.equal(line('$MISSING$ @UNKNOWN@ a@b.example', ''), '$MISSING$ @UNKNOWN@ a@b.example')
  })

  test('a hostile name in a message stays text', () => {
    const compiled = compile({
      page: { file: 'mail.xml', text: '<p>Hello @NAME@</p><a href="https://x.example/?n=@NAME@">x</a>' },
      snippet: () => undefined,
      label: () => undefined,
      macro: () => 'text',
      secret: 'secret',
      styleSheet: () => undefined,
    })
    const html = rendered(compiled, { macros: new Map([['NAME', '"><img src=x>&']]) }, '')
    assert.equal(
      html,
      '<p>Hello &#34;&gt;&lt;img src=x&gt;&amp;</p><a href="https://x.example/?n=%22%3E%3Cimg%20src%3Dx%3E%26">x</a>',
    )
  })
})

describe('a mail through the service', () => {
  let service: TestService
  let number = 0

  before(async () => {
    service = await testService('SQLite')
  })
  after(() => service.stop())

  const themed = async (files: Record<string, string>) =>
    await service.createTheme(`Mail ${++number}`, packageOf(files))
  const shown = async (mail: string, query = '', headers: Record<string, string> = {}) => {
    const answer = await service.call('GET', `${PREVIEW}/${mail}${query}`, undefined, headers)
    assert.equal(answer.status, 200)
    return {
      subject: decodeURIComponent(answer.headers.get('tabard-subject')!),
      sender: decodeURIComponent(answer.headers.get('tabard-sender')!),
      type: answer.headers.get('content-type'),
      text: await answer.text(),
    }
  }

  for (const { id } of MAILS) {
    test(`${id} has a subject of one line, a message in HTML and one in text, in each language`, async () => {
      for (const locale of ['en', 'de', 'fr']) {
        const html = await shown(id, `?locale=${locale}`)
        assert.match(html.subject, /^[^\r\n$]+$/)
        assert.doesNotMatch(html.subject, /@[A-Z_.]+@/)
        assert.equal(html.type, 'text/html; charset=utf-8')
        assert.match(html.text, /^<!doctype html>/i)
        assert.match(html.text, new RegExp(`<html lang="${locale}" dir="ltr">`))
        assert.doesNotMatch(html.text, /\$[A-Z][A-Z0-9_]*\$|@[A-Z_.]+@/)
        const text = await shown(id, `?locale=${locale}`, { accept: 'text/plain' })
        assert.equal(text.type, 'text/plain; charset=utf-8')
        assert.equal(text.subject, html.subject)
        assert.doesNotMatch(text.text, /<[a-z/!]|&[a-z]+;|\{/i)
        assert.doesNotMatch(text.text, /\n{3}|^\s|\s$/)
      }
    })
  }

  test('the text of the recovery mail has its link once where it is its own text, and reads as lines', async () => {
    const { text } = await shown('mail-password-recovery', '', { accept: 'text/plain' })
    assert.match(text, /https:\/\/id\.example\.com\/reset\?code=preview/)
    assert.doesNotMatch(text, /&amp;/)
  })

  test('the text of a mail has the colon of its language', async () => {
    for (const [locale, colon] of [
      ['en', ': '],
      ['fr', '\u00a0: '],
      ['ja', '：'],
      ['zh-CN', '：'],
      ['zh-TW', '：'],
    ]) {
      const { text } = await shown('mail-password-recovery', `?locale=${locale}`, { accept: 'text/plain' })
      assert.match(text, new RegExp(`[^\\s:：]${colon}https://id\\.example\\.com/`), locale)
    }
  })

  test('the three forms of a mail are all taken from a theme', async () => {
    const html = '<p>Mine: @OTP@</p>'
    const xml = `<root><Sender><Value> Travel &lt;no-reply@example.com&gt; </Value></Sender><Subject><Value> Code @OTP@ </Value></Subject><Message><Value><![CDATA[ ${html} ]]></Value></Message></root>`
    const path = 'authentication/mfa/email/default/otp_delivery_email.xml'
    for (const content of [
      xml,
      `<!-- mine -->\n${xml}`,
      xml.replaceAll(/<root>(.*)<\/root>/g, '<root><Email id="default">$1</Email></root>'),
    ]) {
      const mail = await shown('mail-one-time-code', `?themeId=${await themed({ [path]: content })}`)
      assert.deepEqual(
        [mail.sender, mail.subject, mail.text],
        ['Travel <no-reply@example.com>', 'Code 481516', '<p>Mine: 481516</p>'],
      )
    }
    const folder = 'notifications/campaign/default'
    const pair = await themed({
      [`${folder}/new_campaign_to_reviewers_email_subject.txt`]: '  Review\r\n @CERTIFICATION.NAME@ \r\n',
      [`${folder}/new_campaign_to_reviewers_email_body.html`]: '<p>Until @CERTIFICATION.ENDDATE@</p>',
    })
    const mail = await shown('mail-campaign-reviewers', `?themeId=${pair}`)
    assert.deepEqual(
      [mail.sender, mail.subject, mail.text],
      ['', 'Review Yearly review', '<p>Until 30 November 2026</p>'],
    )
  })

  test('a template without a subject is sent with that of the master, in the words of the theme', async () => {
    const mail = (subject: string) =>
      `<root>${subject}<Message><Value><![CDATA[<p>Mine: @OTP@</p>]]></Value></Message></root>`
    const templates = {
      'no subject': mail(''),
      'an empty one': mail('<Subject><Value> </Value></Subject>'),
      'an empty label': mail('<Subject><Value>$NO_SUBJECT$</Value></Subject>'),
      'only a body': '<p>Mine: @OTP@</p>',
    }
    const own = {
      'common/labels/default/template_labels.properties': '$NO_SUBJECT$=\n$PRODUCT_NAME$=Harbour\n',
    }
    for (const [what, content] of Object.entries(templates)) {
      const id = await themed({ ...own, 'authentication/mfa/email/default/otp_delivery_email.xml': content })
      for (const locale of ['en', 'de']) {
        const master = await shown('mail-one-time-code', `?themeId=${await themed(own)}&locale=${locale}`)
        const { subject, text } = await shown('mail-one-time-code', `?themeId=${id}&locale=${locale}`)
        assert.deepEqual([subject, text], [master.subject, '<p>Mine: 481516</p>'], `${what} in ${locale}`)
        assert.notEqual(subject, '')
      }
    }
    const pair = 'notifications/campaign/default/new_campaign_to_reviewers_email_subject.txt'
    const { subject } = await shown('mail-campaign-reviewers', `?themeId=${await themed({ [pair]: ' \n' })}`)
    assert.equal(subject, (await shown('mail-campaign-reviewers')).subject)
  })

  test('labels of a sender keep its address, and those of a subject are text', async () => {
    const id = await themed({
      'authentication/mfa/email/default/otp_delivery_email.xml':
        '<root><Sender><Value>$EMAIL_SENDER$</Value></Sender><Subject><Value>$OURS$: @OTP@</Value></Subject><Message><Value><![CDATA[<p>@OTP@</p>]]></Value></Message></root>',
      'common/labels/default/template_labels.properties':
        '$EMAIL_SENDER$=Meridian <no-reply@meridian.example>\n$OURS$=Tom &amp; <b>Jerry</b>\n',
    })
    const { sender, subject } = await shown('mail-one-time-code', `?themeId=${id}`)
    assert.deepEqual([sender, subject], ['Meridian <no-reply@meridian.example>', 'Tom & Jerry: 481516'])
  })

  test('XML in a file that is named .html is read as XML', async () => {
    const folder = 'notifications/access_application_request/default'
    const id = await themed({
      [`${folder}/approver_new_application_email_body.html`]:
        '<!-- in the manner of the field -->\n<root><Subject><Value>For @APPLICATION.NAME@</Value></Subject><Message><Value><![CDATA[<p>@REQUESTOR.FULLNAME@</p>]]></Value></Message></root>',
    })
    const mail = await shown('mail-access-request', `?themeId=${id}`)
    assert.deepEqual([mail.subject, mail.text], ['For Travel', '<p>Alex Moreau</p>'])
  })

  test('a mail of a theme in a language is chosen file by file', async () => {
    const folder = 'notifications/campaign'
    const id = await themed({
      [`${folder}/de/new_campaign_to_reviewers_email_subject.txt`]: 'Prüfung: @CERTIFICATION.NAME@',
    })
    const mail = await shown('mail-campaign-reviewers', `?themeId=${id}&locale=de`)
    assert.equal(mail.subject, 'Prüfung: Yearly review')
    assert.match(mail.text, /^<!doctype html>\s*<html lang="de"/i)
  })

  test('a mail that is changed by a single file shows at once', async () => {
    const id = await themed({})
    const path = `${THEMES}/${id}/authentication/mfa/email/default/otp_delivery_email.xml`
    await service.call('PUT', path, fileForm('<root><Subject><Value>One</Value></Subject></root>'))
    assert.equal((await shown('mail-one-time-code', `?themeId=${id}`)).subject, 'One')
    await service.call('PUT', path, fileForm('<root><Subject><Value>Two</Value></Subject></root>'))
    assert.equal((await shown('mail-one-time-code', `?themeId=${id}`)).subject, 'Two')
  })
})
