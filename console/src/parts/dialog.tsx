import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'

/** Not by moving: what floats in a dialog, such as suggestions, would be cut off at its edges. */
const FADE = { transition: 'fade' } as const

/** A dialog that is there while it is open. When it closes, the focus returns to where it was asked for. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  // The first render comes before the dialog takes the focus, and before a menu that it was chosen in closes.
  const [opener] = useState(() => openerOf(document.activeElement))
  useEffect(() => () => void setTimeout(() => giveBack(opener)), [opener])
  return <Modal opened returnFocus={false} transitionProps={FADE} {...props} />
}

/** What the focus can return to: for an item of a menu, the button of the menu. */
function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest('[role=menu]')
  return menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : focused
}

function giveBack(opener: Element | null): void {
  const { activeElement, body } = document
  // Another dialog or screen may have taken it meanwhile.
  if (activeElement !== null && activeElement !== body) return
  // What opened the dialog may be gone, such as the row of something that was deleted.
  const target = opener?.isConnected && opener !== body ? opener : document.querySelector('main h1')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
