/** A design token that can be set in the form. */
export interface Field {
  readonly token: string
  readonly label: string
  readonly hint?: string
  readonly kind: 'color' | 'length' | 'choice'
  /** The CSS property that is used to test whether the browser accepts a value. */
  readonly property: string
  /** An example of a value. */
  readonly example: string
  /** The text for an unset token, if the base sheet has no plain value for it. */
  readonly unset?: string
  /** The maximum of the slider, in rem. */
  readonly most?: number
  readonly choices?: readonly Choice[]
}

export interface Choice {
  readonly value: string
  readonly label: string
}

const SANS: readonly Choice[] = [
  {
    label: 'Neutral',
    value: 'Inter, Roboto, "Helvetica Neue", "Arial Nova", "Nimbus Sans", Arial',
  },
  { label: 'Humanist', value: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans"' },
  { label: 'Geometric', value: 'Avenir, Montserrat, Corbel, "URW Gothic"' },
  { label: 'Classical', value: 'Optima, Candara, "Noto Sans"' },
  {
    label: 'Rounded',
    value: 'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Manjari, "Arial Rounded MT Bold", Calibri',
  },
  {
    label: 'Industrial',
    value: 'Bahnschrift, "DIN Alternate", "Franklin Gothic Medium", "Nimbus Sans Narrow"',
  },
]
const SERIF: readonly Choice[] = [
  {
    label: 'Old-style serif',
    value: '"Iowan Old Style", "Palatino Linotype", "URW Palladio L", P052, serif',
  },
  { label: 'Book serif', value: 'Charter, "Bitstream Charter", "Sitka Text", Cambria, serif' },
  { label: 'Newspaper serif', value: 'Georgia, "Times New Roman", serif' },
  { label: 'Slab serif', value: 'Rockwell, "Rockwell Nova", "Roboto Slab", "DejaVu Serif", serif' },
]
const WEIGHTS = ['400 Regular', '500 Medium', '600 Semibold', '700 Bold', '800 Heavy', '900 Black']

export const BRAND = '--color-brand'

export const COLOR_FIELDS: readonly Field[] = [
  {
    token: BRAND,
    label: 'Brand color',
    hint: 'Buttons, links and tints derive from it, in light and dark mode.',
    kind: 'color',
    property: 'color',
    example: '#0f766e',
  },
  {
    token: '--color-accent',
    label: 'Accent color',
    hint: 'The second half of the edge above the panel.',
    kind: 'color',
    property: 'color',
    example: '#c2a14d',
    unset: 'A tint of the brand color',
  },
  {
    token: '--page-background',
    label: 'Page background',
    hint: 'A color or a gradient, for both modes.',
    kind: 'color',
    property: 'background',
    example: '#e8eef4',
    unset: 'Two tints of the brand color',
  },
  {
    token: '--color-on-page',
    label: 'Text on the page background',
    kind: 'color',
    property: 'color',
    example: '#1f2937',
    unset: 'Grey, darker or lighter by mode',
  },
]

export const SHAPE_FIELDS: readonly Field[] = [
  {
    token: '--radius',
    label: 'Corner radius',
    hint: 'For the panel. Fields and buttons follow.',
    kind: 'length',
    property: 'border-top-left-radius',
    example: '0.5rem',
    most: 2,
  },
  {
    token: '--edge',
    label: 'Edge above the panel',
    kind: 'length',
    property: 'height',
    example: '0.25rem',
    most: 1,
  },
]

export const TYPE_FIELDS: readonly Field[] = [
  {
    token: '--font-family',
    label: 'Font',
    hint: 'Fonts that devices already have, so nothing is loaded.',
    kind: 'choice',
    property: 'font-family',
    example: 'Inter, Arial',
    choices: [...SANS, ...SERIF],
  },
  {
    token: '--font-family-title',
    label: 'Font of titles',
    kind: 'choice',
    property: 'font-family',
    example: 'Georgia, serif',
    unset: 'same font',
    choices: [...SERIF, ...SANS],
  },
  {
    token: '--font-weight-title',
    label: 'Weight of titles',
    kind: 'choice',
    property: 'font-weight',
    example: '600',
    choices: WEIGHTS.map(text => ({ value: text.slice(0, 3), label: text.slice(4) })),
  },
]

export const LOGO_FIELDS: readonly Field[] = [
  {
    token: '--logo-height',
    label: 'Logo height',
    hint: 'On pages. In mails it is 36 pixels at most.',
    kind: 'length',
    property: 'height',
    example: '2.5rem',
    most: 5,
  },
  {
    token: '--logo-align',
    label: 'Logo alignment',
    kind: 'choice',
    property: 'justify-content',
    example: 'center',
    choices: [
      { value: 'start', label: 'Start of the line' },
      { value: 'center', label: 'Center' },
      { value: 'end', label: 'End of the line' },
    ],
  },
]

export const FIELDS: readonly Field[] = [...COLOR_FIELDS, ...LOGO_FIELDS, ...SHAPE_FIELDS, ...TYPE_FIELDS]
