import type { MailEntry } from './entry.ts'
import { pair, usual } from './governance-mails.ts'
import { addressed, linkExpiry, signInLink, userName } from './mail-macros.ts'

const FOLDER = 'notifications/user_management/registration'

/** Mails about registrations: addresses to verify, invitations and approval. */
export const REGISTRATION_MAILS = [
  {
    id: 'mail-verify-email',
    meaning: 'Code and link that verify an address in a registration',
    folder: FOLDER,
    file: { subject: 'verify_email_subject.txt', body: 'verify_email_body.html' },
    macros: {
      ...addressed,
      OTP: { kind: 'text', meaning: 'the code', sample: '481516' },
      OTP_LIFETIME: { kind: 'text', meaning: 'minutes until code and link expire', sample: '30' },
      VERIFY_LINK: {
        kind: 'address',
        meaning: 'the link that does the same',
        sample: 'https://id.example.com/flows/?reference=registration&verify=preview',
      },
    },
    needs: ['OTP', 'VERIFY_LINK'],
    states: usual,
  },
  {
    id: 'mail-already-registered',
    meaning: 'Somebody registers an address that has an account',
    folder: FOLDER,
    file: { subject: 'already_registered_subject.txt', body: 'already_registered_body.html' },
    macros: { ...addressed, ...signInLink },
    states: usual,
  },
  {
    id: 'mail-registration-invited',
    meaning: 'Somebody is invited to register',
    folder: FOLDER,
    file: pair('registration_invitation'),
    macros: {
      INVITATION_LINK: {
        kind: 'address',
        meaning: 'where the person registers',
        sample: 'https://id.example.com/flows/?reference=registration&invitation=preview',
      },
      ...linkExpiry,
    },
    needs: ['INVITATION_LINK'],
    states: usual,
  },
  {
    id: 'mail-registration-waiting',
    meaning: 'A registration waits for approval',
    folder: FOLDER,
    file: pair('registration_waiting'),
    macros: { ...addressed, ...userName },
    states: usual,
  },
  {
    id: 'mail-registration-request',
    meaning: 'A registration waits for approval, to administrators',
    folder: FOLDER,
    file: pair('registration_request'),
    macros: {
      ...userName,
      CONSOLE_LINK: {
        kind: 'address',
        meaning: 'the list of people in the console',
        sample: 'https://console.example.com/people',
      },
      SHOW_CONSOLE: { kind: 'text', meaning: 'block if there is a console, otherwise none', sample: 'block' },
    },
    states: usual,
  },
  {
    id: 'mail-registration-approved',
    meaning: 'A registration was approved',
    folder: FOLDER,
    file: pair('registration_approved'),
    macros: { ...addressed, ...userName, ...signInLink },
    states: usual,
  },
  {
    id: 'mail-registration-rejected',
    meaning: 'A registration was rejected',
    folder: FOLDER,
    file: pair('registration_rejected'),
    macros: addressed,
    states: usual,
  },
] as const satisfies readonly MailEntry[]
