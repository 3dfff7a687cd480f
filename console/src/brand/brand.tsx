import { Alert, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type FormEvent, type ReactNode, useMemo } from 'react'
import { Link } from 'wouter'
import { hexOf } from '../../../src/core/tokens.ts'
import { useAction } from '../action.ts'
import { Back } from '../parts/back.tsx'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { TrySignIn } from '../parts/try-sign-in.tsx'
import { useResource } from '../resource.ts'
import { NotFound } from '../shell/not-found.tsx'
import { Page } from '../shell/page.tsx'
import { useContent } from '../theme/content.ts'
import type { ThemeDetail } from '../theme/theme.tsx'
import { editorPlace, fileAddress, themePlace, themeResource } from '../themes/calls.ts'
import { ThemeBadge } from '../themes/theme-card.tsx'
import { useUnsaved } from '../unsaved.ts'
import classes from './brand.module.css'
import { ContrastCheck } from './contrast-check.tsx'
import { BRAND, COLOR_FIELDS, FIELDS, type Field, LOGO_FIELDS, SHAPE_FIELDS, TYPE_FIELDS } from './fields.ts'
import { LivePreview } from './live-preview.tsx'
import { LogoField } from './logo-field.tsx'
import { readTokens } from './sheet.ts'
import { TokenField } from './token-field.tsx'
import { useLogo } from './use-logo.ts'
import { SHEET, type SheetForm, useSheet } from './use-sheet.ts'

const BASE = 'common/static/css/base.css'

export default function Brand({ id }: { readonly id: string }) {
  const { data, failure, reload } = useResource<ThemeDetail>(themeResource(id))
  if (data !== undefined) return <Opening theme={data} />
  if (failure?.status === 404) {
    return (
      <NotFound
        title="There is no such theme"
        why="It may have been deleted, or the address may be mistyped."
        action="Go to themes"
      />
    )
  }
  return (
    <Page title="Colors and logo" above={<Back to={themePlace(id)} name="Theme" />}>
      {failure === undefined ? (
        <Skeleton h={420} aria-label="Loading" />
      ) : (
        <Problem failure={failure} retry={reload} />
      )}
    </Page>
  )
}

function digestIn({ files }: ThemeDetail, path: string): string {
  return files.find(file => file.path === path)?.digest ?? ''
}

/** What has to be known before a form can be shown. */
function Opening({ theme }: { readonly theme: ThemeDetail }) {
  const sheet = useSheet(theme.id, digestIn(theme, SHEET))
  const { saved, failure, broken, load } = sheet
  if (saved !== null && saved.text !== null && broken === undefined)
    return <BrandForm theme={theme} sheet={sheet} />
  return (
    <Page title="Colors and logo" above={<Back to={themePlace(theme.id)} name={theme.name} />}>
      <Problem failure={failure} retry={load} />
      {saved === null && failure === null && <Skeleton h={420} aria-label="Loading" />}
      {saved !== null && (
        <Empty
          title="This style sheet needs a hand first"
          action={
            <Button component={Link} href={editorPlace(theme.id, SHEET)}>
              Open the style sheet
            </Button>
          }
        >
          {broken === undefined
            ? `${SHEET} is no text in UTF-8. Replace it in the list of files, then come back.`
            : `In line ${broken} of ${SHEET} a quote or bracket has no partner, so that what follows belongs to it. Close it, then come back.`}
        </Empty>
      )}
    </Page>
  )
}

interface BrandFormProps {
  readonly theme: ThemeDetail
  readonly sheet: SheetForm
}

