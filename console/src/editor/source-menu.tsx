import { Menu, Text } from '@mantine/core'
import classes from './editor.module.css'
import { pathOf, type Source, written } from './sources.ts'

interface SourceMenuProps {
  readonly sources: readonly Source[]
  /** The clicked position, in pixels of the parent element. */
  readonly at: { readonly x: number; readonly y: number }
  readonly onChoose: (source: Source) => void
  /** Must restore the focus, because the anchor of the menu cannot take it. */
  readonly onClose: () => void
}

const NAMES = { tag: 'Tag', label: 'Label', macro: 'Macro' }

/** Asks which source of an element to open. */
export function SourceMenu({ sources, at, onChoose, onClose }: SourceMenuProps) {
  return (
    <Menu
      opened
      onChange={opened => opened || onClose()}
      position="bottom-start"
      width={340}
      returnFocus={false}
      closeOnItemClick={false}
    >
      <Menu.Target>
        <span className={classes.point} style={{ left: at.x, top: at.y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label="Open the source">
        {sources.map(source => (
          <Menu.Item key={`${source.kind} ${source.name}`} onClick={() => onChoose(source)}>
            <Text size="sm" component="div">
              {NAMES[source.kind]} <code>{written(source)}</code>
            </Text>
            <Text size="xs" c="dimmed" component="div" className={classes.origin}>
              {originName(source)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function originName({ file, line }: Source): string {
  const { path, masters } = pathOf(file)
  return `${masters ? 'Master’s ' : ''}${path}, line ${line}`
}
