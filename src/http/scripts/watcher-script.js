// Runs in the frame of a walk through the registration, before anything of the page: it goes by the rules of a
// container and tells the console what each tag did. The console believes none of it, for the page's own scripts can
// say the same.
;(() => {
  const origin = 'CONSOLE_ORIGIN'
  const arrival = 'ARRIVAL'
  const LONGEST = 300
  document.currentScript.remove()
  const tell = message => parent.postMessage(message, origin)

  let clicked = ''
  const nameOf = element => {
    const { dataset, id, textContent, localName } = element
    const name = dataset?.userAttribute || textContent?.trim().replace(/\s+/g, ' ') || id || localName
    return String(name).slice(0, LONGEST)
  }
  // A frame of this kind sends no form and leads nowhere: what would do so is told instead.
  addEventListener(
    'click',
    event => {
      const { target } = event
      if (!(target instanceof Element)) return
      clicked = nameOf(target)
      const button = target.closest('button, input')
      const sends = button?.form && (button.type === 'submit' || button.type === 'image') && !button.disabled
      if (sends || target.closest('a[href]')) event.preventDefault()
      // Later, so that what the click itself fires is told first.
      if (sends) setTimeout(() => tell({ tabard: 'submitted', again: button.value === 'resend' }))
    },
    true,
  )

  const interpret = 'INTERPRETER'
  const observe = ({ event, tags }) =>
    tell({ tabard: 'happened', event, on: event === 'gtm.click' ? clicked : '', tags })
  if (arrival === 'before') interpret(observe)
  else document.addEventListener('DOMContentLoaded', () => interpret(observe))
})()
