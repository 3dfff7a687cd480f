import { LOGO_FOLDER } from '../../../src/core/places.ts'
import { base64Of } from '../parts/base64.ts'
import { fileAddress, MASTER } from '../themes/calls.ts'
import { iconFormat, logoOf } from './image.ts'

/** A file content in the JSON format of the service. */
export interface Bytes {
  readonly base64: string
}

/** An image of the brand: the paths of its files in a theme, and how they are created from the chosen file. */
export interface Slot {
  readonly name: string
  /** Files of the theme take precedence over the master's, and earlier paths over later ones. */
  readonly paths: readonly string[]
  readonly filesOf: (file: Blob) => Promise<Readonly<Record<string, Bytes>>>
  /** The URL of the original image, which is shown if the theme has none of its own. */
  readonly original: string | null
  /** What the preview shows in place of a removed file; undefined if it shows nothing. */
  readonly instead: (themeId: string, path: string) => { path: string; address: string } | undefined
}

const ICON_PATH = 'common/static/assets/icon/favicon.'

export const LOGO = logoSlot('logo', MASTER)
export const DARK_LOGO = logoSlot('logo-dark', undefined)

/** The slot of a logo. Without a logo for dark mode, one logo serves both. */
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
