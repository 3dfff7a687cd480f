/** Gives the focus to an element, or to the heading of the screen if the element is gone. */
export function giveBack(opener: Element | null): void {
  const { activeElement, body } = document
  // Another dialog or screen may have taken the focus in the meantime.
  if (activeElement !== null && activeElement !== body) return
  // The element that opened the dialog may be gone, such as the row of a deleted object.
  const target = opener?.isConnected && opener !== body ? opener : document.querySelector('main h1')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
