import { createClient } from '../client/client.ts'
import { examplePackage } from '../test/support/examples.ts'
import { tabard } from '../test/support/process.ts'
import { type ConsolePlace, PASSWORD, signedIn } from './session.ts'

/** The API client of the sample data. */
export const CLIENT = { clientId: 'dev', clientSecret: 'sample-secret-of-npm-run-dev' }
/** Somebody who can sign in with the password of the sample data. */
export const SOMEBODY = 'ada@example.com'

/** Applications by the example whose theme they have. */
const APPLICATIONS = {
  bank: { name: 'Online banking', description: 'Accounts and cards', secondFactor: true },
  clinic: { name: 'Patient portal', description: 'Appointments and reports', consent: true },
  festival: { name: 'Festival tickets', description: 'Tickets on phones', public: true },
}

const PEOPLE = [
  ['--email', SOMEBODY, '--email-verified', '--first-name', 'Ada', '--password-stdin'],
  ['--email', 'ben@example.com', '--first-name', 'Ben', '--locale', 'de', '--app', 'Online banking'],
  ['--email', 'chiara@example.com', '--first-name', 'Chiara', '--locale', 'it', '--app', 'Patient portal'],
  ['--email', 'dora@example.com', '--first-name', 'Dora', '--theme-developer', '--mail-password'],
]

/** Fills an empty installation by the same calls and commands that everybody has. Each account gets a mail. */
export async function makeSamples(
  pages: string,
  place: ConsolePlace,
  environment: Record<string, string>,
): Promise<void> {
  const client = createClient({ url: pages, ...CLIENT })
  const cookie = (await signedIn(place, '')).map(line => line.split(';', 1)[0]).join('; ')
  for (const [example, settings] of Object.entries(APPLICATIONS)) {
    const name = `${example[0]!.toUpperCase()}${example.slice(1)}`
    const { data: theme } = await client.createTheme({
      files: examplePackage(example),
      configuration: { name, description: `The example ${example}` },
    })
    const redirects = [`https://${example}.example/callback`]
    const answer = await fetch(`${place.target}/v1.0/tabard/applications`, {
      method: 'POST',
      headers: { origin: place.origin, cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ ...settings, themeId: theme.id, redirects }),
    })
    if (!answer.ok) throw new Error(`The application ${settings.name} was refused: ${await answer.text()}`)
  }
  for (const person of PEOPLE) {
    const { code, stderr } = await tabard(['account', 'create', ...person], environment, PASSWORD)
    if (code !== 0) throw new Error(`An account was refused: ${stderr}`)
  }
}
