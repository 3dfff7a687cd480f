import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { Back } from '../parts/back.tsx'
import { Empty } from '../parts/empty.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { Detail } from '../shell/detail.tsx'
import { Page } from '../shell/page.tsx'
import type { ThemeDetail } from '../theme/theme.tsx'
import { editorPlace, themePlace, themeResource } from '../themes/calls.ts'
import { useKept } from '../use-kept.ts'
import { BrandForm } from './brand-form.tsx'
import { useSheet } from './use-sheet.ts'

export default function Brand({ id }: { readonly id: string }) {
  return (
    <Detail
      resource={useKept<ThemeDetail>(themeResource(id))}
      kind="theme"
      title="Colors and logo"
      above={<Back to={themePlace(id)} name="Theme" />}
    >
      {theme => <Opening theme={theme} />}
    </Detail>
  )
}

/** Loads what the form needs before it is shown. */
function Opening({ theme }: { readonly theme: ThemeDetail }) {
  const sheet = useSheet(theme.id, theme.files)
  const { path, saved, failure, broken, load } = sheet
  if (saved !== null && saved.text !== null && broken === undefined)
    return <BrandForm theme={theme} sheet={sheet} />
  return (
    <Page title="Colors and logo" above={<Back to={themePlace(theme.id)} name={theme.name} />}>
      <Problem failure={failure} retry={load} />
      {saved === null && failure === null && <Placeholder h={420} label="Loading" />}
      {saved !== null && (
        <Empty
          title="Fix the style sheet first"
          action={
            <Button component={Link} href={editorPlace(theme.id, path)}>
              Open the style sheet
            </Button>
          }
        >
          {broken === undefined
            ? `${path} is not UTF-8 text. Replace it in the list of files, then come back.`
            : `A quote or bracket in line ${broken} of ${path} is never closed. Close it, then come back.`}
        </Empty>
      )}
    </Page>
  )
}
