// Makes the pictures of the guides, most of them from a service that it starts: npm run pictures
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { SIGN_IN } from '../src/identity/identity.ts'
import { consoleTab } from '../test/support/console-tab.ts'
import { examplePackage } from '../test/support/examples.ts'
import { addOperator } from '../test/support/operator.ts'
import { testService } from '../test/support/service.ts'

const IMAGES = join(import.meta.dirname, 'images')
const GAP = 16

/** Hosts of repositories show pictures about half as wide as this, so that they are sharp on every screen. */
const WIDTH = 1800

const service = await testService('SQLite')
await addOperator(service, 'alex@example.com', 'administrator')
const desk = await consoleTab(service, 'alex@example.com')
const { browser } = desk

/** A theme with the files of an example. */
async function example(folder: string, name: string): Promise<string> {
  return await service.createTheme(name, examplePackage(folder))
}

interface Shot {
  readonly width: number
  readonly height: number
  readonly dark?: boolean
}

async function contextOf({ width, height, dark = false }: Shot): Promise<BrowserContext> {
  return await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 2,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    extraHTTPHeaders: { authorization: `Bearer ${await service.token()}` },
  })
}

/** A page of the service as a picture. */
async function pictured(address: string, shot: Shot): Promise<Buffer> {
  const context = await contextOf(shot)
  const page = await context.newPage()
  await page.goto(`${service.url}${address}`)
  await page.waitForLoadState('networkidle')
  const picture = await page.screenshot()
  await context.close()
  return picture
}

const preview = (page: string, query: Record<string, string>) =>
  `/v1.0/tabard/preview/${page}?${new URLSearchParams(query)}`

/** Pictures beside each other, each as wide as the others, with round corners. */
async function sideBySide(name: string, width: number, pictures: readonly Buffer[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: 100 } })
  const images = pictures.map(picture => `<img src="data:image/png;base64,${picture.toString('base64')}">`)
  await page.setContent(
    `<style>body { margin: 0; display: flex; gap: ${GAP}px; align-items: start }
      img { flex: 1; min-width: 0; border-radius: 10px }</style>${images.join('')}`,
  )
  await page.screenshot({ path: join(IMAGES, name), fullPage: true, omitBackground: true })
  await page.close()
}

/** A drawing as a picture: a running service shows no SVG, which may hold scripts. */
async function drawn(name: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 640 } })
  await page.setContent(
    `<style>body { margin: 0 }</style>${readFileSync(join(IMAGES, `${name}.svg`), 'utf8')}`,
  )
  await page.screenshot({ path: join(IMAGES, `${name}.png`), omitBackground: true })
  await page.close()
}

/** A tab of the console with twice as many pixels, for the administrator who is signed in. */
async function sharpTab(): Promise<Page> {
  const context = await browser.newContext({
    storageState: await desk.context.storageState(),
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    // An emulated scheme would also hold in the previews of the console, which have a switch of their own.
    colorScheme: null,
  })
  return await context.newPage()
}

/** A screen of the console as a picture, once it stands still. */
async function screen(
  page: Page,
  path: string,
  scheme: 'light' | 'dark',
  before?: () => Promise<void>,
): Promise<Buffer> {
  await page.goto(desk.at('/'))
  await page.evaluate(`localStorage.setItem('mantine-color-scheme-value', '${scheme}')`)
  await page.goto(desk.at(path))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await before?.()
  await page.waitForTimeout(1_000)
  return await page.screenshot()
}

try {
  await drawn('architecture')
  const bank = await example('bank', 'Bank')
  const festival = await example('festival', 'Festival')
  const clinic = await example('clinic', 'Clinic')
  const signIn = (themeId: string) => `${SIGN_IN}?runtime=true&themeId=${themeId}`

  const brand = { width: 736, height: 720 }
  await sideBySide('brands.png', WIDTH, [
    await pictured(signIn(bank), brand),
    await pictured(signIn(festival), brand),
    await pictured(signIn(clinic), brand),
  ])
  // As wide as the link of the mail needs, and not so high that its last line shows the address of this service.
  const phone = { width: 412, height: 606 }
  await sideBySide('pages.png', WIDTH, [
    await pictured(preview('mfa-code', { themeId: clinic }), phone),
    await pictured(preview('consent', {}), { ...phone, dark: true }),
    await pictured(preview('mfa-choice', { locale: 'ar' }), phone),
    await pictured(preview('mail-password-recovery', { themeId: bank }), phone),
  ])

  const { id: application } = await (
    await desk.context.request.post(desk.at('/v1.0/tabard/applications'), {
      headers: { origin: desk.at('') },
      data: {
        name: 'Travel',
        description: 'Trips of the team',
        themeId: clinic,
        redirects: ['https://travel.example/callback'],
      },
    })
  ).json()
  const tab = await sharpTab()
  await sideBySide('console.png', WIDTH, [
    await screen(tab, '/themes', 'light'),
    await screen(tab, `/applications/${application}`, 'dark'),
  ])
  await sideBySide('console-brand.png', WIDTH, [await screen(tab, `/themes/${festival}/brand`, 'light')])
  const labels = 'common/default/template_labels.properties'
  await sideBySide('console-editor.png', WIDTH, [
    await screen(
      tab,
      `/themes/${festival}/edit?${new URLSearchParams({ page: 'login', file: labels, width: '390' })}`,
      'dark',
      async () => {
        await tab.getByRole('button', { name: 'Collapse navigation' }).click()
        await tab.getByRole('button', { name: 'Inspect' }).click()
        await tab.frameLocator('iframe:visible').first().getByRole('button', { name: 'Sign in' }).click()
        await tab.getByRole('menuitem').first().waitFor()
      },
    ),
  ])
} finally {
  await desk.close()
  await service.stop()
}
// The browser is shared by all that a process of the tests runs, and ends with it.
process.exit(0)
