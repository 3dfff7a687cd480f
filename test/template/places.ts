// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pages hold template literals
import type { MacroKind } from '../../src/core/template/template.ts'

/** A template with a macro in it, and what has to come out for a plain name and for an attack. */
export interface PlaceRow {
  readonly place: string
  readonly template: string
  /** Where the output is more than the template with a value in it. */
  readonly frame: string
  readonly harmless: string
  readonly hostile: string
  readonly attack: string
  readonly kind: MacroKind
}

export const NAME = 'Jane'
/** Ends every kind of quote and tag, brings an element, and looks like a macro. */
export const ATTACK = `'"><b x=@X@ y\``
export const SCHEME = ' java\tscript:alert(1)//'

const HTML = '&#39;&#34;&gt;&lt;b x=@X@ y`'
const JS = String.raw`\u0027\u0022\u003e\u003cb\u0020x\u003d\u0040X\u0040\u0020y\u0060`
const CSS = String.raw`\27 \22 \3e \3c b\20 x\3d \40 X\40 \20 y\60 `
const URL_PART = '%27%22%3E%3Cb%20x%3D%40X%40%20y%60'
const OWN = '/own/a.js'
const OWN_JS = String.raw`\u002fown\u002fa\u002ejs`
const STRICT = 'bxXy'
const ESCAPED = escaped(ATTACK)

/** For places that may be code: letters too are escapes, of a kind that no name may have in it. */
export function escaped(text: string): string {
  return [...text].map(c => `\\x${c.charCodeAt(0).toString(16)}`).join('')
}

interface Extra {
  readonly frame?: string
  readonly attack?: string
  readonly kind?: MacroKind
  readonly harmless?: string
}

const rows: PlaceRow[] = []

function row(place: string, template: string, hostile: string, extra: Extra = {}): void {
  const frame = template.replace(/(?<=^|>)<(?:script|style)(?=[\s>])/g, '$& nonce="N"')
  rows.push({ place, template, frame, harmless: NAME, hostile, attack: ATTACK, kind: 'text', ...extra })
}

function unsure(place: string, template: string): void {
  row(place, template, ESCAPED, { harmless: escaped(NAME) })
}

// Content.
row('element text', '<p>@X@</p>', HTML)
row('text before any element', '@X@ and more', HTML)
row('text after the end of the page', '<html><body></body></html>@X@', HTML)
row('text in a table, where no text belongs', '<table>@X@<tr><td>a</table>', HTML)
row('text of an option', '<select><option>@X@</select>', HTML)
row('title', '<title>@X@</title>', HTML)
row('textarea', '<textarea>@X@</textarea>', HTML)
row('noscript', '<noscript>@X@</noscript>', HTML)
row('noscript in the head', '<head><noscript>@X@</noscript></head>', HTML)
row('xmp', '<xmp>@X@</xmp>', HTML)
row('inside of an iframe', '<iframe>@X@</iframe>', HTML)
row('noembed', '<noembed>@X@</noembed>', HTML)
row('noframes', '<noframes>@X@</noframes>', HTML)
row('plaintext', '<plaintext>@X@', HTML)
row('SVG text', '<svg><text>@X@</text></svg>', HTML)
row('SVG title', '<svg><title>@X@</title></svg>', HTML)
row('CDATA of SVG', '<svg><![CDATA[@X@]]></svg>', HTML)
row('MathML', '<math><mtext>@X@</mtext></math>', HTML)
row('template element', '<template><p>@X@</p></template>', HTML)
row('unclosed elements', '<div><p><b>@X@<table><td>', HTML)
row('after curly quotes', '<p class=“a”>@X@</p>', HTML)
row('character reference', '<p>&@X@;</p>', HTML)

// Comments and declarations.
row('comment', '<!-- @X@ -->', ' ', { harmless: ' ' })
row('comment that a value could close', '<!--@X@> <b> -->', ' ', { harmless: ' ' })
row('end of a comment', '<!-- a --@X@> -->', ' ', { harmless: ' ' })
row('conditional comment', '<!--[if IE]><p>@X@</p><![endif]-->', ' ', { harmless: ' ' })
row('unclosed comment', '<p>a</p><!-- @X@', ' ', { harmless: ' ' })
row('processing instruction', '<?xml version="@X@"?><p>a</p>', ' ', { harmless: ' ' })
row('doctype', '<!DOCTYPE html @X@><p>a</p>', 'x0', { harmless: 'x0' })