function BrandForm({ theme, sheet }: BrandFormProps) {
  const { id, name, revision, files } = theme
  const logo = useLogo(id, files)
  const { content } = useContent(fileAddress(id, BASE), BASE, digestIn(theme, BASE))
  const base = content?.text ?? ''
  const usual = useMemo(() => readTokens(base), [base])
  const saving = useAction()
  const dirty = sheet.dirty || logo.chosen !== null
  const wrong = FIELDS.find(field => sheet.problemOf(field) !== undefined)
  useUnsaved(dirty)
  const unsaved = useMemo(() => ({ [SHEET]: sheet.text, ...logo.files }), [sheet.text, logo.files])
  const save = async () => {
    if (!(await sheet.save())) return
    if (!(await logo.save())) return
    toast('Colors and logo are saved.')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (dirty && wrong === undefined && !saving.busy) void saving.run(save)
  }
  const discard = () => {
    sheet.discard()
    logo.discard()
    saving.clear()
  }
  const fieldOf = (field: Field) => (
    <TokenField
      key={field.token}
      field={field}
      value={sheet.valueOf(field.token)}
      unset={field.unset ?? usual.get(field.token) ?? ''}
      error={sheet.problemOf(field)}
      note={noteOn(field, sheet)}
      onChange={value => sheet.set(field.token, value)}
    />
  )
  return (
    <Page
      title="Colors and logo"
      above={<Back to={themePlace(id)} name={name} />}
      beside={<ThemeBadge id={id} />}
      below={`Of the theme ${name}. You see changes at once; people see them once they are saved.`}
      actions={
        <>
          <TrySignIn themeId={id} unsaved={dirty} />
          <Button component={Link} href={editorPlace(id, SHEET)} variant="default">
            Open the style sheet
          </Button>
        </>
      }
    >
      <Problem failure={sheet.failure} retry={sheet.load} />
      <form onSubmit={submit} noValidate>
        <div className={classes.columns}>
          <Stack gap="md">
            <Part title="Colors">{COLOR_FIELDS.map(fieldOf)}</Part>
            <Part title="Logo">
              <LogoField form={logo} />
              {LOGO_FIELDS.map(fieldOf)}
            </Part>
            <Part title="Shape">{SHAPE_FIELDS.map(fieldOf)}</Part>
            <Part title="Type">{TYPE_FIELDS.map(fieldOf)}</Part>
          </Stack>
          <div className={classes.look}>
            <LivePreview themeId={id} revision={revision} files={unsaved} />
            {base !== '' && <ContrastCheck base={base} sheet={sheet.text} tokens={sheet.tokens} />}
          </div>
        </div>
        {(dirty || saving.failure !== null) && (
          <Stack gap="sm" mt="lg" className={classes.save}>
            <Problem
              failure={saving.failure}
              title={sheet.dirty ? 'The changes were not saved' : 'The logo was not saved'}
            >
              {logo.half && ' Pages show the new logo already, mails still the one before.'}
            </Problem>
            {sheet.moved && (
              <Faster>
                They saved the style sheet since you opened it. What you chose is kept, and now stands on
                their version. Look at the preview, then save again.
              </Faster>
            )}
            {logo.moved && (
              <Faster>
                They changed the logo since you opened it. Yours is kept here: save again to put it in place
                of theirs, or discard it to see theirs.
                {logo.half && ' Pages show yours already, mails show theirs.'}
              </Faster>
            )}
            <Group>
              <Button type="submit" loading={saving.busy} disabled={!dirty || wrong !== undefined}>
                Save changes
              </Button>
              <Button variant="default" onClick={discard} disabled={saving.busy}>
                Discard changes
              </Button>
              <Text size="sm" c="dimmed">
                {wrong === undefined ? 'Not saved yet' : `Mend “${wrong.label}” first`}
              </Text>
            </Group>
          </Stack>
        )}
      </form>
    </Page>
  )
}

/** Told where somebody else saved what was about to be saved. */
function Faster({ children }: { readonly children: ReactNode }) {
  return (
    <Alert color="yellow" role="alert" icon={<Icon name="warning" />} title="Somebody else was faster">
      {children}
    </Alert>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper withBorder component="section" aria-label={title} p="md" bg="var(--surface)">
      <Title order={2} mb="sm">
        {title}
      </Title>
      <Stack gap="md">{children}</Stack>
    </Paper>
  )
}

/** What else is to be known of a value. */
function noteOn({ token }: Field, { elsewhere, tokens }: SheetForm): string | undefined {
  const value = tokens.get(token)
  if (token === BRAND && value !== undefined && hexOf(value) === undefined)
    return 'Mails cannot read this color and keep the master’s. Write it as #rrggbb.'
  if (elsewhere.has(token))
    return 'The style sheet sets it elsewhere too, for dark mode or a part of the page. That stays as it is.'
  return undefined
}
