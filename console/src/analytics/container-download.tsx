import { Button, Checkbox, Input, Switch, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAction } from '../action.ts'
import { getFile } from '../api.ts'
import { saveFile } from '../parts/download.ts'
import { Icon } from '../parts/icon.tsx'
import { languagesOf } from '../parts/languages.ts'
import { Problem } from '../parts/problem.tsx'
import classes from './analytics.module.css'
import { containerAddress, type MeasuredTheme, type ThemeAnalytics } from './calls.ts'
import { Card } from './card.tsx'
import { measurementFlaw } from './ids.ts'

interface ContainerDownloadProps {
  readonly theme: MeasuredTheme
  readonly state: ThemeAnalytics
}

/** The container to import into the tag manager. */
export function ContainerDownload({ theme: { id, files }, state }: ContainerDownloadProps) {
  const languages = languagesOf(files.map(({ path }) => path))
  const [measurementId, setMeasurementId] = useState('')
  const [locales, setLocales] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [designed, setDesigned] = useState(false)
  const [left, setLeft] = useState(false)
  const { busy, failure, run } = useAction()
  // By default, the container matches the policy of the page.
  const evaluates = chosen ?? state.eval
  const flaw = measurementFlaw(measurementId.trim())
  const all = locales.length === languages.length
  const download = (event: FormEvent) => {
    event.preventDefault()
    setLeft(true)
    if (flaw !== null) return
    const wish = { measurementId: measurementId.trim(), eval: evaluates, locales, themeId: id, designed }
    void run(async () => {
      const { blob } = await getFile(containerAddress(wish))
      saveFile(blob, `tabard-registration-${wish.measurementId}.json`)
    })
  }
  return (
    <form onSubmit={download} noValidate>
      <Card title="Container">
        <Text size="sm" c="dimmed">
          A file to import into the tag manager. It sends the ten events to your analytics property.
        </Text>
        <TextInput
          label="Measurement ID"
          placeholder="G-XXXXXXXXXX"
          value={measurementId}
          onChange={event => setMeasurementId(event.currentTarget.value)}
          onBlur={() => setLeft(measurementId !== '')}
          error={left ? flaw : null}
          spellCheck={false}
          autoComplete="off"
          required
        />
        <Switch
          label="Read the page title with a script"
          description="If this is off, the container does not need ‘unsafe-eval’."
          checked={evaluates}
          onChange={event => setChosen(event.currentTarget.checked)}
        />
        <Switch
          label="Add events of designed steps and fields"
          description="Each step and field of the registrations that you designed gets an event of its own, such as step_company."
          checked={designed}
          onChange={event => setDesigned(event.currentTarget.checked)}
        />
        <Input.Wrapper
          label="Languages besides English"
          labelElement="div"
          description="The container recognizes pages by their titles. It counts nobody in languages whose titles it does not have."
        >
          <div className={classes.languages}>
            {languages.map(({ value, label }) => (
              <Checkbox
                key={value}
                label={label}
                checked={locales.includes(value)}
                onChange={event => setLocales(toggled(locales, value, event.currentTarget.checked))}
              />
            ))}
            <Checkbox
              label={<b>All languages</b>}
              checked={all}
              indeterminate={locales.length > 0 && !all}
              onChange={() => setLocales(all ? [] : languages.map(({ value }) => value))}
            />
          </div>
        </Input.Wrapper>
        <Problem failure={failure} title="The container was not created" />
        <div>
          <Button
            type="submit"
            variant="default"
            loading={busy}
            leftSection={<Icon name="download" size={16} />}
          >
            Download container
          </Button>
        </div>
      </Card>
    </form>
  )
}

function toggled(locales: readonly string[], locale: string, on: boolean): readonly string[] {
  return on ? [...locales, locale] : locales.filter(one => one !== locale)
}
