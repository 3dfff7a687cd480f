import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'

/** Dialogs fade and do not move: otherwise, overlays such as suggestions would be cut off at the dialog's edges. */
const FADE = { transition: 'fade' } as const

interface DialogProps extends Omit<ModalProps, 'opened' | 'closeOnEscape' | 'closeOnClickOutside'> {
  /** Whether there is input that must not be lost by a key or a click beside the dialog. */
  readonly dirty?: boolean
  /** Whether work is going on, during which the dialog cannot be closed. */
  readonly busy?: boolean
}

/** A dialog that exists only while it is open. When it closes, the focus returns to the element that opened it. */
export function Dialog({ dirty = false, busy = false, ...props }: DialogProps) {
  // Read during the first render: before the dialog takes the focus, and before a menu that opened it closes.
  const [opener] = useState(() => openerOf(document.activeElement))
  useEffect(() => () => void setTimeout(() => giveBack(opener)), [opener])
  return (
    <Modal
      opened
      returnFocus={false}
      transitionProps={FADE}
      closeOnEscape={!dirty && !busy}
      closeOnClickOutside={!dirty && !busy}
      closeButtonProps={{ 'aria-label': 'Close', disabled: busy }}
      {...props}
    />
  )
}

/** The element to return the focus to. For a menu item, it is the button of the menu. */
function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest('[role=menu]')
  return menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : focused
}

function giveBack(opener: Element | null): void {
  const { activeElement, body } = document
  // Another dialog or screen may have taken the focus in the meantime.
  if (activeElement !== null && activeElement !== body) return
  // The element that opened the dialog may be gone, such as the row of a deleted object.
  const target = opener?.isConnected && opener !== body ? opener : document.querySelector('main h1')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
