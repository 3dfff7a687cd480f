import { Button, Group, Modal, Stack } from '@mantine/core'
import { useAction } from '../action.ts'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { applyPackage, type ThemeSummary } from './calls.ts'
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
  const { busy, failure, run } = useAction()
  const apply = async ({ file }: ChosenPackage) => {
    const done = await run(async () => {
      await applyPackage(theme.id, file)
      toast(`The package is applied to ${theme.name}.`)
    })
    if (done) onClose()
  }
  return (
    <Modal opened onClose={onClose} title={`Upload a package to ${theme.name}`} size="lg">
      <Stack>
        <PackagePlan form={form} />
        {busy && <Working words="Applying the package" />}
        <Problem failure={failure} title="The package was not applied" />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            onClick={() => chosen !== null && void apply(chosen)}
            loading={busy}
            disabled={chosen === null || !changesAnything(chosen)}
          >
            Apply package
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function changesAnything({ plan: { added, changed, removed } }: ChosenPackage): boolean {
  return added.length + changed.length + removed.length > 0
}
