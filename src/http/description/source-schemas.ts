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
  name: text('Its name, as people know it.'),
  names: record('Its name in other languages, by locale.', text('A name.')),
  icon: orNull('A picture as a data address in base64, at most 16 KiB; null is that of the preset.'),
  enabled: yesOrNo('Whether people can use it.'),
  issuer: text('Its issuer or discovery address; of GitHub, its address.'),
  clientId: text('The id that the service has there.'),
  authentication: oneOf(
    'How the service proves itself there: by a secret, by a private key, or by PKCE alone.',
    SOURCE_AUTHENTICATIONS,
  ),
  keyId: orNull('The id of the private key.'),
  teamId: orNull('The team id, at Apple.'),
  scopes: texts('What it is asked for.'),
  claims: record(
    'The claims that attributes are taken from, such as `givenName`: `name.first`.',
    text('A claim.'),
  ),
  allowedDomains: texts('Only people with a verified address in one of them may use it; none: everybody.'),
  trustedDomains: texts(
    'Verified addresses in these domains are linked with the account that has the address.',
  ),
  routedDomains: texts('Whoever types an address in one of them is sent to the source.'),
  creates: yesOrNo('Whether an account is made for whoever comes for the first time.'),
  links: yesOrNo('Whether people can link their account after they have signed in to it.'),
  signsOut: yesOrNo('Whether signing out here leads through the source.'),
  factorAmr: texts('Values of the claim `amr` that count as a second factor.'),
  factorAcr: texts('Values of the claim `acr` that count as a second factor.'),
}
const preset = oneOf('What kind of source it is.', PRESET_NAMES)
const secret = orNull(
  'The client secret, or the private key as PEM. It is never shown again; null removes it.',
)

/** Where people are known from. */
export const SOURCE_SCHEMAS = {
  IdentitySource: object('An identity source.', {
    id: text('Its id.'),
    preset,
    ...settings,
    hasSecret: yesOrNo('Whether there is a secret or a private key.'),
    redirectUri: text('The redirect address to register there.'),
    logoutUri: text('The address for back-channel logout to register there.'),
    createdAt: instant('When it was added.'),
    updatedAt: instant('When it was last changed.'),
  }),
  IdentitySourceList: object('All identity sources.', {
    sources: list('In the order in which they were added.', named('IdentitySource')),
  }),
  NewIdentitySource: object(
    'A new identity source. Properties that are absent have the values of the preset.',
    { clientId: settings.clientId },
    { preset, ...settings, secret },
  ),
  IdentitySourceSettings: object(
    'What can be set of an identity source. What is absent stays as it is.',
    {},
    { ...settings, secret },
  ),
  IdentitySourceTestStep: object('A step of an exchange with an identity source.', {
    step: text('Its name.'),
    details: record('What is told of it. Secrets, codes and tokens never are.', text('A value.')),
  }),
  IdentitySourceTest: object('A test of an identity source, in which nobody is signed in.', {
    id: text('Its id.'),
    address: orNull('Where to sign in at the source; null: the test has ended.'),
    steps: list('What has happened so far.', named('IdentitySourceTestStep')),
    problem: orNull('Why it failed; null: it did not.'),
    subject: orNull('Id of the person who came back; null: nobody has.'),
    person: record('What an account would get of the claims, by attribute.', text('A value.')),
  }),
  AccountLink: object('An account that is linked with somebody at an identity source.', {
    source: text('Id of the source.'),
    sourceName: text('Name of the source.'),
    subject: text('Id of the person there.'),
    email: orNull('The address that the source told last.'),
    origin: oneOf(
      'How it was created: with the account at the first visit, by a person who proved that the account is theirs, by an administrator, or through a trusted address.',
      ['created', 'proved', 'given', 'trusted'],
    ),
    createdAt: instant('When it was made.'),
    usedAt: orNull('When it was last used; null: never.'),
  }),
  AccountLinks: object('The links of an account.', {
    id: text('Id of the account.'),
    userName: text('Username of the account.'),
    links: list('The oldest first.', named('AccountLink')),
  }),
  NewAccountLink: object('Whom to link with an account.', {
    source: text('Id or name of the identity source.'),
    subject: text('Id of the person there: the claim `sub`, or the id of the GitHub account.'),
  }),
} as const satisfies Record<string, Schema>
