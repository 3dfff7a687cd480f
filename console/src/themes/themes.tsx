import { ActionIcon, Button, Group, Menu, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useDrafts } from '../drafts.ts'
import { Confirm } from '../parts/confirm.tsx'
import { download } from '../parts/download.ts'
import { Empty } from '../parts/empty.tsx'
import { FilterField, matches, useFilter } from '../parts/filter-field.tsx'
import { useGrowing } from '../parts/growing.tsx'
import { Icon } from '../parts/icon.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { useQuery } from '../parts/query.ts'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { Page } from '../shell/page.tsx'
import {
  DEFAULT_THEME,
  defaultFirst,
  downloadAddress,
  MASTER,
  resetThemes,
  THEMES,
  type ThemeList,
} from './calls.ts'
import { CreateDialog } from './create-dialog.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LeftDrafts } from './left-drafts.tsx'
import { ThemeCard } from './theme-card.tsx'
import classes from './themes.module.css'
import { useDroppedZip } from './use-dropped-zip.ts'

const COLUMNS = { base: 1, xs: 2, lg: 3 }

export default function Themes() {
  const { data, failure, reload } = useResource<ThemeList>(THEMES)
  const [filter, setFilter] = useFilter()
  const [, navigate] = useLocation()
  const wanted = useQuery().get('create') === 'package'
  const [creating, setCreating] = useState<{ from?: string; package?: File | boolean } | null>(
    wanted ? { package: true } : null,
  )
  const close = () => {
    setCreating(null)
    if (wanted) navigate('/themes', { replace: true })
  }
  const over = useDroppedZip(file => setCreating({ package: file }))
  const found = data?.themes
    .filter(({ id, name, description, applications }) =>
      matches(filter, id, name, description, ...applications.map(application => application.name)),
    )
    .toSorted(defaultFirst)
  const { count, more } = useGrowing(found?.length ?? 0)
  const alone = data?.themes.every(({ id }) => id === DEFAULT_THEME)
  return (
    <Page
      title="Themes"
      below="How the pages and mails of your identity service look."
      actions={
        <>
          {!alone && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating({})}>
              Create theme
            </Button>
          )}
          <MoreMenu />
        </>
      }
    >
      <Problem failure={failure} retry={reload} />
      {data !== undefined && <LeftDrafts themes={data.themes} />}
      {data === undefined && failure === undefined && (
        <SimpleGrid cols={COLUMNS}>
          <Placeholder h={320} label="Loading themes" />
          <Skeleton h={320} />
        </SimpleGrid>
      )}
      {alone && <FirstSteps onCreate={() => setCreating({})} />}
      {data !== undefined && !alone && (
        <Group gap="md">
          <FilterField label="Filter themes" value={filter} onChange={setFilter} />
          <Text size="sm" c="dimmed" role="status">
            {found?.length === 1 ? 'One theme' : `${found?.length ?? 0} themes`}
          </Text>
        </Group>
      )}
      {found?.length === 0 && (
        <Empty
          title="No theme matches"
          action={
            <Button variant="default" onClick={() => setFilter('')}>
              Clear filter
            </Button>
          }
        >
          Nothing has “{filter}” in its name, description, ID or applications.
        </Empty>
      )}
      {found !== undefined && found.length > 0 && (
        <SimpleGrid cols={COLUMNS} spacing="lg" component="ul" aria-label="Themes" p={0} m={0}>
          {found.slice(0, count).map(theme => (
            <ThemeCard key={theme.id} theme={theme} onDuplicate={() => setCreating({ from: theme.id })} />
          ))}
        </SimpleGrid>
      )}
      {more}
      {over && (
        <div className={classes.drop} aria-hidden="true">
          Drop the ZIP file to create a theme from it
        </div>
      )}
      {creating !== null && (
        <CreateDialog
          key={creating.package instanceof File ? creating.package.name : ''}
          themes={data?.themes ?? []}
          from={creating.from}
          fromPackage={creating.package}
          onClose={close}
        />
      )}
    </Page>
  )
}

function MoreMenu() {
  const { role } = useSession()
  const drafts = useDrafts()
  const [resetting, setResetting] = useState(false)
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component="a"
            href={downloadAddress(MASTER)}
            download
            onClick={download}
            leftSection={<Icon name="download" size={16} />}
          >
            Download the master
          </Menu.Item>
          {role === 'administrator' && (
            <Menu.Item
              color="var(--mantine-color-error)"
              leftSection={<Icon name="undo" size={16} />}
              onClick={() => setResetting(true)}
            >
              Reset all themes…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {resetting && (
        <Confirm
          title="Reset all themes?"
          action="Reset all themes"
          typed="reset"
          onClose={() => setResetting(false)}
          onConfirm={async () => {
            await resetThemes()
            drafts.dropThemes()
            toast('All themes were reset.')
          }}
        >
          All themes except the default theme are deleted, and the default theme is reverted to the master.
          Download what you want to keep first. This is possible only if all applications use the default
          theme.
        </Confirm>
      )}
    </>
  )
}
