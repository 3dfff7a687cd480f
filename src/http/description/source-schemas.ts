import { PRESET_NAMES } from '../../core/federation/presets.ts'
import { SOURCE_AUTHENTICATIONS } from '../../core/federation/source-settings.ts'
import {
  instant,
  list,
  named,
  object,
  oneOf,
  orNull,
  record,
  type Schema,
  text,
  texts,
  yesOrNo,
} from './schema.ts'

const settings = {
  name: text('The name that people see.'),
  names: record('Its name in other languages, by locale.', text('A name.')),
  icon: orNull('An image as a `data:` URL in base64, at most 16 KiB. Null for the preset’s icon.'),
  enabled: yesOrNo('Whether people can use it.'),
  issuer: text('The issuer or discovery URL. For GitHub, the address of GitHub.'),
  clientId: text('The client id that the source gave to Tabard.'),
  authentication: oneOf(
    'How Tabard authenticates at the source: with a secret, with a private key, or with PKCE only.',
    SOURCE_AUTHENTICATIONS,
  ),
  keyId: orNull('Id of the private key.'),
  teamId: orNull('The team id at Apple.'),
  scopes: texts('The requested scopes.'),
  claims: record('The claim for each attribute, such as `name.first` for `givenName`.', text('A claim.')),
  allowedDomains: texts(
    'Only people with a verified address in one of these domains may use the source. If empty, everybody may.',
  ),
  trustedDomains: texts(
    'People with a verified address in one of these domains are linked with the account that has this address.',
  ),
  routedDomains: texts('People who enter an address in one of these domains are sent to the source.'),
  creates: yesOrNo('Whether an account is created when a person signs in for the first time.'),
  links: yesOrNo('Whether people can link an existing account after they have signed in to it.'),
  signsOut: yesOrNo('Whether signing out of Tabard also signs people out of the source.'),
  factorAmr: texts('Values of the claim `amr` that count as a second factor.'),
  factorAcr: texts('Values of the claim `acr` that count as a second factor.'),
}
const preset = oneOf('The preset for this kind of source.', PRESET_NAMES)
const secret = orNull(
  'The client secret, or the private key in PEM format. It is never shown again. Null removes it.',
)

/** Where people are known from. */
export const SOURCE_SCHEMAS = {
  IdentitySource: object('An identity source.', {
    id: text('Its id.'),
    preset,
    ...settings,
    hasSecret: yesOrNo('Whether a secret or a private key is stored.'),
    redirectUri: text('The redirect URI to register at the source.'),
    logoutUri: text('The back-channel logout URI to register at the source.'),
    createdAt: instant('When it was added.'),
    updatedAt: instant('When it was last changed.'),
  }),
  IdentitySourceList: object('All identity sources.', {
    sources: list('The sources, in the order in which they were added.', named('IdentitySource')),
  }),
  NewIdentitySource: object(
    'A new identity source. Properties that are absent get the values of the preset.',
    { clientId: settings.clientId },
    { preset, ...settings, secret },
  ),
  IdentitySourceSettings: object(
    'The settings of an identity source. Settings that are absent do not change.',
    {},
    { ...settings, secret },
  ),
  IdentitySourceTestStep: object('A step of an exchange with an identity source.', {
    step: text('Its name.'),
    details: record('Details of the step, without secrets, codes and tokens.', text('A value.')),
  }),
  IdentitySourceTest: object('A test of an identity source. It does not sign anybody in.', {
    id: text('Its id.'),
    address: orNull('Address to sign in at the source. Null if the test has ended.'),
    steps: list('The steps so far.', named('IdentitySourceTestStep')),
    problem: orNull('Why the test failed. Null if it did not fail.'),
    subject: orNull('Id of the person who signed in. Null if nobody has yet.'),
    person: record('The values that an account would get from the claims, by attribute.', text('A value.')),
  }),
  AccountLink: object('A link between an account and a person at an identity source.', {
    source: text('Id of the source.'),
    sourceName: text('Name of the source.'),
    subject: text('Id of the person at the source.'),
    email: orNull('The e-mail address that the source last sent.'),
    origin: oneOf(
      'How the link was created: with a new account (`created`), by the person (`proved`), by an administrator (`given`), or through a trusted domain (`trusted`).',
      ['created', 'proved', 'given', 'trusted'],
    ),
    createdAt: instant('When the link was created.'),
    usedAt: orNull('When it was last used. Null if never.'),
  }),
  AccountLinks: object('The links of an account.', {
    id: text('Id of the account.'),
    userName: text('Username of the account.'),
    links: list('The links, oldest first.', named('AccountLink')),
  }),
  NewAccountLink: object('The person to link with an account.', {
    source: text('Id or name of the identity source.'),
    subject: text('Id of the person at the source: the claim `sub`, or the id of the GitHub account.'),
  }),
} as const satisfies Record<string, Schema>
