import { DEFAULT_THEME, defaultFirst, type ThemeList } from './calls.ts'

/** The themes to choose from, by name. Themes with equal names are distinguished by their ids. */
export function themeChoices(themes: ThemeList['themes']) {
  const own = themes.filter(({ id }) => id !== DEFAULT_THEME).toSorted(defaultFirst)
  const names = new Set<string>()
  const twins = new Set(own.map(({ name }) => name).filter(name => names.size === names.add(name).size))
  return [
    { value: DEFAULT_THEME, label: 'Default theme' },
    ...own.map(({ id, name }) => ({ value: id, label: twins.has(name) ? `${name} (${id})` : name })),
  ]
}
