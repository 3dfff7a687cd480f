import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import type { MouseEvent } from 'react'

/**
 * Empties a file input before a file is chosen. Browsers do not report a file that is chosen again, although its content
 * may have changed.
 */
export const CHOOSES_AGAIN = {
  onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    currentTarget.value = ''
  },
}

const azure: MantineColorsTuple = [
  '#edf5fa',
  '#d9e8f2',
  '#b1d0e4',
  '#86b7d6',
  '#62a2ca',
  '#4a94c2',
  '#2f7fb0',
  '#1d6697',
  '#165681',
  '#0d446a',
]

const dark: MantineColorsTuple = [
  '#d3d9df',
  '#b7bfc7',
  '#8b949d',
  '#68717b',
  '#444b54',
  '#363c44',
  '#2a2f36',
  '#23272c',
  '#1b1e22',
  '#131619',
]

export const mantineTheme = createTheme({
  primaryColor: 'azure',
  primaryShade: 7,
  colors: { azure, dark },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        padding: 'lg',
        // The page has exactly one banner, so the header of a dialog must not be one.
        attributes: { header: { role: 'presentation' } },
        radius: 'lg',
      },
      // A long name in the title would push the button that closes the dialog out of a phone.
      styles: {
        title: { fontWeight: 650, fontSize: '1.125rem', lineHeight: 1.35, overflowWrap: 'anywhere' },
      },
    },
    Tooltip: {
      defaultProps: { openDelay: 300, withArrow: true, events: { hover: true, focus: true, touch: false } },
    },
    Menu: {
      defaultProps: {
        shadow: 'md',
        position: 'bottom-end',
        withInitialFocusPlaceholder: false,
        // Accessibility rules require that all content is inside a landmark.
        portalProps: { target: '#main' },
      },
    },
    // Inside FileInput, too.
    FileButton: { defaultProps: { inputProps: CHOOSES_AGAIN } },
    Select: { defaultProps: { comboboxProps: { shadow: 'md' }, checkIconPosition: 'right' } },
    Badge: { defaultProps: { variant: 'light', miw: 'max-content', tt: 'none', fw: 600, radius: 'sm' } },
    // Hints come between label and field, so that they are read before the field is filled in.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'description', 'input', 'error'] } },
  },
})

/** Mantine's own greys and reds are too pale for WCAG AA. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#58626c',
    '--mantine-color-placeholder': '#68727c',
    '--mantine-color-error': '#b42323',
    '--mantine-color-anchor': '#165681',
    '--mantine-color-teal-light': '#e0f4ec',
    '--mantine-color-teal-light-color': '#06543f',
    '--mantine-color-red-light': '#fdf0f0',
    '--mantine-color-red-light-color': '#8f1d1d',
    '--mantine-color-yellow-light': '#fff7dd',
    '--mantine-color-yellow-light-color': '#7a4500',
  },
  dark: {
    '--mantine-color-body': '#1b1e22',
    '--mantine-color-dimmed': '#a3abb3',
    '--mantine-color-placeholder': '#959da5',
    '--mantine-color-error': '#ff8f8f',
    '--mantine-color-anchor': '#86b7d6',
    '--mantine-color-gray-light': '#363c44',
    '--mantine-color-gray-light-color': '#d3d9df',
    '--mantine-color-teal-light': '#1d3a31',
    '--mantine-color-teal-light-color': '#a5e0cb',
    '--mantine-color-red-light': '#3f2427',
    '--mantine-color-red-light-color': '#ffb3b3',
    '--mantine-color-yellow-light': '#3a3320',
    '--mantine-color-azure-light': '#24435a',
    '--mantine-color-azure-light-color': '#c8dfee',
    '--mantine-color-azure-light-hover': '#2a4d67',
  },
})
