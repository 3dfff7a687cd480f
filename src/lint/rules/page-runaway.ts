import { examplePage, PAGE } from '../example.ts'
import type { Runaway } from '../rendered.ts'
import type { Rule } from '../rule.ts'

const SCRIPT = 'common/static/js/start.js'
const page = examplePage('<script src="/template/v1.0/static/js/start.js?themeId=@THEME_ID@" defer></script>')

const MESSAGES: Readonly<Record<Runaway['what'], (address: string) => string>> = {
  hangs: () => 'The page did not finish loading in time, or stopped reacting. A script may run in a loop.',
  fails: reason => `The browser cannot show the page: ${reason}.`,
  navigates: address => `The page goes to ${address} by itself as soon as it is shown.`,
  'opens a window': address => `The page opens a window by itself as soon as it is shown: ${address}.`,
  downloads: address => `The page starts a download by itself as soon as it is shown: ${address}.`,
  'shows a dialog': text => `The page shows a dialog by itself as soon as it is shown: "${text}".`,
}

export const pageRunaway: Rule = {
  id: 'page/runaway',
  severity: 'error',
  title: 'A page that hangs, or redirects by itself',
  reason: `People cannot use a page that does not finish loading or stops responding. It is a warning if a page opens
windows or dialogs, downloads files or redirects by itself. If you intend that, suppress the finding with a reason.`,
  bad: { [PAGE]: page, [SCRIPT]: "location.href = '/elsewhere'\n" },
  good: { [PAGE]: page, [SCRIPT]: "document.body.dataset.ready = 'yes'\n" },
  rendered({ runaway }, tell) {
    for (const { what, address } of runaway)
      tell({
        message: MESSAGES[what](address),
        ...(what !== 'hangs' && what !== 'fails' && { severity: 'warning' as const }),
      })
  },
}
