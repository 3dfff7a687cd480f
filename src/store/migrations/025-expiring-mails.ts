/** Mails with a code or link that expires are sent before all others. */
export default (): string[] => [
  "create index outbox_expiring on outbox (due_at) where state = 'waiting' and expires_at is not null",
]
