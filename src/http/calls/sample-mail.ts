import type { FastifyInstance } from 'fastify'
import { auditEntry } from '../../core/audit-events.ts'
import { entryOf, isMail } from '../../core/catalogue/catalogue.ts'
import { mailbox } from '../../core/mailbox.ts'
import { invalidValue, Refusal } from '../../core/refusal.ts'
import type { Identity } from '../../identity/identity.ts'
import { sampled } from '../../pages/pages.ts'
import type { Store } from '../../store/store.ts'
import type { Themes } from '../../themes/themes.ts'
import { resource } from '../description/resource.ts'
import { authorsView } from '../pages/pages.ts'
import { callerOf, type Rates } from '../request/rate.ts'
import { writingOf } from '../request/writing.ts'
import { SAMPLE_MAIL } from './sample-mail-calls.ts'

interface Parts {
  readonly store: Store
  readonly identity: Identity
  readonly themes: Themes
  readonly rates: Rates
}

/** Mails with sample values, for theme developers. */
export function sampleMail(app: FastifyInstance, { store, identity, themes, rates }: Parts): void {
  resource(app, '/themes/:id/mails/:mail', SAMPLE_MAIL, {
    async POST(request, reply, { to }) {
      rates.sampleMails.admit(callerOf(request))
      const { id, mail: name } = request.params as { id: string; mail: string }
      const entry = entryOf(name)
      if (entry === undefined || !isMail(entry)) throw new Refusal('page_unknown', { kind: 'mail', id: name })
      const recipient = mailbox(to)
      if (recipient === undefined) throw invalidValue('The field to must be one e-mail address.')
      const audience = await authorsView(identity, request, id)
      const values = await sampled(themes.pages.languages, audience, entry)
      const { sender, subject, html, text } = await themes.pages.mail(audience, entry, values)
      const here = store.tenant(request.tenant.id)
      const account = await here.accounts.withEmail(recipient)
      const isKnown = account?.status === 'active' && (account.administrator || account.themeDeveloper)
      const { author, by } = writingOf(request)
      const details = { recipient, mail: entry.id, themeId: id, ...(by.account === null && { author }) }
      await here.write(async tx => {
        if (isKnown)
          await tx.outbox.queue({
            id: here.newId(),
            event: entry.id,
            recipient,
            sender,
            subject: `[Sample] ${subject}`,
            html,
            text,
          })
        await tx.audit.record(auditEntry('mail-tested', here.now(), by, details))
      })
      return reply.code(202).send()
    },
  })
}
