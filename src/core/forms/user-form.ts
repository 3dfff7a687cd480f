import { asked, type Form } from './form.ts'

/** The form in which people edit their own details. */
export const USER_FORM = {
  details: {
    title: 'USER_FORM_TITLE',
    text: 'USER_FORM_INTRO',
    ids: { prefix: 'user' },
    fields: [asked('given_name'), asked('family_name'), asked('mobile_number'), asked('locale')],
    button: { label: 'USER_FORM_SUBMIT', operation: 'save' },
    after: { label: 'USER_FORM_CANCEL', to: 'cancel' },
  },
} as const satisfies Form

export type UserField = (typeof USER_FORM)['details']['fields'][number]
