import { Alert, Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../action.ts'
import { isMoved } from '../api.ts'
import { errorsIn } from '../lint/package-report.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { applyPackage, type ThemeSummary } from './calls.ts'
import { ErrorsQuestion } from './errors-question.tsx'
import { PackagePlan } from './package-plan.tsx'
import { type ChosenPackage, usePackage } from './use-package.ts'
import { Working } from './working.tsx'

interface UploadDialogProps {
  readonly theme: ThemeSummary
  readonly onClose: () => void
}

/** Shows what a package would change, and only then applies it. */
export function UploadDialog({ theme, onClose }: UploadDialogProps) {
  const form = usePackage(theme.id)
  const { chosen } = form
  const [moved, setMoved] = useState<File | null>(null)
  const [asking, setAsking] = useState(false)
  const { busy, failure, run } = useAction()
  const errors = errorsIn(chosen?.problems ?? null)
  const apply = ({ file, etag }: ChosenPackage) =>
    run(async () => {
      try {
        setMoved(null)
        await applyPackage(theme.id, file, etag)
        toast(`The package was applied to ${theme.name}.`)
        onClose()
      } catch (thrown) {
        if (!isMoved(thrown)) throw thrown
        setMoved(file)
        await form.choose(file)
      }
    })
  return (
    <Dialog
      onClose={onClose}
      title={`Upload a package to ${theme.name}`}
      size="lg"
      busy={busy}
      dirty={asking}
    >
      <Stack>
        {moved !== null && moved === form.file && (
          <Alert
            color="yellow"
            role="alert"
            icon={<Icon name="warning" />}
            title="Somebody else changed the theme"
          >
            Nothing was applied yet. Below is what the package changes now. Look at it, then apply it.
          </Alert>
        )}
        <PackagePlan form={form} disabled={busy} />
        {busy && !form.busy && <Working words="Applying the package" />}
        <Problem failure={failure} title="The package was not applied" />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            onClick={() => {
              if (errors > 0) setAsking(true)
              else if (chosen !== null) void apply(chosen)
            }}
            loading={busy}
            disabled={chosen === null || !changesAnything(chosen)}
          >
            Apply package
          </Button>
        </Group>
        {asking && chosen !== null && (
          <ErrorsQuestion
            errors={errors}
            onClose={() => setAsking(false)}
            onConfirm={async () => {
              setAsking(false)
              await apply(chosen)
            }}
          />
        )}
      </Stack>
    </Dialog>
  )
}

function changesAnything({ plan: { added, changed, removed } }: ChosenPackage): boolean {
  return added.length + changed.length + removed.length > 0
}
