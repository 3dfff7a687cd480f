import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { giveBack } from './focus.ts'

/** Dialogs fade and do not move: otherwise, overlays such as suggestions would be cut off at the dialog's edges. */
const FADE = { transition: 'fade' } as const

interface DialogProps extends Omit<ModalProps, 'opened' | 'closeOnEscape' | 'closeOnClickOutside'> {
  /** Whether there is input besides that of fields that must not be lost by a key or a click beside the dialog. */
  readonly dirty?: boolean
  /** Whether nothing is lost when it closes, whatever was entered. */
  readonly disposable?: boolean
  /** Whether work is going on, during which the dialog cannot be closed. */
  readonly busy?: boolean
}

/**
 * A dialog that exists only while it is open. When it closes, the focus returns to the element that opened it. Once
 * something was entered into one of its fields, neither a key nor a click beside the dialog closes it.
 */
export function Dialog({ dirty = false, disposable = false, busy = false, onClose, ...props }: DialogProps) {
  // Read during the first render: before the dialog takes the focus, and before a menu that opened it closes.
  const [opener] = useState(() => openerOf(document.activeElement))
  useEffect(() => () => void setTimeout(() => giveBack(opener)), [opener])
  const { note, forget, isEntered } = useEntered()
  return (
    <Modal
      opened
      onClose={() => {
        if (disposable || !isEntered()) onClose()
      }}
      onChange={({ target }) => note(target)}
      onClickCapture={({ target }) => {
        // A chosen option changes the field that has the focus, without an event.
        if (target instanceof Element && target.closest('[role=option]')) note(document.activeElement)
      }}
      returnFocus={false}
      transitionProps={FADE}
      closeOnEscape={!dirty && !busy}
      closeOnClickOutside={!dirty && !busy}
      closeButtonProps={{ 'aria-label': 'Close', disabled: busy, onClickCapture: forget }}
      {...props}
    />
  )
}

/** Whether something was entered into fields. A field that was emptied does not count, and neither does a search. */
function useEntered() {
  const fields = useRef(new Set<HTMLInputElement>())
  return {
    note: (field: EventTarget | null) => {
      if (field instanceof HTMLElement && !field.matches('[type=search]'))
        fields.current.add(field as HTMLInputElement)
    },
    forget: () => fields.current.clear(),
    isEntered: () => [...fields.current].some(({ isConnected, value }) => isConnected && value !== ''),
  }
}

/** The element to return the focus to. For a menu item, it is the button of the menu. */
function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest('[role=menu]')
  return menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : focused
}
