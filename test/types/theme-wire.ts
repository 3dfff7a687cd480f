import type * as client from '../../client/types.ts'
import type * as wire from '../../src/cli/theme/wire.ts'

// `npm run check` compiles this file; nothing runs it. It fails where the commands expect other answers than the service gives.

export const summaries = (told: client.ThemeSummaries): wire.ThemeSummaries => told
export const details = (told: client.ThemeDetails): wire.ThemeDetails => told
export const made = (told: client.MadeTheme): wire.MadeTheme => told
export const pushed = (told: client.PushedTheme): wire.PushedTheme => told
export const revisions = (told: client.RevisionList): wire.RevisionList => told
export const files = (told: client.FileList): wire.FileList => told
export const source = (told: client.ThemeSource): wire.ThemeSource => told
