export { type Chromium, startChromium } from './chromium.ts'
export { BrowserGone } from './devtools.ts'
export { type BrowserVariables, findChromium } from './find.ts'
export { type Answer, openTab, type Tab, type Trouble } from './tab.ts'
