import type { FlowDocument } from '../../../src/core/user-flows/document.ts'
import type { OwnAttribute } from '../../../src/core/user-flows/own-attribute.ts'

/** The templates for new flows. */
export const TEMPLATES = {
  empty: {
    name: 'Empty registration',
    about: 'One page without fields. You add everything.',
  },
  registration: {
    name: 'Copy of your registration',
    about: 'The registration as it is published now, to change from there.',
  },
  profile: {
    name: 'Copy of your profile',
    about: 'The form in which people edit their details, to change from there.',
  },
  progressive: {
    name: 'Progressive profile',
    about: 'Asks people for details that are missing when they sign in.',
  },
  terms: {
    name: 'Changed terms',
    about: 'Asks people to agree to new terms when they sign in.',
  },
} as const

export type Template = keyof typeof TEMPLATES

export function isTemplate(name: string | null): name is Template {
  return name !== null && Object.hasOwn(TEMPLATES, name)
}

/** The existing flow that a template copies. */
export function copied(template: Template): string | undefined {
  return template === 'registration' || template === 'profile' ? template : undefined
}

const EMPTY: FlowDocument = {
  kind: 'registration',
  steps: [{ id: 'start', title: 'Create your account', fields: [] }],
  verification: 'code',
  end: { outcome: 'page' },
}

const PROGRESSIVE: FlowDocument = {
  kind: 'user_form',
  atSignIn: true,
  steps: [
    {
      id: 'details',
      title: 'Complete your profile',
      text: 'We need a few more details before you continue.',
      fields: [
        { attribute: 'given_name', required: true },
        { attribute: 'family_name', required: true },
        { attribute: 'mobile_number' },
      ],
    },
  ],
  end: { outcome: 'application' },
}

/** A new flow; `copy` is the flow that the template copies. */
export function begunFrom(
  template: Template,
  copy: FlowDocument | undefined,
  own: readonly OwnAttribute[],
): FlowDocument {
  if (copy !== undefined) return copy
  if (template === 'progressive') return PROGRESSIVE
  return template === 'terms' ? terms(own) : EMPTY
}

function terms(own: readonly OwnAttribute[]): FlowDocument {
  const consents = own.filter(({ kind }) => kind === 'consent')
  return {
    kind: 'user_form',
    atSignIn: true,
    steps: [
      {
        id: 'terms',
        title: 'Our terms have changed',
        text: 'Please read the new terms and agree to them to continue.',
        fields: consents.map(({ name }) => ({ attribute: name, required: true })),
      },
    ],
    end: { outcome: 'application' },
  }
}
