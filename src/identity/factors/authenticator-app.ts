import { appCodeProblem, submitAppCode } from './app-code.ts'
import { enrol, enrolmentPage, removeApp } from './app-enrolment.ts'
import type { Factor } from './factor.ts'
import { askingFrame } from './factor-page.ts'

/** The code of an authenticator app. */
export const authenticatorApp: Factor<'totp'> = {
  id: 'totp',
  field: 'authenticator',
  isSetUp: async (store, { id }) => (await store.factors.authenticator(id)) !== undefined,
  label: () => ({ label: 'METHOD_TOTP' }),
  pages: {
    totp: {
      view: async asked => {
        const { audience, values, origins } = await askingFrame(asked)
        return await asked.views.page(audience, 'mfa-totp', { ...values, OTP_LOGIN_DISABLED: '' }, origins)
      },
      submit: submitAppCode,
    },
    enrolment: { view: enrolmentPage, submit: enrol },
  },
  problem: appCodeProblem,
  remove: removeApp,
}
