// Going back to the choice of a second factor, and the window with help.
const MODAL = 'help-modal-container'
let opener

window.goBack = () => send(formFor('use-another-method-form', 'restart'))

window.openHelpModal = event => {
  event?.preventDefault?.()
  const modal = part(MODAL)
  if (!modal) return
  opener = document.activeElement
  modal.classList.add('is-visible')
  modal.querySelector('button')?.focus()
}

window.closeHelpModal = event => {
  event?.preventDefault?.()
  part(MODAL)?.classList.remove('is-visible')
  opener?.focus?.()
}

document.addEventListener('keydown', event => {
  if (event.key === 'Escape' && part(MODAL)?.classList.contains('is-visible')) window.closeHelpModal(event)
})

ready(() => {
  direct(formOf('use-another-method-form'))
  if (!['none', 'false'].includes(given(() => showUseAnotherMethod))) return
  for (const one of document.querySelectorAll('.use-another-method')) hide(one)
})
