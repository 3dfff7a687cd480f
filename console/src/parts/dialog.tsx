import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { giveBack } from './focus.ts'

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
