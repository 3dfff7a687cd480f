import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../parts/dialog.tsx'
import type { Doubt } from './document.ts'

interface DoubtDialogProps {
  readonly path: string
  readonly doubt: Doubt
  readonly onResolve: (saves: boolean) => Promise<void>
}

/** Asks before a file is saved that would make its page or mail useless. */
export function DoubtDialog({ path, doubt: { findings }, onResolve }: DoubtDialogProps) {
  const isMail = findings?.some(({ what }) => what === 'missing value')
  return (
    <Dialog
      onClose={() => void onResolve(false)}
      title={
        findings === null
          ? 'Save without a check?'
          : isMail
            ? 'This mail has lost its code or link'
            : 'This page cannot work'
      }
    >
      <Stack>
        {findings === null ? (
          <Text size="sm">The server could not check whether the page still works with {path}.</Text>
        ) : (
          <>
            <Text size="sm" component="div">
              {path} lacks what people need:
              <ul>
                {findings.map(({ name }) => (
                  <li key={name}>
                    <b>{name}</b>
                  </li>
                ))}
              </ul>
            </Text>
            <Text size="sm">
              {isMail
                ? 'If you save it, mails are sent without it from now on.'
                : 'If you save it, people see the master’s page instead of yours from now on, so that they can still sign in.'}
            </Text>
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void onResolve(false)} data-autofocus>
            Keep editing
          </Button>
          <Button color="red.9" onClick={() => void onResolve(true)}>
            Save anyway
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
