import { LOGO_FOLDER } from '../../../src/core/places.ts'
import { base64Of } from '../parts/base64.ts'
import { fileAddress, MASTER } from '../themes/calls.ts'
import { iconFormat, logoOf } from './image.ts'

/** A content as the service takes it in JSON. */
export interface Bytes {
  readonly base64: string
}

/** A picture of the brand: where its files are in a theme, and how they are made of the one that is chosen. */
export interface Slot {
  readonly name: string
  /** Those of the theme are taken before the master's, and the first one before the others. */
  readonly paths: readonly string[]
  readonly filesOf: (file: Blob) => Promise<Readonly<Record<string, Bytes>>>
  /** Where to see what is there once the theme has none of its own. */
  readonly original: string | null
  /** What the preview shows in place of a file that is taken away; undefined where it shows nothing of it. */
  readonly instead: (themeId: string, path: string) => { path: string; address: string } | undefined
}

const ICON_PATH = 'common/static/assets/icon/favicon.'

export const LOGO = logoSlot('logo', MASTER)
export const DARK_LOGO = logoSlot('logo-dark', undefined)

/** Without a logo for dark mode, the one logo is for both. */
function logoSlot(name: string, original: string | undefined): Slot {
  const [svg, png] = [`${LOGO_FOLDER}${name}.svg`, `${LOGO_FOLDER}${name}.png`]
  return {
    name,
    paths: [svg, png],
    async filesOf(file) {
      const logo = await logoOf(file)
      return { [svg]: { base64: await base64Of(logo.svg) }, [png]: { base64: await base64Of(logo.png) } }
    },
    original: original === undefined ? null : fileAddress(original, svg),
    instead: (themeId, path) => ({
      path,
      address: fileAddress(original ?? themeId, path.replace(name, 'logo')),
    }),
  }
}

export const ICON: Slot = {
  name: 'icon',
  paths: ['svg', 'png', 'ico'].map(format => `${ICON_PATH}${format}`),
  filesOf: async file => ({
    [`${ICON_PATH}${await iconFormat(file)}`]: { base64: await base64Of(file) },
  }),
  original: fileAddress(MASTER, `${ICON_PATH}svg`),
  instead: () => undefined,
}
