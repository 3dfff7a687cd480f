import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { randomWord } from '../../src/random.ts'
import { page } from './pages.ts'

const facts = (text: string) => page(text).facts

/** The forms of a page, each with its controls in short. */
function forms(text: string): unknown[] {
  return facts(text).forms.map(({ controls, ...form }) => ({
    ...form,
    controls: controls.map(
      ({ name, value, kind, covered, checked, repeat }) =>
        `${kind} ${name}=${value}${covered ? ' covered' : ''}${checked ? ' checked' : ''}${repeat === undefined ? '' : ` in ${repeat}`}`,
    ),
  }))
}

const controls = (inside: string) =>
  (forms(`<form>${inside}</form>`)[0] as { controls: readonly string[] }).controls
const sends = (text: string) => facts(text).forms.map(form => form.sends)

describe('what people see of a page', () => {
  test('is the macros in its text', () => {
    const { shown, covered } = facts('<p>@A@ @B@</p>@A@[RPT r]<i>@C@</i>[ERPT r]')
    assert.deepEqual(shown, ['A', 'B', 'r C'])
    assert.deepEqual(covered, [])
  })

  for (const text of [
    '<p hidden>@A@</p>',
    '<p inert><i>@A@</i></p>',
    '<dialog>@A@</dialog>',
    '<p style="display: none">@A@</p>',
    '<title>@A@</title>',
    '<template>@A@</template>',
    '<datalist>@A@</datalist>',
    '<p title="@A@">',
    '<iframe>@A@</iframe>',
  ])
    test(`is not what is in ${text}`, () => {
      const found = facts(text)
      assert.deepEqual(found.shown, [])
      // The content of a template element is no part of the page.
      assert.deepEqual(found.covered, text.startsWith('<template') ? [] : ['A'])
    })

  test('is marked by a word that is another one for each page, because a theme can write any known one', () => {
    const forged = '<p>zqknown&#107;0000z</p><p hidden>@A@</p>'
    assert.deepEqual(page(forged, { secret: 'known' }).facts.shown, ['A'])
    assert.deepEqual(page(forged, { secret: 'another' }).facts.shown, [])
    assert.match(randomWord(), /^[0-9a-z]{13}$/)
    assert.notEqual(randomWord(), randomWord())
  })

  test('is not what only looks like a macro once a browser has read it', () => {
    for (const number of ['0000', '0001', '9999']) {
      const forged = `zq7&#107;${number}z`
      const { shown, covered, forms } = facts(
        `<form action="${forged}"><p>${forged}</p><p hidden>@A@</p><input name="${forged}">`,
      )
      assert.deepEqual([shown, covered], [[], ['A']])
      assert.deepEqual(
        forms.map(({ action, controls }) => [action, controls.map(({ name }) => name)]),
        [[`zq7k${number}z`, [`zq7k${number}z`]]],
      )
    }
  })

  test('is what is in an open dialog', () => {
    assert.deepEqual(facts('<dialog open>@A@</dialog>').shown, ['A'])
  })

  test('is the text of its buttons, whatever element they are', () => {
    const { shown } = facts(
      '<form><input type=submit value="@A@"><input type=BUTTON value="@B@"><input value="@C@"><input type=reset value="@D@"><button value="@E@">@F@</button></form><input type=submit hidden value="@G@"><input type=submit disabled value="@H@">',
    )
    assert.deepEqual(shown, ['A', 'B', 'D', 'E', 'F'])
  })

  test('tells what people click or type into', () => {
    const { wrapped } = facts(
      '<a>@A@</a><button><b>@B@</b></button><label>@C@</label><summary>@D@</summary><select><option>@E@</select><textarea>@F@</textarea><p>@G@</p>',
    )
    assert.deepEqual(wrapped, ['A', 'B', 'C', 'D', 'E', 'F'])
  })

  test('tells the addresses of visible links', () => {
    const { linked } = facts('<a href="@A@?@B@">a</a><a hidden href="@C@">a</a><p href="@D@"><a title="@E@">')
    assert.deepEqual(linked, ['A', 'B'])
  })
})

