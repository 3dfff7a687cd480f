// Draws the methods of a second factor, one button each, under the name of their kind.
const TYPES = {
  email: () => otpTypeEmail,
  sms: () => otpTypeSMS,
  voiceotp: () => otpTypeVoiceOTP,
  verify: () => otpTypeVerify,
  totp: () => otpTypeTotp,
  kq: () => otpTypeKQ,
  fido2: () => otpTypeFido2,
}
const ACTIONS = {
  email: () => otpActionEmail,
  sms: () => otpActionSMS,
  voiceotp: () => otpActionVoiceOTP,
  // Pages spell it in this way.
  verify: () => otpActionVerfiy,
  totp: () => otpActionTotp,
  kq: () => otpActionKQ,
  fido2: () => otpActionFido2,
}

/** The page's name for a kind of methods, or for what is done with it; nothing for a kind that the page does not know. */
const named = (names, type) => (Object.hasOwn(names, type) ? given(names[type]) : '')

const listed = () => {
  try {
    return Array.from(methods).filter(method => typeof method?.methodId === 'string')
  } catch {
    return []
  }
}

const element = (name, className, text = '') => {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

const choose = id => {
  const field = part('delivery-selection-input')
  if (field) field.value = id
  send(formOf('combined-form'))
}

const item = ({ methodId, methodLabel, methodType }, index) => {
  const line = element('li', 'method-item')
  const label = String(methodLabel ?? '') || named(TYPES, methodType) || methodId
  const does = named(ACTIONS, methodType)
  const button = element('button', 'method-action', does || label)
  button.type = 'button'
  button.addEventListener('click', () => choose(methodId))
  if (does !== '') {
    const name = element('span', 'method-name', label)
    name.id = `method-name-${index}`
    button.setAttribute('aria-describedby', name.id)
    line.append(name)
  }
  line.append(button)
  return line
}

const draw = () => {
  const form = formOf('combined-form')
  let place = part('method-containers')
  if (!place) {
    place = element('div', '')
    if (form) form.before(place)
    else document.body.append(place)
  }
  const groups = new Map()
  for (const method of listed()) {
    const type = String(method.methodType || method.methodId.split('_')[0])
    groups.set(type, [...(groups.get(type) ?? []), { ...method, methodType: type }])
  }
  let index = 0
  for (const [type, methods] of groups) {
    const group = element('div', 'method-container')
    const list = element('ul', 'method-list')
    list.append(...methods.map(method => item(method, index++)))
    // A method that is called like its kind needs no title.
    const title = named(TYPES, type)
    if (title !== '' && methods.some(({ methodLabel }) => methodLabel !== title))
      group.append(element('h2', 'method-type', title))
    group.append(list)
    place.append(group)
  }
}

ready(() => {
  direct(formOf('combined-form'))
  tell(
    given(() => errorMessage),
    part('method-containers') ?? formOf('combined-form'),
    'cs-error-message',
  )
  draw()
})
