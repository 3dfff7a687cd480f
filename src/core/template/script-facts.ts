/** What the scripts of a page can do for it. */
export interface ScriptFacts {
  /** Macros in scripts. */
  readonly scripted: readonly string[]
  /** Variables that a script sets to the value of a macro alone, as `name MACRO`. */
  readonly variables: readonly string[]
  /** Scripts of the service for pages made for IBM Security Verify, by the name of their file. */
  readonly helpers: readonly string[]
  /** Ids of elements that those scripts use. */
  readonly ids: readonly string[]
  /** Whether the theme has code of its own, which could show or send anything. */
  readonly acts: boolean
  /** Whether an element has an event handler. */
  readonly handled: boolean
}

const HELPER =
  /^(?:https?:\/\/@TENANT@|@TENANT_URL@)?\/?(?:authsvc\/mtfim\/sps\/static|idaas\/mtfim\/static)\/([\w.-]+\.js)(?:[?#]|$)/
/** Scripts that have no effect on errors, choices and forms. */
const HARMLESS =
  /^(?:https?:\/\/@TENANT@|@TENANT_URL@)?\/?(?:template\/v1\.0\/static\/js\/(?:show-password|forms)\.js|usc\/js\/ieCheck\.js|profile\/static\/[\w.-]+\.js|ui\/assets\/_js\/[\w.-]+)(?:[?#]|$)/
/** What a script needs to change a page. A script that only sets variables uses none of it. */
const TOUCHES = /\b(?:document|jQuery|getElementById|querySelector(?:All)?|innerHTML|textContent)\b|\$\(/
const ID = /^(?:error-message|delivery-selection-input|method-containers)$/

const SCRIPT_TYPE =
  /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript))$/

/** Whether a browser runs a script element of this type. */
export function isScriptType(type = ''): boolean {
  return SCRIPT_TYPE.test(type.trim().toLowerCase())
}

/** What the scripts of a page can do for it, according to their URLs and texts. */
export function scriptFacts(
  scripts: readonly { readonly src: string | undefined; readonly text: string }[],
  {
    macrosIn,
    named,
    handled,
    ids,
  }: {
    macrosIn: (text: string) => readonly string[]
    named: (text: string) => string
    handled: boolean
    ids: ReadonlySet<string>
  },
): ScriptFacts {
  const loaded = scripts.flatMap(({ src }) => (src === undefined ? [] : [named(src).trim()]))
  const inline = scripts.flatMap(({ src, text }) => (src === undefined ? [text] : []))
  const helpers = loaded.flatMap(src => HELPER.exec(src)?.[1] ?? [])
  const variables = inline.flatMap(text =>
    Array.from(
      named(text).matchAll(/\b(\w{1,40})\s*=\s*["'`]?@([\w.:-]+)@["'`]?/g),
      ([, name, macro]) => `${name} ${macro}`,
    ),
  )
  return {
    scripted: [...new Set(inline.flatMap(macrosIn))],
    variables: [...new Set(variables)].slice(0, 100),
    helpers: [...new Set(helpers)],
    ids: [...ids].filter(id => ID.test(id)),
    acts:
      loaded.some(src => !HELPER.test(src) && !HARMLESS.test(src)) || inline.some(text => TOUCHES.test(text)),
    handled,
  }
}
