export { type Checked, type MailServer, mailServer } from './check.ts'
export { type ClaimedMail, type MailQueue, type Outbox, type OutboxOptions, startOutbox } from './outbox.ts'
export { defaultSender, type Message, type SmtpOptions, smtpTransport, type Transport } from './smtp.ts'
export { Undelivered } from './undelivered.ts'
