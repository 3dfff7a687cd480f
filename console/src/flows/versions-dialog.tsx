import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { FlowDocument } from '../../../src/core/user-flows/document.ts'
import { Ago } from '../parts/ago.tsx'
import { authorShown } from '../parts/author.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import timeline from '../theme/history.module.css'
import { type FlowVersions, restoreFlow, versionsResource, type WholeFlow } from './calls.ts'
import { CAUSES } from './names.ts'
import { DESIGN, type Point, pointsOf, VersionComparison } from './version-comparison.tsx'

interface VersionsDialogProps {
  readonly flow: WholeFlow
  readonly design: FlowDocument
  /** Whether the design is unpublished. */
  readonly isDirty: boolean
  readonly onClose: () => void
  readonly onRestored: (flow: WholeFlow) => void
}

/** The stored versions of a flow, the differences between two of them, and a way to restore one. */
export function VersionsDialog({ flow, design, isDirty, onClose, onRestored }: VersionsDialogProps) {
  const { reference, builtIn } = flow
  const { data, failure, reload } = useResource<FlowVersions>(versionsResource(reference))
  const [restoring, setRestoring] = useState<number>()
  const [compared, setCompared] = useState<{ readonly from: Point; readonly to: Point }>()
  const versions = data?.versions ?? []
  const hasOriginal = builtIn && data !== undefined && !versions.some(({ version }) => version === 1)
  const points = pointsOf(versions, { isDirty, hasOriginal })
  const before = (point: Point) => points[points.findIndex(({ value }) => value === point) + 1]?.value
  const changesIn = (point: Point) => {
    const from = before(point)
    return from === undefined ? undefined : () => setCompared({ from, to: point })
  }
  if (restoring !== undefined)
    return (
      <Confirm
        title={`Restore version ${restoring} of ${reference}?`}
        action="Restore version"
        harmless
        onClose={onClose}
        onConfirm={async () => {
          onRestored(await restoreFlow(reference, restoring))
          toast(`Version ${restoring} was published again.`)
        }}
      >
        This publishes the version again as a new one, so you can undo it. People in the middle of the flow
        finish the version that they started. Your unpublished changes are replaced. Undo brings them back.
      </Confirm>
    )
  if (compared !== undefined)
    return (
      <Dialog onClose={onClose} title={`Compare versions of ${reference}`} size={1100} disposable>
        <Stack>
          <VersionComparison
            {...compared}
            reference={reference}
            points={points}
            design={design}
            onChoose={setCompared}
          />
          <Group>
            <Button
              variant="default"
              leftSection={<Icon name="left" size={16} />}
              onClick={() => setCompared(undefined)}
            >
              Back to the history
            </Button>
          </Group>
        </Stack>
      </Dialog>
    )
  return (
    <Dialog onClose={onClose} title={`History of ${reference}`} size="lg">
      <Problem failure={failure} retry={reload} />
      {data === undefined && failure === undefined && <Placeholder h={160} label="Loading the history" />}
      {data !== undefined && versions.length === 0 && (
        <Text size="sm" mb="md">
          Nobody has changed this flow yet.
        </Text>
      )}
      <ol className={timeline.timeline}>
        {isDirty && (
          <Entry name="Your design" badge="Not published" onCompare={changesIn(DESIGN)} about="your design" />
        )}
        {versions.map(({ version, at, author, authorName, cause }, index) => (
          <Entry
            key={version}
            name={CAUSES[cause]}
            badge={`Version ${version}`}
            isNow={index === 0}
            about={`version ${version}`}
            onCompare={changesIn(String(version))}
            onRestore={index > 0 ? () => setRestoring(version) : undefined}
          >
            <Ago at={at} /> by {authorShown(author, authorName)}
          </Entry>
        ))}
        {hasOriginal && (
          <Entry
            name="Original"
            badge="Version 1"
            isNow={versions.length === 0}
            about="version 1"
            onRestore={versions.length > 0 ? () => setRestoring(1) : undefined}
          />
        )}
      </ol>
    </Dialog>
  )
}

interface EntryProps {
  readonly name: string
  readonly badge: string
  /** Whether this is the current version. */
  readonly isNow?: boolean
  /** The name of the version for screen readers, in the labels of the buttons. */
  readonly about: string
  readonly onCompare?: (() => void) | undefined
  readonly onRestore?: (() => void) | undefined
  readonly children?: ReactNode
}

function Entry({ name, badge, isNow = false, about, onCompare, onRestore, children }: EntryProps) {
  return (
    <li aria-current={isNow ? 'true' : undefined}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Badge size="sm" color={isNow ? 'azure' : 'gray'}>
          {badge}
          {isNow && ' · now'}
        </Badge>
      </Group>
      {children !== undefined && (
        <Text size="xs" c="dimmed">
          {children}
        </Text>
      )}
      <Group gap={4} mt={4}>
        {onCompare !== undefined && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`Show what changed in ${about}`}
            onClick={onCompare}
          >
            What changed
          </Button>
        )}
        {onRestore !== undefined && (
          <Button size="compact-xs" variant="subtle" aria-label={`Restore ${about}`} onClick={onRestore}>
            Restore…
          </Button>
        )}
      </Group>
    </li>
  )
}