describe('the forms of a page', () => {
  test('are told with their address and how they are sent', () => {
    assert.deepEqual(
      forms(
        '<form id=a method=POST action=" @ACTION@&amp;x "></form><form method="@M@" action="#top"></form><form action="JavaScript:f()"></form>',
      ),
      [
        { id: 'a', posts: true, action: '@ACTION@&x', covered: false, sends: false, controls: [] },
        { id: '', posts: true, action: '#', covered: false, sends: false, controls: [] },
        { id: '', posts: false, action: '#', covered: false, sends: false, controls: [] },
      ],
    )
    const posts = (attributes: string) => facts(`<form ${attributes}></form>`).forms[0]!.posts
    assert.equal(posts('method=post enctype="multipart/form-data"'), false)
    assert.equal(posts('method=post enctype="TEXT/PLAIN"'), false)
    assert.equal(posts('method=post enctype="application/x-www-form-urlencoded"'), true)
    assert.equal(posts('method=posting'), false)
    // Browsers trim addresses, but no keywords.
    assert.equal(posts('method="post "'), false)
    assert.equal(posts('method=post enctype="text/plain "'), true)
    assert.equal(posts('method=xpost'), false)
    assert.equal(facts(`<form action="${'x'.repeat(200)}">`).forms[0]!.action.length, 100)
  })

  test('may be hidden', () => {
    assert.deepEqual(
      facts('<div hidden><form></form></div><form></form>').forms.map(({ covered }) => covered),
      [true, false],
    )
  })

  test('are not those inside others or in a drawing, and at most a hundred', () => {
    assert.equal(facts('<form><p><form></form></form><form></form>').forms.length, 2)
    assert.equal(facts('<svg><form></form></svg>').forms.length, 0)
    assert.equal(facts('<form></form>'.repeat(101)).forms.length, 100)
  })

  test('may be in a part of a drawing that holds HTML', () => {
    const inside = facts('<svg><foreignObject><form action="@A@"><input name=u></form></foreignObject></svg>')
    assert.deepEqual(
      inside.forms.map(({ action, controls }) => [action, controls.map(({ name }) => name)]),
      [['@A@', ['u']]],
    )
  })

  test('may be there only for browsers without scripts', () => {
    assert.equal(facts('<noscript><form></form></noscript>').hasForm, true)
    assert.equal(facts('<form></form>').hasForm, true)
    assert.equal(facts('<p>form</p>').hasForm, false)
    assert.equal(facts('</form>').hasForm, false)
  })

  test('send what their controls hold', () => {
    assert.deepEqual(
      controls(
        '<input name=a value=b><input type=hidden name=c value="@D@"><input type=checkbox name=e checked><input type=RADIO name=f value=g><textarea name=h></textarea><button name=i value=j></button><input type=image name=k><input name=l readonly><input hidden name=m><input value=n>',
      ),
      [
        'typed a=b',
        'hidden c=@D@ covered',
        'choice e=on checked',
        'choice f=g',
        'typed h=',
        'button i=j',
        'button k=',
        'typed l= covered',
        'typed m= covered',
      ],
    )
  })

  test('do not send what is disabled, in a drawing or only a script uses', () => {
    assert.deepEqual(
      controls(
        '<input name=a disabled><fieldset disabled><input name=b></fieldset><fieldset><input name=c></fieldset><button type=button name=d></button><input type=reset name=e><svg><input name=f></svg>',
      ).filter(name => !name.includes(' f')),
      ['typed c='],
    )
  })

  test('offer the options of a select, in groups too', () => {
    assert.deepEqual(
      controls(
        '<select name=a><option value=b>c<optgroup><option> d </optgroup></select><select name=e></select>',
      ),
      ['choice a=b', 'choice a=d', 'choice e='],
    )
  })

  test('have controls elsewhere on the page, and in repeats', () => {
    assert.deepEqual(
      forms(
        '<input name=z><form id=f></form><input name=a form=f>[RPT r]<input name=b form=f>[ERPT r]<input name=c>',
      ).map(form => (form as { controls: readonly string[] }).controls),
      [['typed a=', 'typed b= in r']],
    )
  })

  test('have at most a thousand controls, and names and values of a hundred characters', () => {
    assert.equal(controls('<input name=a>'.repeat(1_002)).length, 1_000)
    const long = 'x'.repeat(200)
    assert.equal(controls(`<input name="${long}" value="${long}">`)[0]!.length, 'typed ='.length + 200)
  })

  test('are sent by a visible button, or by Enter in their only field', () => {
    for (const text of [
      '<form><button></button></form>',
      '<form><input type=submit></form>',
      '<form><input type=image></form>',
      '<form><button type=nonsense></button></form>',
      '<form><input></form>',
      '<form id=a></form><button form=a></button>',
      '<form action="/a"><button formaction="/a" formmethod=post></button></form>',
      '<form><button formaction="@A@"></button></form>',
      '<form><button formaction="https://@TENANT@@A@"></button></form>',
      '<form><button formaction="@TENANT_URL@@A@"></button></form>',
    ])
      assert.deepEqual(sends(text), [true], text)
    for (const text of [
      '<form></form>',
      '<form><button type=button></button></form>',
      '<form><button type=Reset></button></form>',
      '<form><input><input></form>',
      '<form><textarea></textarea></form>',
      '<form><button hidden></button></form>',
      '<form><button formaction="/b"></button></form>',
      '<form><button formaction="https://@TENANT@/b"></button></form>',
      '<form><button formmethod=get></button></form>',
      '<form><button formenctype="text/plain"></button></form>',
      '<form><input><button formmethod=get></button></form>',
      '<form><input type=hidden></form>',
    ])
      assert.deepEqual(sends(text), [false], text)
  })
})