// Tags.
row('tag name', '<@X@ title="a>b">c</p>', 'x0', { harmless: 'x0' })
row('end of a tag name', '<h@X@>c</h1>', 'x0', { harmless: 'x0' })
row('end tag', '<p>c</@X@>', 'x0', { harmless: 'x0' })
row('attribute of an end tag', '<p>c</p title="@X@">', 'x0', { harmless: 'x0' })
row('attribute by itself', '<input @X@>', '', { harmless: '' })
row('switch by itself', '<input @X@>', '', { harmless: 'disabled', kind: 'switch' })
row('attribute name', '<p data-@X@="a>b">c</p>', 'x0', { harmless: 'x0' })
row('attribute name before a value', '<p @X@="a>b">c</p>', 'x0', { harmless: 'x0' })
row('attribute that came before', '<p title="a" title="@X@">c</p>', 'x0', { harmless: 'x0' })
row('unquoted attribute that came before', '<p title=a title=@X@"b">c</p>', 'x0', { harmless: 'x0' })

// Attributes.
row('quoted attribute', '<p title="a @X@ b">c</p>', HTML)
row('single-quoted attribute', "<p title='@X@'>c</p>", HTML)
row('unquoted attribute', '<p title=@X@ lang=en>c</p>', HTML, { frame: '<p title="@X@" lang=en>c</p>' })
row('unquoted attribute with text', '<p title=a@X@"b>c</p>', HTML, { frame: '<p title="a@X@&#34;b">c</p>' })
row('unquoted attribute before a slash', '<br title=@X@/>', HTML, { frame: '<br title="@X@/">' })
row('unquoted attribute after blanks', '<p title \n=\t@X@>c</p>', HTML, {
  frame: '<p title \n=\t"@X@">c</p>',
})
row('attribute in curly quotes', '<p title=“@X@”>c</p>', HTML, { frame: '<p title="“@X@”">c</p>' })
row('attribute after a blank that is none', '<p title=\u00a0"@X@">c</p>', HTML, {
  frame: '<p title="\u00a0&#34;@X@&#34;">c</p>',
})
row('attribute without a blank before it', '<p title="a"lang="@X@">c</p>', HTML)
row('attribute of a second body', '<body><p>a</p><body title="@X@">', HTML)
row('attribute in noscript', '<noscript><p title="@X@">c</p></noscript>', HTML)
row('unquoted attribute in noscript in capitals', '<NOSCRIPT><p title=@X@>c</p></NOSCRIPT>', HTML, {
  frame: '<NOSCRIPT><p title="@X@">c</p></NOSCRIPT>',
})
row('unquoted attribute in noscript', '<noscript><p title=@X@>c</p></noscript>', HTML, {
  frame: '<noscript><p title="@X@">c</p></noscript>',
})
row('unclosed tag', '<p>c</p><p title="@X@"', 'x0', { harmless: 'x0' })
row('unclosed attribute', '<p>c</p><p title="@X@', 'x0', { harmless: 'x0' })
row('data attribute', '<p data-x="@X@">c</p>', HTML)
row('value of an input', '<input value="@X@">', HTML)

