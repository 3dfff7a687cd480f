import { deviceName } from '../../core/device.ts'
import type { Times } from '../../core/times.ts'
import type { Wish } from '../../pages/pages.ts'
import type { Account } from '../../store/store.ts'

/**
 * The facts that a mail states about a change: whose account, when, and on which device. Changes by an administrator
 * have no device.
 */
export function changeFacts(
  { userName }: Pick<Account, 'userName'>,
  times: Times,
  now: number,
  { userAgent }: Pick<Wish, 'userAgent'> = {},
) {
  const device = deviceName(userAgent)
  return {
    USERNAME: userName,
    CHANGED_AT: times.moment(now),
    USER_AGENT: device ?? '',
    SHOW_DEVICE: device === undefined ? 'none' : 'table-row',
  }
}
