import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { usually } from '../support/database.ts'
import { newcomer, registering } from './registration-checks.ts'
import { mailTo, opened, resident, type Stage, stageOf } from './steps.ts'

const ADVERTISEMENTS = [
  'You won 5000 EUR - call +1 900 555 0100 now',
  'evil。com',
  'hxxp evil[.]com',
  'evilꓸcom',
]
/** Neither a language that there is nor anything else that somebody should read in a mail. */
const MESSAGE = 'call-9005550100-now'

for (const engine of usually('PostgreSQL')) {
  describe(`mails that strangers can cause on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine)
    })
    after(() => stage.stop())

    const bothTexts = async (address: string) => {
      const { text, html } = await mailTo(stage, address)
      return text + html
    }

    test('the mail to an address that nobody has verified names only what is plainly a name', async () => {
      for (const given_name of ADVERTISEMENTS) {
        const fields = newcomer({ given_name })
        await registering(stage, fields)
        assert.doesNotMatch(await bothTexts(fields.email), /won 5000|call \+|evil|555 0100/i, given_name)
      }
      const fields = newcomer({ given_name: 'Jean-Pierre' })
      await registering(stage, fields)
      assert.match(await bothTexts(fields.email), /Hello Jean-Pierre/)
    })

    test('a link in a mail has a language that there is, whatever language was asked for', async () => {
      const fields = newcomer()
      await registering(stage, fields, `&ui_locales=${MESSAGE}`)
      assert.doesNotMatch(await bothTexts(fields.email), /9005550100/)
      const { userName } = await resident(stage)
      for (const asked of [MESSAGE, `de ${MESSAGE}`]) {
        const stranger = await opened(stage, `&ui_locales=${encodeURIComponent(asked)}`)
        await stranger.visit(`${stranger.shown!.forms[0]!.action}&operation=forgot_password`)
        await stranger.submit({ username: userName })
        assert.doesNotMatch(await bothTexts(userName), /9005550100/, asked)
      }
      await registering(stage, newcomer({ email: userName }), `&ui_locales=${MESSAGE}`)
      assert.doesNotMatch(await bothTexts(userName), /9005550100/)
      const german = newcomer()
      await registering(stage, german, '&ui_locales=de')
      assert.match(await bothTexts(german.email), /ui_locales=de\b/)
    })
  })
}
