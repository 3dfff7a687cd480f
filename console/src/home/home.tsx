import { Paper, Text } from '@mantine/core'
import { APPLICATIONS, type ApplicationList } from '../applications/calls.ts'
import { Placeholder } from '../parts/loading.tsx'
import { Picture } from '../parts/picture.tsx'
import { Problem } from '../parts/problem.tsx'
import { useResource } from '../resource.ts'
import { Page } from '../shell/page.tsx'
import { DEFAULT_THEME, THEMES, type ThemeList } from '../themes/calls.ts'
import { FirstActions } from './first-actions.tsx'
import classes from './home.module.css'
import { Overview } from './overview.tsx'

/** What people see now, what to do first, and an overview later on. */
export default function Home() {
  const { data, failure, reload } = useResource<ThemeList>(THEMES)
  const applications = useResource<ApplicationList>(APPLICATIONS)
  const themes = data?.themes ?? []
  const standard = themes.find(({ id }) => id === DEFAULT_THEME)
  const made = applications.data?.applications ?? []
  const firstDay = themes.length <= 1 && made.length === 0
  const known = data !== undefined && (applications.data !== undefined || applications.failure !== undefined)
  if (!known && failure === undefined) {
    return (
      <Page title="Home">
        <Placeholder h={420} label="Loading" />
      </Page>
    )
  }
  return (
    <Page
      title={firstDay ? 'Welcome to Tabard' : 'Home'}
      below={
        firstDay
          ? 'Tabard shows your sign-in pages and mails in your brand.'
          : 'What people see when they sign in, and the latest changes.'
      }
    >
      <Problem failure={failure} retry={reload} />
      <div className={classes.hero} data-first={firstDay || undefined}>
        <figure className={classes.figure}>
          <Paper withBorder shadow="sm" className={classes.picture}>
            <Picture themeId={DEFAULT_THEME} revision={standard?.revision} />
          </Paper>
          <Text component="figcaption" size="sm" c="dimmed" mt={8}>
            {firstDay
              ? 'This is your sign-in page now. Everybody sees it until you change it.'
              : 'Your sign-in page in the default theme, as it is now.'}
          </Text>
        </figure>
        <FirstActions firstDay={firstDay} />
      </div>
      {!firstDay && <Overview themes={themes} applications={applications} />}
    </Page>
  )
}
