import { REGISTRATION } from '../analytics/pages.ts'
import { codeIn, type Look, type Stage, type Tab } from './stage.ts'

const PASSWORD = 'seven green bottles'
/** The fields of the registration that every tenant has. */
export const FIELDS = ['given_name', 'family_name', 'age', 'mobile_number', 'email', 'password']

/** What a registration from its first page to its last tells, with a click on each field. */
export const JOURNEY = [
  'registration_started',
  'first_name',
  'last_name',
  'age',
  'mobile_number',
  'email',
  'password',
  'registration_submitted',
  'email_verified',
  'reg_complete',
]

/** Registers somebody, with a click on each field and on the title; answers with the last heading. */
export async function registered(
  stage: Stage,
  tab: Tab,
  look: Look,
  email: string,
  locale: string,
): Promise<string> {
  const { page } = tab
  await tab.open(`${stage.service.url}${REGISTRATION}&themeId=${look.id}&ui_locales=${locale}`)
  for (const field of FIELDS) await page.click(`[name="${field}"]`)
  await page.click('h1')
  await tab.send({ given_name: 'Kim', family_name: 'Stone', email, password: PASSWORD })
  await tab.send({ code: codeIn(await stage.mail(email)) })
  await tab.send()
  return await tab.heading()
}
