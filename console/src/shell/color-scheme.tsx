import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { Icon, type IconName } from '../parts/icon.tsx'

const SCHEMES: readonly { value: MantineColorScheme; name: string; icon: IconName }[] = [
  { value: 'auto', name: 'Same as system', icon: 'system' },
  { value: 'light', name: 'Light', icon: 'sun' },
  { value: 'dark', name: 'Dark', icon: 'moon' },
]

/** Chooses light mode, dark mode, or the system's setting. */
export function ColorScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const chosen = SCHEMES.find(({ value }) => value === colorScheme) ?? SCHEMES[0]!
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          c="inherit"
          aria-label={`Color scheme: ${chosen.name}`}
        >
          <Icon name={chosen.icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label="Color scheme">
        <Menu.RadioGroup value={chosen.value} onChange={value => setColorScheme(value as MantineColorScheme)}>
          {SCHEMES.map(({ value, name, icon }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              closeMenuOnClick
              rightSection={<Icon name={icon} size={16} />}
            >
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
