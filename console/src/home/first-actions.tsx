import { Text, Title, UnstyledButton } from '@mantine/core'
import { Link } from 'wouter'
import { Icon, type IconName } from '../parts/icon.tsx'
import { useTry } from '../parts/try-sign-in.tsx'
import { brandPlace, DEFAULT_THEME } from '../themes/calls.ts'
import classes from './home.module.css'

/** The first three things to do. */
export function FirstActions({ firstDay }: { readonly firstDay: boolean }) {
  const { busy, run } = useTry(DEFAULT_THEME)
  return (
    <section aria-labelledby="first" className={classes.actions}>
      <Title order={2} id="first">
        {firstDay ? 'Make it yours' : 'Next steps'}
      </Title>
      <UnstyledButton component={Link} href={brandPlace(DEFAULT_THEME)} className={classes.action} data-first>
        <Words icon="palette" title="Change colors">
          Set your colors, corners, font and logo, with a preview. It takes five minutes.
        </Words>
      </UnstyledButton>
      <UnstyledButton component={Link} href="/themes?create=package" className={classes.action}>
        <Words icon="upload" title="Upload a package">
          Use a theme that you have as a ZIP file.
        </Words>
      </UnstyledButton>
      <UnstyledButton className={classes.action} onClick={run} disabled={busy} aria-busy={busy}>
        <Words icon="play" title="Try the sign-in" outward>
          See every page as people do, with a test account, in a new tab.
        </Words>
      </UnstyledButton>
    </section>
  )
}

interface WordsProps {
  readonly icon: IconName
  readonly title: string
  readonly outward?: boolean
  readonly children: string
}

function Words({ icon, title, outward = false, children }: WordsProps) {
  return (
    <>
      <span className={classes.icon}>
        <Icon name={icon} size={22} />
      </span>
      <span className={classes.words}>
        <Text span fw={650} display="block">
          {title}
        </Text>
        <Text span size="sm" c="dimmed" display="block">
          {children}
        </Text>
      </span>
      <Icon name={outward ? 'external' : 'right'} size={18} />
    </>
  )
}
