import type { Config } from '../config.ts'
import { trustedBy, UNNAMED_PROXY } from '../http/http.ts'
import type { Bulk } from '../store/store.ts'
import { type Finding, some } from './finding.ts'

/** Whether requests come through a proxy that is not trusted. */
export async function proxyFinding(
  bulk: Bulk,
  { trustedProxies }: Pick<Config, 'trustedProxies'>,
  now: number,
): Promise<Finding> {
  const check = 'proxies'
  const rows = await bulk.query(
    `select payload from short_lived where kind = '${UNNAMED_PROXY}' and expires_at > ${now} order by expires_at desc`,
  )
  const isTrusted = trustedBy(trustedProxies)
  const unnamed = rows.map(({ payload }) => String(payload)).filter(address => !isTrusted(address))
  if (unnamed.length === 0) {
    const names = trustedProxies.join(', ')
    return { check, state: 'ok', text: names === '' ? 'none is trusted, and none was seen' : names }
  }
  const text = `X-Forwarded-For came from ${some(unnamed)} in the last day and was ignored. If that is your proxy, add it to TABARD_TRUSTED_PROXIES and restart. Until then, everybody behind it shares one address and its limits.`
  return { check, state: 'warning', text }
}