// Addresses.
row('start of an address', '<a href="@X@">c</a>', '#', { attack: SCHEME })
row('start of an address after blanks', '<a href=" @X@">c</a>', '#', { attack: SCHEME })
row('start of an unquoted address', '<a href=@X@>c</a>', '#', {
  attack: SCHEME,
  frame: '<a href="@X@">c</a>',
})
row('address with a colon after the slot', '<a href="@X@:alert(1)">c</a>', '', {
  attack: 'javascript',
  harmless: '',
})
row('scheme', '<a href="@X@://a.example/">c</a>', '', { attack: 'javascript', harmless: '' })
row('scheme in two slots', '<a href="@X@@X@:alert(1)">c</a>', '', {
  attack: 'javascript',
  harmless: '',
  frame: '<a href="@X@ :alert(1)">c</a>',
})
unsure('address that begins as a script', '<a href="javascript:go(\'@X@\')">c</a>')
unsure('address that hides a script', '<a href="java&#9;script:go(\'@X@\')">c</a>')
row('path', '<a href="/a/@X@/b">c</a>', URL_PART)
row('path that could be a host', '<a href="/@X@">c</a>', '%2Fevil.example', { attack: '/evil.example' })
row('host', '<a href="https://@X@/b">c</a>', 'evil.example%2F%40', { attack: 'evil.example/@' })
row('host without slashes', '<script src="https:@X@/b.js"></script>', '', {
  attack: 'evil.example',
  harmless: '',
})
row('query', '<a href="/a?b=@X@&amp;c">c</a>', URL_PART)
row('query after a slot', '<form action="/a?@X@&themeId=@X@">c</form>', URL_PART)
row('fragment', '<a href="#@X@">c</a>', URL_PART)
row('mail address', '<a href="mailto:@X@">c</a>', URL_PART)
row('form action', '<form action="@X@"></form>', '#', { attack: SCHEME })
row('form action of a button', '<button formaction="@X@">c</button>', '#', { attack: SCHEME })
row('image', '<img src="@X@">', '#', { attack: 'data:text/html,<script>' })
row('image in the text of the page', '<img src="data:image/png;base64,@X@">', 'iVBOR+/=', {
  attack: '"iVBOR+/=> ',
})
row('second image of a set', '<img srcset="a.png 1x, b@X@ 2x">', URL_PART)
row('start of the second image of a set', '<img srcset="a.png 1x, @X@ 2x">', '', { harmless: '' })
row('SVG link', '<svg><a xlink:href="@X@"><text>c</text></a></svg>', '#', { attack: SCHEME })
row('script address', '<script src="@X@"></script>', '', { attack: 'https://evil.example/', harmless: '' })
row('script address of the service', '<script src="@X@/a.js"></script>', 'https://id.example', {
  attack: 'https://id.example',
  kind: 'address',
})
for (const src of [
  'https://cdn.example/npm/@X@',
  '/a.js?callback=@X@',
  '/a.js#@X@',
  '/a@X@.js',
  'data:text/javascript,@X@',
]) {
  const written = src.startsWith('data:') ? ' ' : ''
  row(`script address with a text in it: ${src}`, `<script src="${src}"></script>`, written, {
    harmless: written,
  })
}
row('base with a text in it', '<base href="https://cdn.example/@X@/">', '', { harmless: '' })
row('path of a script address', '<script src="/a/@X@.js?b=@X@"></script>', '%2Fown%2Fa.js', {
  attack: OWN,
  kind: 'address',
})
for (const dots of ['.', '..', '...']) {
  row(`path with ${dots}`, '<a href="/a/@X@/b">c</a>', '', { attack: dots })
  row(`path of a script address with ${dots}`, '<script src="/a/@X@/b.js"></script>', '', {
    attack: dots,
    kind: 'address',
  })
}
row('query with dots', '<a href="/a?b=@X@">c</a>', '..', { attack: '..' })
row('script address with dots', '<script src="@X@/a.js"></script>', '', {
  attack: '/a/../b',
  kind: 'address',
})
row('frame address', '<iframe src="@X@"></iframe>', '', { attack: 'https://evil.example/', harmless: '' })
row('base', '<base href="@X@">', '', { attack: 'https://evil.example/', harmless: '' })
row('style sheet address', '<link rel=stylesheet href="@X@">', '', {
  attack: 'https://evil.example/',
  harmless: '',
  frame: '<link nonce="N" rel=stylesheet href="@X@">',
})
row('object', '<object data="@X@"></object>', '', { attack: 'https://evil.example/', harmless: '' })
row('SVG use', '<svg><use href="@X@"/></svg>', '', { attack: 'https://evil.example/', harmless: '' })
row('SVG animation', '<svg><a><animate attributeName=href to="@X@"/></a></svg>', '', {
  attack: 'javascript:alert(1)',
  harmless: '',
})
row(
  'SVG animation list',
  '<svg><a><animate attributeName=href values="#;@X@"/></a></svg>',
  'javascript%3Aalert%281%29',
  {
    attack: 'javascript:alert(1)',
  },
)
row('meta refresh', '<meta http-equiv=refresh content="0;url=@X@">', '', {
  attack: 'https://evil.example/',
  harmless: '',
})
row(
  'meta refresh to the service',
  '<meta http-equiv=refresh content="0; URL=\'@X@\'">',
  'https://id.example/?a=b&amp;c',
  {
    attack: 'https://id.example/?a=b&c',
    kind: 'address',
  },
)
row('time of a meta refresh', '<meta http-equiv=refresh content="@X@;url=/a">', '0urlhttpsevil', {
  attack: '0;url=https://evil',
})
row('meta description', '<meta name=description content="@X@">', HTML)

