// Puts a button into each password field that shows what was typed. Without this script the fields work as they are.

const SHAPES = {
  lid: 'M2.5 12C5 8 8.3 6 12 6s7 2 9.5 6c-2.5 4-5.8 6-9.5 6s-7-2-9.5-6z',
  pupil: 'M12 9.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5z',
  slash: 'M4 20L20 4',
}

function drawing() {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  for (const [name, shape] of Object.entries(SHAPES)) {
    const path = document.createElementNS(svg.namespaceURI, 'path')
    path.setAttribute('d', shape)
    path.setAttribute('class', name)
    svg.append(path)
  }
  return svg
}

for (const field of document.querySelectorAll('input[data-show-password]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'show'
  // Several on a page have to differ by name.
  button.setAttribute('aria-label', `${field.dataset.showPassword}: ${field.labels[0]?.textContent ?? ''}`)
  button.setAttribute('aria-pressed', 'false')
  button.setAttribute('aria-controls', field.id)
  button.append(drawing())
  const show = shown => {
    field.type = shown ? 'text' : 'password'
    button.setAttribute('aria-pressed', String(shown))
  }
  button.addEventListener('click', () => show(field.type === 'password'))
  // Browsers remember what is typed into text fields.
  field.form.addEventListener('submit', () => show(false))
  field.classList.add('can-show')
  field.after(button)
}
