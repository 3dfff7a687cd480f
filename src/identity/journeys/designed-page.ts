import type { PageValues } from '../../core/catalogue/catalogue.ts'
import { errorPrefix } from '../../core/flows/message.ts'
import type { Step } from '../../core/forms/form.ts'
import { type Frame, formMarkup, isWrong, type Shown } from '../../core/forms/form-markup.ts'
import type { Word } from '../../core/word.ts'

/** A step of a flow as a page shows it. */
export interface ShownStep {
  /** The reference by which the flow is reached. */
  readonly reference: string
  readonly version: number
  readonly step: Step
  readonly shown: Shown
  readonly frame: Frame
  readonly word: Word
}

/** The macro values for the wrapper page of a registration. */
export function registrationValues(shown: ShownStep): PageValues<'registration'> {
  const { title, markup, common } = parts(shown)
  return {
    ...common,
    REGISTRATION_VERSION: String(shown.version),
    REGISTRATION_TITLE: title,
    REGISTRATION_FORM: markup,
  }
}

/** The macro values for the wrapper page of the profile. */
export function profileValues(shown: ShownStep): PageValues<'profile'> {
  const { title, markup, common } = parts(shown)
  return { ...common, USERPROFILE_FORM: markup, USERPROFILE_TITLE: title }
}

/** The macro values for the wrapper page of any other form. */
export function userFormValues(shown: ShownStep): PageValues<'user-form'> {
  const { title, markup, common } = parts(shown)
  return { ...common, USER_FORM: markup, USER_FORM_TITLE: title, USER_FORM_VERSION: String(shown.version) }
}

function parts({ reference, step, shown, frame, word }: ShownStep) {
  return {
    title: word(step.title),
    markup: formMarkup(step, shown, frame, word),
    common: { FLOW_URL_NAME: reference, ERROR_PREFIX: isWrong(shown) ? errorPrefix(word) : '' },
  }
}
