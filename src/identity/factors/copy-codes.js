// Puts a button below a list with `data-copy` that copies what the list shows. Pages over plain HTTP, and old browsers,
// have no clipboard, and so no button.
document.addEventListener('DOMContentLoaded', () => {
  if (navigator.clipboard === undefined) return
  for (const list of document.querySelectorAll('[data-copy]')) {
    const line = document.createElement('p')
    const button = document.createElement('button')
    const status = document.createElement('span')
    line.className = 'copy'
    button.type = 'button'
    button.className = 'link'
    button.textContent = list.dataset.copy
    status.setAttribute('role', 'status')
    button.addEventListener('click', async () => {
      const items = Array.from(list.children, item => item.textContent.trim())
      await navigator.clipboard.writeText(items.join('\n'))
      status.textContent = list.dataset.copied
    })
    line.append(button, status)
    list.after(line)
  }
})
