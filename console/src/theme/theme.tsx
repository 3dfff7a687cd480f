import { Button, Code, Group, Tabs } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { ThemeAnalyticsTab } from '../analytics/theme-analytics.tsx'
import { ThemeProblems } from '../lint/theme-problems.tsx'
import { Ago } from '../parts/ago.tsx'
import { authorShown } from '../parts/author.ts'
import { Back } from '../parts/back.tsx'
import { Copy } from '../parts/copy.tsx'
import { Icon } from '../parts/icon.tsx'
import { useQuery } from '../parts/query.ts'
import { TabList } from '../parts/tab-list.tsx'
import { TrySignIn } from '../parts/try-sign-in.tsx'
import { useResource } from '../resource.ts'
import { Detail } from '../shell/detail.tsx'
import { Page } from '../shell/page.tsx'
import {
  brandPlace,
  DEFAULT_THEME,
  editorPlace,
  THEMES,
  type ThemeList,
  themePlace,
  themeResource,
} from '../themes/calls.ts'
import { CreateDialog } from '../themes/create-dialog.tsx'
import { ThemeActions } from '../themes/theme-actions.tsx'
import { descriptionOf, filesCount } from '../themes/theme-card.tsx'
import type { ThemeDetails } from '../wire.ts'
import { Files } from './files.tsx'
import { History } from './history.tsx'
import classes from './theme.module.css'
import { Uses } from './uses.tsx'

export type ThemeDetail = ThemeDetails

const TABS = ['files', 'problems', 'history', 'used-by', 'analytics']

export default function Theme({ id }: { readonly id: string }) {
  return (
    <Detail resource={useResource<ThemeDetail>(themeResource(id))} kind="theme">
      {theme => <Shown theme={theme} />}
    </Detail>
  )
}

function Shown({ theme }: { readonly theme: ThemeDetail }) {
  const { id, name, customized, updatedAt, updatedBy, updatedByName } = theme
  const description = descriptionOf(theme)
  const [, navigate] = useLocation()
  const wanted = useQuery().get('tab') ?? ''
  const tab = TABS.includes(wanted) ? wanted : 'files'
  const themes = useResource<ThemeList>(THEMES).data?.themes
  const [duplicating, setDuplicating] = useState(false)
  return (
    <Page
      title={name}
      above={<Back to="/themes" name="Themes" />}
      below={
        <>
          {description !== null && <div>{description}</div>}
          {filesCount(customized)} · changed <Ago at={updatedAt} /> by {authorShown(updatedBy, updatedByName)}
          {id !== DEFAULT_THEME && (
            <Group gap={2} wrap="nowrap">
              <Code className={classes.id} title={id}>
                {id}
              </Code>
              <Copy value={id} what="theme ID" />
            </Group>
          )}
        </>
      }
      actions={
        <>
          <Button
            component={Link}
            href={brandPlace(id)}
            variant="default"
            leftSection={<Icon name="palette" size={15} />}
          >
            Colors and logo
          </Button>
          <TrySignIn themeId={id} />
          <Button component={Link} href={editorPlace(id)} leftSection={<Icon name="pencil" size={15} />}>
            Edit theme
          </Button>
          <ThemeActions
            theme={theme}
            framed
            onDuplicate={() => setDuplicating(true)}
            onDeleted={() => navigate('/themes')}
          />
        </>
      }
    >
      <Tabs
        value={tab}
        onChange={value => navigate(`${themePlace(id)}?tab=${value}`, { replace: true })}
        keepMounted={false}
      >
        <TabList mb="lg" current={tab}>
          <Tabs.Tab value="files">Pages and files</Tabs.Tab>
          <Tabs.Tab value="problems">Problems</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
          <Tabs.Tab value="used-by">Used by</Tabs.Tab>
          <Tabs.Tab value="analytics">Analytics</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="files">
          <Files theme={theme} />
        </Tabs.Panel>
        <Tabs.Panel value="problems">
          <ThemeProblems theme={theme} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <History theme={theme} />
        </Tabs.Panel>
        <Tabs.Panel value="used-by">
          <Uses theme={theme} />
        </Tabs.Panel>
        <Tabs.Panel value="analytics">
          <ThemeAnalyticsTab theme={theme} />
        </Tabs.Panel>
      </Tabs>
      {duplicating && (
        <CreateDialog themes={themes ?? [theme]} from={id} onClose={() => setDuplicating(false)} />
      )}
    </Page>
  )
}
