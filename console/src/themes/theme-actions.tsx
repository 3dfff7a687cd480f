import { ActionIcon, Menu, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { download } from '../parts/download.ts'
import { Icon } from '../parts/icon.tsx'
import { useSession } from '../session.ts'
import { brandPlace, DEFAULT_THEME, downloadAddress, type ThemeSummary } from './calls.ts'
import { ConfigureDialog } from './configure-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { UploadDialog } from './upload-dialog.tsx'

interface ThemeActionsProps {
  readonly theme: ThemeSummary
  readonly onDuplicate?: () => void
  readonly onDeleted?: () => void
  readonly framed?: boolean
}

/** The actions for a whole theme. */
export function ThemeActions({ theme, onDuplicate, onDeleted, framed = false }: ThemeActionsProps) {
  const { id, name, customized } = theme
  const { pagesUrl } = useSession()
  const [dialog, setDialog] = useState<'configure' | 'upload' | 'delete' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon
            variant={framed ? 'default' : 'subtle'}
            color="gray"
            c={framed ? undefined : 'dimmed'}
            size={framed ? 36 : 28}
            aria-label={`Actions for ${name}`}
          >
            <Icon name="more" size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} href={brandPlace(id)} leftSection={<Icon name="palette" size={16} />}>
            Colors and logo
          </Menu.Item>
          <Menu.Item
            component="a"
            href={`${pagesUrl}/idaas/mtfim/sps/idaas/login?runtime=true&themeId=${encodeURIComponent(id)}`}
            target="_blank"
            rel="noreferrer"
            leftSection={<Icon name="external" size={16} />}
          >
            Open sign-in page
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="pencil" size={16} />} onClick={() => setDialog('configure')}>
            {id === DEFAULT_THEME ? 'Edit description…' : 'Edit name and description…'}
          </Menu.Item>
          {onDuplicate !== undefined && (
            <Menu.Item leftSection={<Icon name="copy" size={16} />} onClick={onDuplicate}>
              Duplicate…
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Icon name="upload" size={16} />} onClick={() => setDialog('upload')}>
            Upload a package…
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            component="a"
            href={downloadAddress(id)}
            download
            onClick={download}
            leftSection={<Icon name="download" size={16} />}
          >
            Download all files
          </Menu.Item>
          {customized > 0 && (
            <Menu.Item
              component="a"
              href={downloadAddress(id, true)}
              download
              onClick={download}
              leftSection={<Icon name="download" size={16} />}
            >
              Download customized files
            </Menu.Item>
          )}
          {id !== DEFAULT_THEME && (
            <>
              <Menu.Divider />
              <Menu.Item
                color="var(--mantine-color-error)"
                leftSection={<Icon name="trash" size={16} />}
                onClick={() => setDialog('delete')}
              >
                Delete…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'configure' && <ConfigureDialog theme={theme} onClose={close} />}
      {dialog === 'upload' && <UploadDialog theme={theme} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog theme={theme} onClose={close} onDeleted={onDeleted} />}
    </>
  )
}