describe('the scripts of a page', () => {
  test('use macros, and set variables to them', () => {
    const { scripted, variables } = facts(
      '<script>var a = "@A@"; b=@B@; c = "x@C@"; d == @A@</script><script type="text/x-other">"@D@"</script><script src="@E@">"@F@"</script>',
    )
    assert.deepEqual(scripted, ['A', 'B', 'C'])
    assert.deepEqual(variables, ['a A', 'b B'])
  })

  test('may be helpers of the service', () => {
    const { helpers, acts } = facts(
      '<script src="/authsvc/mtfim/sps/static/a.js"></script><script src=" https://@TENANT@/idaas/mtfim/static/b.js?c"></script><script src="authsvc/mtfim/sps/static/a.js"></script>',
    )
    assert.deepEqual(helpers, ['a.js', 'b.js'])
    assert.equal(acts, false)
  })

  test('act for themselves where they are the theme’s own, or touch the page', () => {
    const acts = (text: string) => facts(text).acts
    for (const text of [
      '<script src="/a.js"></script>',
      '<script src="https://a.example/authsvc/mtfim/sps/static/a.js"></script>',
      '<script>document.title = "a"</script>',
      '<script>$("a")</script>',
      '<script type="module">jQuery</script>',
      '<script type=" Text/JavaScript ">x.innerHTML</script>',
    ])
      assert.equal(acts(text), true, text)
    for (const text of [
      '<script>var a = 1; documents; $b</script>',
      '<script type="text/html">document</script>',
      '<script src="/template/v1.0/static/js/show-password.js"></script>',
      '<script src="@TENANT_URL@/template/v1.0/static/js/forms.js?v=1"></script>',
      '<script src="/usc/js/ieCheck.js"></script>',
      '<script src="/profile/static/a.js#b"></script>',
      '<script src="/ui/assets/_js/a.js"></script>',
    ])
      assert.equal(acts(text), false, text)
  })

  test('may be handlers', () => {
    assert.equal(facts('<p onclick="a()">').handled, true)
    assert.equal(facts('<a href=" javascript:a()">').handled, true)
    assert.equal(facts('<p title="on" data-on="javascripts">').handled, false)
  })

  test('are told the ids that they need', () => {
    assert.deepEqual(
      facts('<p id=error-message><p id=other><p id="x-error-message"><p id=method-containers>').ids,
      ['error-message', 'method-containers'],
    )
  })
})
