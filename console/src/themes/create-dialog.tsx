import { Button, Group, Radio, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useAction } from '../action.ts'
import { errorsIn } from '../lint/package-report.ts'
import { Dialog } from '../parts/dialog.tsx'
import { onField } from '../parts/on-field.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { createFromPackage, createTheme, MASTER, type ThemeSummary, themePlace } from './calls.ts'
import { themeChoices } from './choices.ts'
import { ErrorsQuestion } from './errors-question.tsx'
import { PackagePlan } from './package-plan.tsx'
import { usePackage } from './use-package.ts'
import { Working } from './working.tsx'

interface CreateDialogProps {
  readonly themes: readonly ThemeSummary[]
  readonly from: string | undefined
  /** The package to start with, or true to ask for one. */
  readonly fromPackage?: File | boolean | undefined
  readonly onClose: () => void
}

export function CreateDialog({ themes, from, fromPackage = false, onClose }: CreateDialogProps) {
  const [, navigate] = useLocation()
  const original = themes.find(({ id }) => id === from)
  const suggested = original === undefined ? '' : `Copy of ${original.name}`
  const [name, setName] = useState(suggested)
  const [description, setDescription] = useState('')
  const [start, setStart] = useState(
    from !== undefined ? 'duplicate' : fromPackage === false ? 'blank' : 'package',
  )
  const [source, setSource] = useState(from ?? null)
  const form = usePackage(MASTER)
  const choose = async (file: File | null) => {
    if (file !== null && name.trim() === '') setName(nameOf(file))
    await form.choose(file)
  }
  const first = useRef(fromPackage instanceof File ? () => choose(fromPackage) : null)
  useEffect(() => void first.current?.(), [])
  const { busy, failure, run } = useAction()
  const [asking, setAsking] = useState(false)
  const errors = start === 'package' ? errorsIn(form.chosen?.problems ?? null) : 0
  const onName = onField(failure, 'name')
  const ready = start === 'blank' || (start === 'duplicate' ? source !== null : form.chosen !== null)
  const create = async () => {
    const configuration = { name: name.trim(), ...(description !== '' && { description }) }
    const id =
      start === 'package'
        ? await createFromPackage(form.chosen!.file, configuration)
        : await createTheme({ ...configuration, ...(start === 'duplicate' && { from: source! }) })
    toast(`${configuration.name} was created.`)
    onClose()
    if (id !== undefined) navigate(themePlace(id))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    if (errors > 0) setAsking(true)
    else void run(create)
  }
  return (
    <Dialog onClose={onClose} title="Create theme" size="lg" busy={busy} dirty={asking || form.file !== null}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            value={name}
            onChange={event => setName(event.currentTarget.value)}
            error={onName.error}
            errorProps={{ role: 'alert' }}
            required
            maxLength={128}
            data-autofocus
          />
          <Textarea
            label="Description"
            value={description}
            onChange={event => setDescription(event.currentTarget.value)}
            autosize
            minRows={2}
            maxLength={1024}
          />
          <Radio.Group label="Start with" value={start} onChange={setStart}>
            <Stack gap="xs" mt="xs">
              <Radio
                value="blank"
                label="Blank"
                description="All files come from the master until you change them."
              />
              <Radio
                value="duplicate"
                label="Duplicate of a theme"
                description="All customized files of another theme."
              />
              <Radio value="package" label="Package" description="The files of a ZIP archive." />
            </Stack>
          </Radio.Group>
          {start === 'duplicate' && (
            <Select
              label="Theme to duplicate"
              placeholder="Choose a theme"
              data={themeChoices(themes)}
              value={source}
              onChange={setSource}
              searchable={themes.length > 8}
              limit={100}
              allowDeselect={false}
              required
            />
          )}
          {start === 'package' && <PackagePlan form={{ ...form, choose }} isNew disabled={busy} />}
          {busy && start === 'package' && <Working words="Uploading the package" />}
          <Problem failure={onName.rest} title="The theme was not created" />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={!ready}>
              Create theme
            </Button>
          </Group>
        </Stack>
      </form>
      {asking && (
        <ErrorsQuestion
          errors={errors}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            setAsking(false)
            await run(create)
          }}
        />
      )}
    </Dialog>
  )
}

/** A theme name for a package: harbour-bank_v2.zip becomes “harbour bank v2”. */
function nameOf({ name }: File): string {
  return name
    .replace(/\.zip$/i, '')
    .replace(/[-_\s]+/g, ' ')
    .trim()
    .slice(0, 128)
}