// Scripts.
row('double-quoted string', '<script>var a = "@X@";</script>', JS)
row('single-quoted string', "<script>var a = '@X@';</script>", JS)
row('template literal', '<script>var a = `b @X@`;</script>', JS)
row('value in a template literal', '<script>var a = `b ${ f(@X@) } "`;</script>', `"${JS}"`, {
  harmless: '"Jane"',
})
row('string in a template literal', '<script>var a = `b ${ f("@X@", `}`) }`;</script>', JS)
row('template literal after a value', '<script>var a = `${ {b: 1}.b } @X@`;</script>', JS)
row('regular expression', '<script>var a = /b[/"]@X@/.test(c);</script>', JS)
row('string after a division', '<script>var a = b / 2; var c = "@X@"; d = 1 / 2</script>', JS)
row('bare value', '<script>var a = @X@;</script>', `"${JS}"`, { harmless: '"Jane"' })
row('bare number', '<script>var a = 1 -@X@;</script>', `"${JS}"`, { harmless: '"Jane"', kind: 'number' })
row('bare value as a name', '<script>var a_@X@ = 1;</script>', STRICT)
row('object key', '<script>var a = { "@X@": 1 };</script>', JS)
row('line comment', '<script>// @X@\nvar a = 1;</script>', ' ', { harmless: ' ' })
row('block comment', '<script>/* @X@ */ var a = 1;</script>', ' ', { harmless: ' ' })
row('block comment that a value could close', '<script>/* *@X@/ */ var a = 1;</script>', ' ', {
  harmless: ' ',
})
row('HTML comment in a script', '<script><!-- @X@\nvar a = "b";\n//--></script>', ' ', { harmless: ' ' })
row('string in an HTML comment in a script', '<script><!--\nvar a = "@X@";\n//--></script>', JS)
row('string with a script tag in it', '<script>var a = "<!-- <script>@X@<\\/script> -->";</script>', JS)
row('unclosed script', '<script>var a = "@X@";', JS)
unsure('unclosed string', '<script>var a = "@X@\n;</script>')
unsure('value after a slash behind a block', '<script>if (a) {}\n/b/.test(c); var d = @X@</script>')
unsure('string after a slash behind a block', '<script>if (a) {}\n/b/.test(c); var d = "@X@"</script>')
row('module', '<script type=module>const a = "@X@";</script>', JS)
row('JSON', '<script type="application/json">{"a": "@X@"}</script>', JS)
row('bare JSON', '<script type="application/ld+json">{"a": @X@}</script>', `"${JS}"`, { harmless: '"Jane"' })
row('JSON of any type', '<script type="application/manifest+json">{"a": "@X@"}</script>', JS)
unsure('script of another language', '<script type="text/x-other">a "@X@"</script>')
for (const type of ['importmap', ' ImportMap ', 'speculationrules']) {
  row(`string in ${type}`, `<script type="${type}">{"imports": {"a": "@X@"}}</script>`, '', { harmless: '' })
  row(`bare value in ${type}`, `<script type="${type}">{"imports": {"a": @X@}}</script>`, '""', {
    harmless: '""',
  })
  row(`trusted address in ${type}`, `<script type="${type}">{"imports": {"a": "@X@/b"}}</script>`, OWN_JS, {
    attack: OWN,
    kind: 'address',
  })
  row(`trusted address with dots in ${type}`, `<script type="${type}">{"a": "@X@"}</script>`, '', {
    attack: '/a/%2E./b',
    kind: 'address',
  })
}
for (const code of ['import "@X@"', 'import a from "@X@"', "import('@X@')", 'export * from `@X@`']) {
  row(`module that a script names: ${code}`, `<script type=module>${code}</script>`, '', { harmless: '' })
}
for (const code of ['import @X@', 'import(@X@)', 'import("/a/" + f(@X@))']) {
  row(`module that a script names: ${code}`, `<script type=module>${code}</script>`, '""', { harmless: '""' })
}
row('trusted module', '<script type=module>import "@X@"</script>', OWN_JS, { attack: OWN, kind: 'address' })
row('string after a word that names a module', '<script>Array.from("@X@"); a = {from: "@X@"}</script>', JS)
row('markup in a script', '<script type="text/x-template"><p>@X@</p></script>', HTML)
row('second script', '<script>var a = 1;</script><script>var b = "@X@";</script>', JS)
row('script in noscript', '<noscript><script>var a = "@X@";</script></noscript>', JS)
unsure('SVG script', '<svg><script>var a = "@X@";</script></svg>')
row(
  'script of HTML inside SVG',
  '<svg><foreignObject><script>var a = "@X@";</script></foreignObject></svg>',
  JS,
)
row(
  'bare value in a script of HTML inside SVG',
  '<svg><desc><script>var a = @X@;</script></desc></svg>',
  '"pwned\\u0028\\u0029"',
  { attack: 'pwned()', harmless: '"Jane"' },
)
row(
  'bare value in a script of HTML inside MathML',
  '<math><mi><script>f(@X@)</script></mi></math>',
  `"${JS}"`,
  {
    harmless: '"Jane"',
  },
)
row('handler', '<p onclick="f(\'@X@\')">c</p>', JS)
row('bare value in a handler', '<p onclick="f(@X@)">c</p>', `&#34;${JS}&#34;`, { harmless: '&#34;Jane&#34;' })
row('unquoted handler', "<p onclick=f('@X@')>c</p>", JS, { frame: '<p onclick="f(\'@X@\')">c</p>' })
row('handler in entities', '<p onclick="f(&quot;@X@&quot;)">c</p>', JS)
row('reference in a handler', `<p onclick='f("&@X@")'>c</p>`, '&#113;uot', {
  attack: 'quot',
  harmless: '&#74;ane',
})
row('comment in a handler', '<p onclick="f() /* @X@ */">c</p>', ' ', { harmless: ' ' })
row('handler of SVG', '<svg onload="f(\'@X@\')"></svg>', JS)
row('nonce', '<script nonce="@X@"></script>', STRICT)

