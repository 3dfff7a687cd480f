import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { Icon } from './icon.tsx'

/** Copies a value; `what` names it, for example "theme ID". */
export function Copy({ value, what }: { readonly value: string; readonly what: string }) {
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
          <ActionIcon
            variant="subtle"
            display="inline-flex"
            style={{ verticalAlign: 'middle' }}
            color="gray"
            c="dimmed"
            onClick={copy}
            aria-label={copied ? `Copied ${what}` : `Copy ${what}`}
          >
            <Icon name={copied ? 'check' : 'copy'} size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
