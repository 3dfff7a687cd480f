import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

/** What is a text for people, an address or a language: pages with the same markup differ in these only. */
const TEXTS = '/^(?:alt|title|aria-label|placeholder|value|href|action|datetime|lang|dir|data-.*)$/'
const STYLES = /<link[^>]*rel="stylesheet"[^>]*>|<style[\s\S]*?<\/style>/g
const NONCE = / nonce="[^"]*"/g
/** The only script of the master that changes a page without anybody doing anything. */
const SHOW_PASSWORD = readFileSync('master/templates/common/static/js/show-password.js', 'utf8')

/** The styles that are loaded in tabs. */
const loaded = new WeakMap<Page, string>()

/**
 * Shows a page in the document that a tab has, if its styles are the same, instead of loading it: the styles are there
 * already, and axe is warm. Playwright, the service and the browser are several times as long busy with loading.
 * Places and colors of all elements are the same as in the page that is loaded.
 */
export async function showInPlace(tab: Page, address: string, html: string): Promise<void> {
  const styles = html.match(STYLES)?.join('').replaceAll(NONCE, '') ?? ''
  if (loaded.get(tab) !== styles) await tab.goto(address)
  loaded.set(tab, styles)
  const unstyled = html.replaceAll(STYLES, '')
  await tab.evaluate(`(async () => {
    const next = new DOMParser().parseFromString(${JSON.stringify(unstyled)}, 'text/html');
    const root = document.documentElement;
    for (const name of root.getAttributeNames()) root.removeAttribute(name);
    for (const { name, value } of next.documentElement.attributes) root.setAttribute(name, value);
    for (const element of document.querySelectorAll('head > :not(style, [rel=stylesheet])')) element.remove();
    document.head.append(...next.querySelectorAll('head > :not(script)'));
    document.body.replaceWith(next.body);
    { ${SHOW_PASSWORD} }
    document.querySelector('[autofocus]')?.focus({ preventScroll: true });
    scrollTo(0, 0);
    const missing = [...document.images].filter(image => !image.complete);
    await Promise.all(missing.map(image => new Promise(done => { image.onload = image.onerror = done })));
  })()`)
}

/**
 * The markup of the page in a tab: two pages with the same one differ in texts only. It tells which texts are the same as
 * others of the page, because some rules of axe compare them.
 */
export async function shapeOf(tab: Page): Promise<string> {
  return (await tab.evaluate(`(() => {
    const texts = new Map([['', 0]]);
    const text = value => {
      const words = value.trim();
      if (!texts.has(words)) texts.set(words, texts.size);
      return texts.get(words);
    };
    const attribute = ({ name, value }) =>
      ' ' + name + '=' + (${TEXTS}.test(name) && !value.startsWith('#') ? text(value) : value);
    const shape = node => {
      if (node.nodeType === Node.TEXT_NODE) return text(node.data);
      if (node.nodeType !== Node.ELEMENT_NODE) return '';
      const children = [...node.childNodes].map(shape).join();
      return '<' + node.localName + [...node.attributes].map(attribute).join('') + '>' + children + '</>';
    };
    return shape(document.documentElement);
  })()`)) as string
}

/** What a page loads and runs, and what its policy allows: pages that have the same load alike. */
export function loadsOf(html: string, policy: string): string {
  const parts = html.match(
    /<(?:script|style)[\s\S]*?<\/(?:script|style)>|<link[^>]*>|\s(?:src|srcset|style|on\w+)="[^"]*"/g,
  )
  return [policy.replaceAll(/'nonce-[^']*'/g, ''), ...new Set(parts)].join('\n').replaceAll(NONCE, '')
}
