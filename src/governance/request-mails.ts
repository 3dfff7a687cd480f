import { endInWords } from '../core/access.ts'
import type { MailId, MailValues } from '../core/catalogue/catalogue.ts'
import type { RequestTurn } from '../core/flows/access-request.ts'
import { fullName } from '../core/full-name.ts'
import { type AccountOffice, APPS, accessRequestAddress } from '../identity/identity.ts'
import type { AccessRequest, Account, NewMail, TenantStore } from '../store/store.ts'
import { decidersOf } from './request-people.ts'

/** Where mails about access are written. */
export type MailRoom = Pick<AccountOffice, 'tenant' | 'tenancy' | 'surfaces'>

/** What a mail is about. */
type Told = Pick<AccessRequest, 'id' | 'application' | 'requester' | 'person' | 'justification' | 'endsAt'>

/** The mails of a turn: to approvers, to the requester, and to the person concerned where that is somebody else. */
const MAILS = {
  ask: { approver: 'mail-access-request', person: 'mail-access-asked' },
  answer: { approver: 'mail-access-justified' },
  more: { requester: 'mail-request-questioned', person: 'mail-access-questioned' },
  approve: { requester: 'mail-request-approved', person: 'mail-access-granted' },
  reject: { requester: 'mail-request-rejected', person: 'mail-access-refused' },
  withdraw: { requester: 'mail-request-withdrawn', person: 'mail-access-withdrawn' },
  expire: { requester: 'mail-request-expired', person: 'mail-access-expired' },
} as const satisfies Partial<
  Record<RequestTurn, Partial<Record<'approver' | 'requester' | 'person', MailId>>>
>

type RequestMail = {
  [Turn in keyof typeof MAILS]: (typeof MAILS)[Turn][keyof (typeof MAILS)[Turn]]
}[keyof typeof MAILS]

/** The mails about a turn. The person who took it gets none. */
export async function turnMails(
  room: MailRoom,
  store: TenantStore,
  request: Told,
  { turn, by, comment }: { turn: keyof typeof MAILS; by: string | null; comment: string },
): Promise<NewMail[]> {
  const ids: { approver?: RequestMail; requester?: RequestMail; person?: RequestMail } = MAILS[turn]
  const names = await namesOf(store, request)
  const values = { names, text: turn === 'ask' ? request.justification : comment }
  const mails: (NewMail | undefined)[] = []
  const tell = async (id: RequestMail | undefined, reader: Account | undefined) => {
    if (id !== undefined && reader !== undefined && reader.id !== by)
      mails.push(await requestMail(room, reader, id, request, values))
  }
  for (const { account } of ids.approver === undefined ? [] : await decidersOf(store, request))
    await tell(ids.approver, account)
  await tell(ids.requester, names.requester)
  if (request.person.id !== request.requester.id) await tell(ids.person, names.person)
  return mails.filter(mail => mail !== undefined)
}

/** The mails that remind those who can decide about a request. */
export async function reminderMails(room: MailRoom, store: TenantStore, request: Told): Promise<NewMail[]> {
  const values = { names: await namesOf(store, request), text: request.justification }
  const mails: NewMail[] = []
  for (const { account } of await decidersOf(store, request)) {
    const mail = await requestMail(room, account, 'mail-access-reminder', request, values)
    if (mail !== undefined) mails.push(mail)
  }
  return mails
}

/** The mail that tells somebody when their access to an application will end. */
export async function endingMail(
  { tenant, tenancy, surfaces }: MailRoom,
  account: Account,
  application: { readonly id: string; readonly name: string },
  endsAt: number,
): Promise<NewMail | undefined> {
  if (account.email === null) return undefined
  const audience = await surfaces.audience(tenant, purposeOf(application.id, account), {})
  return await surfaces.mail(
    audience,
    'mail-access-ending',
    account.email,
    {
      'APPLICATION.NAME': application.name,
      'ACCESS.ENDDATE': endInWords(endsAt, surfaces.times(audience)),
      'APPS.HYPERLINK': `${tenancy.address(tenant)}${APPS}`,
    },
    endsAt,
  )
}

/** The people whom a request names, as far as their accounts still exist, and the name of the application. */
async function namesOf(store: TenantStore, { application, requester, person }: Told) {
  return {
    application: (await store.applications.get(application))?.name ?? application,
    requester: await store.accounts.get(requester.id),
    person: await store.accounts.get(person.id),
  }
}

interface Values {
  readonly names: Awaited<ReturnType<typeof namesOf>>
  readonly text: string
}

async function requestMail(
  { tenant, tenancy, surfaces }: MailRoom,
  reader: Account,
  id: RequestMail | 'mail-access-reminder',
  request: Told,
  { names, text }: Values,
): Promise<NewMail | undefined> {
  if (reader.email === null || reader.status !== 'active') return undefined
  const audience = await surfaces.audience(tenant, purposeOf(request.application, reader), {})
  const language = surfaces.tag(audience)
  const called = (account: Account | undefined, { userName }: { userName: string }) =>
    account === undefined ? userName : fullName(language, account) || account.userName
  const { endsAt } = request
  const values: MailValues<'mail-access-request'> = {
    'APPLICATION.NAME': names.application,
    'JUSTIFICATION.TEXT': text === '' ? '–' : text,
    'REQUEST.ID': request.id,
    'REQUEST.HYPERLINK': `${tenancy.address(tenant)}${accessRequestAddress(request.id)}`,
    'REQUEST.ENDDATE': endsAt === null ? '' : endInWords(endsAt, surfaces.times(audience)),
    SHOW_ENDDATE: endsAt === null ? 'none' : 'table-row',
    'REQUESTOR.FULLNAME': called(names.requester, request.requester),
    'REQUESTOR.EMAIL': names.requester?.email ?? '–',
    'REQUESTEE.FULLNAME': called(names.person, request.person),
    SHOW_REQUESTEE: request.person.id === request.requester.id ? 'none' : 'table-row',
  }
  return await surfaces.mail(audience, id, reader.email, values)
}

function purposeOf(applicationId: string, { locale }: Account) {
  return { themeId: null, applicationId, locale }
}