// Styles.
row('style string', '<style>p::before { content: "@X@" }</style>', CSS)
row('style value', '<style>p { display: @X@ }</style>', '')
row('style selector', '<style>#@X@ { color: red }</style>', '')
row('style comment', '<style>/* @X@ */ p { color: red }</style>', ' ', { harmless: ' ' })
row('style address', '<style>p { background: url(@X@) }</style>', '#', { attack: 'javascript:alert(1)' })
row('quoted style address', '<style>p { background: url( "@X@" ) }</style>', '#', {
  attack: 'javascript:alert(1)',
})
row(
  'path of a style address',
  '<style>p { background: url(/a/@X@.png) }</style>',
  '%27%22%3E%3Cb%20x=%40X%40%20y%60',
)
row('style import', '<style>@import "@X@";</style>', '', { attack: 'https://evil.example/', harmless: '' })
row('style import by address', '<style>@import url(@X@);</style>', '', {
  attack: 'https://evil.example/',
  harmless: '',
})
row('unclosed style string', '<style>p { content: "@X@\n }</style>', STRICT)
row('SVG style', '<svg><style>p { content: "@X@" }</style></svg>', STRICT)
row('style of HTML inside SVG', '<svg><desc><style>p { display: @X@ }</style></desc></svg>', '')
row('style attribute', '<p style="display: @X@">c</p>', '')
row('string in a style attribute', `<p style='content: "@X@"'>c</p>`, CSS)
row('address in a style attribute', '<p style="background: url(\'@X@\')">c</p>', '#', {
  attack: 'javascript:alert(1)',
})

// Pages in pages, and the odd ones.
row('page in an attribute', '<iframe srcdoc="<p>@X@</p>"></iframe>', HTML.replaceAll('&', '&amp;'))
row(
  'attribute in a page in an attribute',
  '<iframe srcdoc="<p title=\'@X@\'>c</p>"></iframe>',
  HTML.replaceAll('&', '&amp;'),
)
row('unquoted attribute in a page in an attribute', '<iframe srcdoc="<p title=@X@>c</p>"></iframe>', STRICT)
row('script in a page in an attribute', '<iframe srcdoc="<script>var a = \'@X@\'</script>"></iframe>', JS)
row(
  'page in a page in an attribute',
  `<iframe srcdoc="<iframe srcdoc='<p>@X@</p>'></iframe>"></iframe>`,
  STRICT,
)
row('select with a style in it', '<select><style>@X@</style></select>', STRICT)
row('attribute after a select with a style in it', '<select><svg></select><p title=@X@>c</p>', STRICT, {
  frame: '<select><svg></select><p title="@X@">c</p>',
})
row('text after a select with odd content', '<select><div><b>a</b></div></select><p>@X@</p>', HTML)

export const PLACES: readonly PlaceRow[] = rows
