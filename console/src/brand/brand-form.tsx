import { Alert, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { hexOf } from '../../../src/core/tokens.ts'
import { getJson, isMoved } from '../api.ts'
import { useCheckedSaving } from '../editor/use-checked-saving.tsx'
import { Back } from '../parts/back.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { Restored } from '../parts/restored.tsx'
import { toast } from '../parts/toast.tsx'
import { TrySignIn } from '../parts/try-sign-in.tsx'
import { Page } from '../shell/page.tsx'
import { useContent } from '../theme/content.ts'
import type { ThemeDetail } from '../theme/theme.tsx'
import {
  editorPlace,
  type FileChanges,
  fileAddress,
  themePlace,
  themeResource,
  themesChanged,
  writeFiles,
} from '../themes/calls.ts'
import { useUnsaved } from '../unsaved.ts'
import classes from './brand.module.css'
import { ContrastCheck } from './contrast-check.tsx'
import { BRAND, COLOR_FIELDS, FIELDS, type Field, LOGO_FIELDS, SHAPE_FIELDS, TYPE_FIELDS } from './fields.ts'
import { ImageField } from './image-field.tsx'
import { LivePreview } from './live-preview.tsx'
import { LogoPart } from './logo-part.tsx'
import { tokenColors } from './measure.ts'
import { readTokens } from './sheet.ts'
import { DARK_LOGO, ICON, LOGO } from './slots.ts'
import { TokenField } from './token-field.tsx'
import { useImage } from './use-image.ts'
import { useName } from './use-name.ts'
import type { SheetForm } from './use-sheet.ts'

const BASE = 'common/static/css/base.css'
const ICON_FILES = '.svg,.png,.ico,image/svg+xml,image/png,image/x-icon'

interface BrandFormProps {
  readonly theme: ThemeDetail
  readonly sheet: SheetForm
}

/** Edits name, colors, logo, shape and type of a theme. All changes are saved as one revision. */
export function BrandForm({ theme, sheet }: BrandFormProps) {
  const { id, name: themeName, revision, files } = theme
  const name = useName(id, files)
  const logo = useImage(id, LOGO, files)
  const dark = useImage(id, DARK_LOGO, files)
  const icon = useImage(id, ICON, files)
  const images = [logo, dark, icon]
  const parts = [sheet, name, ...images]
  const { content } = useContent(
    fileAddress(id, BASE),
    BASE,
    files.find(({ path }) => path === BASE)?.digest ?? '',
  )
  const base = content?.text ?? ''
  const usual = useMemo(() => readTokens(base), [base])
  const colors = useColors(base, sheet.text)
  const saving = useCheckedSaving(id)
  const [moved, setMoved] = useState(false)
  const dirty = parts.some(part => part.dirty)
  const restored = parts.map(part => part.restored).find(at => at !== null)
  const wrong =
    FIELDS.find(field => sheet.problemOf(field) !== undefined)?.label ?? (name.problem && 'Product name')
  useUnsaved(dirty)
  const unsaved = useMemo(
    () => ({ [sheet.path]: sheet.text, ...name.preview, ...logo.preview, ...dark.preview }),
    [sheet.path, sheet.text, name.preview, logo.preview, dark.preview],
  )

  const save = async () => {
    const sent = parts.map(part => part.changes)
    try {
      const etags = await writeFiles(id, together(sent))
      sheet.settle(sheet.changes, etags)
      name.settle(name.changes, etags)
    } catch (thrown) {
      if (!isMoved(thrown)) throw thrown
      return await meet()
    }
    setMoved(false)
    await themesChanged()
    for (const image of images) image.settle(image.changes)
    toast('Colors and logo are saved.')
  }
  /** Merges changes that somebody else saved with the unsaved ones. */
  const meet = async () => {
    const fresh = await getJson<ThemeDetail>(themeResource(id))
    await Promise.all([sheet.load(fresh.files), name.load(fresh.files)])
    for (const image of images) image.meet(fresh.files)
    setMoved(true)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!dirty || wrong !== undefined || saving.busy) return
    void saving.save('the new look', together(parts.map(part => part.changes)).files, save)
  }
  const discard = () => {
    for (const part of parts) part.discard()
    setMoved(false)
    saving.clear()
    if (moved) void themesChanged()
  }
  const fieldOf = (field: Field) => (
    <TokenField
      key={field.token}
      field={field}
      value={sheet.valueOf(field.token)}
      unset={field.unset ?? usual.get(field.token) ?? ''}
      color={colors.get(field.token)}
      error={sheet.problemOf(field)}
      note={noteOn(field, sheet)}
      onChange={value => sheet.set(field.token, value)}
    />
  )
  return (
    <Page
      title="Colors and logo"
      above={<Back to={themePlace(id)} name={themeName} />}
      below={`Theme ${themeName}. The preview shows your changes at once. People see them when you save.`}
      actions={
        <>
          <TrySignIn themeId={id} unsaved={dirty} />
          <Button component={Link} href={editorPlace(id, sheet.path)} variant="default">
            Open the style sheet
          </Button>
        </>
      }
    >
      <Problem failure={sheet.failure} retry={sheet.load} />
      {dirty && restored !== undefined && <Restored at={restored!} onDiscard={discard} />}
      <form onSubmit={submit} noValidate>
        <div className={classes.columns}>
          <Stack gap="md">
            <Part title="Name and icon">
              <TextInput
                label="Product name"
                description="Appears in page titles and mails, and replaces the logo for people who cannot see it."
                placeholder={name.original}
                value={name.value}
                error={name.problem}
                onChange={event => name.set(event.currentTarget.value)}
                autoComplete="off"
              />
              <Problem failure={name.failure} retry={name.load} />
              <ImageField
                form={icon}
                label="Icon in browser tabs"
                alt="Icon"
                action="Choose an icon"
                undo="Use the master’s icon"
                accept={ICON_FILES}
                small
              />
            </Part>
            <Part title="Colors">{COLOR_FIELDS.map(fieldOf)}</Part>
            <Part title="Logo">
              <LogoPart logo={logo} dark={dark} plate={sheet.tokens.has('--logo-backdrop')} />
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
            <Problem failure={saving.failure} title="The changes were not saved" />
            {moved && (
              <Alert
                color="yellow"
                role="alert"
                icon={<Icon name="warning" />}
                title="Somebody else changed this theme in the meantime"
              >
                Your changes are not saved yet. Values that you did not change now come from the other person.
                If you save, your logo or icon replaces theirs. Check the preview, then save again.
              </Alert>
            )}
            <Group>
              <Button type="submit" loading={saving.busy} disabled={!dirty || wrong !== undefined}>
                Save changes
              </Button>
              <Button variant="default" onClick={discard} disabled={saving.busy}>
                Discard changes
              </Button>
              <Text size="sm" c="dimmed">
                {wrong === undefined ? 'Not saved yet' : `Correct “${wrong}” first`}
              </Text>
            </Group>
          </Stack>
        )}
      </form>
      {saving.question}
    </Page>
  )
}

/** Combines the changes of all parts. */
function together(changes: readonly FileChanges[]): FileChanges {
  return {
    files: Object.assign({}, ...changes.map(({ files }) => files)),
    etags: Object.assign({}, ...changes.map(({ etags }) => etags)),
  }
}

/** The current colors, for fields that are empty. */
function useColors(base: string, sheet: string): ReadonlyMap<string, string> {
  const [colors, setColors] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    if (base === '') return
    const tokens = COLOR_FIELDS.map(({ token }) => token)
    setColors(tokenColors([base, sheet], tokens))
  }, [base, sheet])
  return colors
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

/** A hint about a value. */
function noteOn({ token }: Field, { elsewhere, tokens }: SheetForm): string | undefined {
  const value = tokens.get(token)
  if (token === BRAND && value !== undefined && hexOf(value) === undefined)
    return 'Mails cannot read this color and keep the master’s. Write it as #rrggbb.'
  if (elsewhere.has(token))
    return 'The style sheet also sets this value elsewhere, for dark mode or a part of the page. That does not change.'
  return undefined
}
