import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../action.ts'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { applyPackage, type Plan, planPackage, type ThemeSummary } from './calls.ts'
import { PackageField } from './package-field.tsx'
import { PlanView } from './plan-view.tsx'

interface UploadDialogProps {
  readonly theme: ThemeSummary
  readonly onClose: () => void
}

/** Shows what a package would change, and only then applies it. */
export function UploadDialog({ theme, onClose }: UploadDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  const [plan, setPlan] = useState<Plan | null>(null)
  const planning = useAction()
  const applying = useAction()
  const choose = (chosen: File | null) => {
    setFile(chosen)
    setPlan(null)
    planning.clear()
    applying.clear()
    if (chosen !== null) void planning.run(async () => setPlan(await planPackage(theme.id, chosen)))
  }
  const apply = async () => {
    const done = await applying.run(async () => {
      await applyPackage(theme.id, file!)
      toast(`The package is applied to ${theme.name}.`)
    })
    if (done) onClose()
  }
  const nothing = plan !== null && plan.added.length + plan.changed.length + plan.removed.length === 0
  return (
    <Modal opened onClose={onClose} title={`Upload a package to ${theme.name}`} size="lg">
      <Stack>
        <PackageField value={file} onChange={choose} />
        {planning.busy && <Working words="Looking at what the package changes" />}
        <Problem failure={planning.failure} title="The package cannot be used" />
        {plan !== null && <PlanView plan={plan} />}
        {applying.busy && <Working words="Applying the package" />}
        <Problem failure={applying.failure} title="The package was not applied" />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={applying.busy}>
            Cancel
          </Button>
          <Button onClick={() => void apply()} loading={applying.busy} disabled={plan === null || nothing}>
            Apply package
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

export function Working({ words }: { readonly words: string }) {
  return (
    <div role="status">
      <Text size="sm" mb={6}>
        {words}
      </Text>
      <Progress value={100} animated aria-label={words} />
    </div>
  )
}
