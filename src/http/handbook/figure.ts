import { escapedHtml } from '../../core/template/template.ts'

/** A text of several lines as it is, with a caption in markup. The script of the page adds a button that copies it. */
export function figure(caption: string, text: string): string {
  const said = caption === '' ? '' : `<figcaption>${caption}</figcaption>`
  return `<figure>${said}<pre><code>${escapedHtml(text)}</code></pre></figure>`
}
