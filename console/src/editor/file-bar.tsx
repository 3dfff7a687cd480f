import { ActionIcon, CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../parts/icon.tsx'
import type { ListedFile } from '../theme/file-tree.ts'
import { StateDot } from '../theme/file-tree-view.tsx'
import classes from './editor.module.css'

interface FileBarProps {
  readonly path: string
  readonly file: ListedFile | undefined
  readonly actions: ReactNode
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** The bar above an open file: its path, and the available actions. */
export function FileBar({ path, file, actions, onClose, children }: FileBarProps) {
  const cut = path.lastIndexOf('/') + 1
  return (
    <div className={classes.bar}>
      <div className={classes.line}>
        <span className={classes.path} title={path}>
          <span className={classes.folder}>{path.slice(0, cut)}</span>
          <span className={classes.name}>{path.slice(cut)}</span>
        </span>
        {file !== undefined && <StateDot state={file.state} />}
        <div className={classes.actions}>
          {actions}
          <CloseButton aria-label="Close file" onClick={onClose} />
        </div>
      </div>
      {children}
    </div>
  )
}

interface FileActionProps {
  readonly name: string
  readonly icon: IconName
  readonly disabled?: boolean
  readonly onClick: () => void
}

export function FileAction({ name, icon, disabled = false, onClick }: FileActionProps) {
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={name}
      title={name}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} size={15} />
    </ActionIcon>
  )
}
