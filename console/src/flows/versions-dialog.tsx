import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { Ago } from '../parts/ago.tsx'
import { authorShown } from '../parts/author.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import timeline from '../theme/history.module.css'
import { type FlowVersions, restoreFlow, versionsResource, type WholeFlow } from './calls.ts'
import { CAUSES } from './names.ts'

interface VersionsDialogProps {
  readonly flow: WholeFlow
  readonly onClose: () => void
  readonly onRestored: (flow: WholeFlow) => void
}

/** Every version of a flow that is kept, and the way back to it. */
export function VersionsDialog({ flow, onClose, onRestored }: VersionsDialogProps) {
  const { reference, builtIn } = flow
  const { data, failure, reload } = useResource<FlowVersions>(versionsResource(reference))
  const [restoring, setRestoring] = useState<number>()
  const versions = data?.versions ?? []
  const isFirstMissing = builtIn && data !== undefined && !versions.some(({ version }) => version === 1)
  if (restoring !== undefined)
    return (
      <Confirm
        title={`Restore version ${restoring} of ${reference}?`}
        action="Restore version"
        harmless
        onClose={onClose}
        onConfirm={async () => {
          onRestored(await restoreFlow(reference, restoring))
          toast(`Version ${restoring} is published again.`)
        }}
      >
        It is published again as a new version, so you can go back again. People who are in the middle of the
        flow finish the version that they began. What you have not published is replaced; undo brings it back.
      </Confirm>
    )
  return (
    <Dialog onClose={onClose} title={`History of ${reference}`} size="lg">
      <Problem failure={failure} retry={reload} />
      {data === undefined && failure === undefined && <Skeleton h={160} aria-label="Loading the history" />}
      {data !== undefined && versions.length === 0 && (
        <Text size="sm" mb="md">
          Nobody has changed this flow yet.
        </Text>
      )}
      <ol className={timeline.timeline}>
        {versions.map(({ version, at, author, cause }, index) => (
          <li key={version} aria-current={index === 0 ? 'true' : undefined}>
            <Group gap="xs">
              <Text size="sm" fw={600}>
                {CAUSES[cause]}
              </Text>
              <Badge size="sm" color={index === 0 ? 'azure' : 'gray'}>
                Version {version}
                {index === 0 && ' · now'}
              </Badge>
            </Group>
            <Text size="xs" c="dimmed">
              <Ago at={at} /> by {authorShown(author, null)}
            </Text>
            {index > 0 && <RestoreButton version={version} onClick={setRestoring} />}
          </li>
        ))}
        {isFirstMissing && (
          <li>
            <Group gap="xs">
              <Text size="sm" fw={600}>
                As every tenant has it
              </Text>
              <Badge size="sm" color="gray">
                Version 1{versions.length === 0 && ' · now'}
              </Badge>
            </Group>
            {versions.length > 0 && <RestoreButton version={1} onClick={setRestoring} />}
          </li>
        )}
      </ol>
    </Dialog>
  )
}

interface RestoreButtonProps {
  readonly version: number
  readonly onClick: (version: number) => void
}

function RestoreButton({ version, onClick }: RestoreButtonProps) {
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      mt={4}
      aria-label={`Restore version ${version}`}
      onClick={() => onClick(version)}
    >
      Restore…
    </Button>
  )
}
