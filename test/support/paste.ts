import type { Page } from 'playwright-core'

/**
 * Pastes a text where the focus is, as a person does with a long one. `keyboard.insertText` would take seconds: the browser
 * then adds line after line to what it shows, before the editor sees any of it.
 */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(event)
  })()`)
}
