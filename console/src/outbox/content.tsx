import { Alert, Box, Tabs, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { sendJson } from '../api.ts'
import { Icon } from '../parts/icon.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { forgetUnwatched, useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { DEFAULT_THEME } from '../themes/calls.ts'
import type { Preview } from '../wire.ts'
import { type MailHead, mailFrame, mailResource, type WholeMail } from './calls.ts'
import classes from './outbox.module.css'

/** The content of a mail, in a sandboxed frame. */
export function KeptContent({ id }: { readonly id: string }) {
  const { data, failure, reload } = useResource<WholeMail>(mailResource(id))
  // The content is removed from the cache when it is no longer shown.
  useEffect(() => () => forgetUnwatched(mailResource(id)), [id])
  if (failure !== undefined) return <Problem failure={failure} retry={reload} />
  if (data === undefined) return <Placeholder h={320} radius={0} label="Loading mail" />
  return (
    <>
      <Tabs defaultValue={data.html === '' ? 'text' : 'html'} keepMounted={false}>
        <Tabs.List px="lg">
          {data.html !== '' && <Tabs.Tab value="html">HTML</Tabs.Tab>}
          <Tabs.Tab value="text">Text</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="html">
          <iframe className={classes.frame} title="How the mail looks" sandbox="" src={mailFrame(id)} />
        </Tabs.Panel>
        <Tabs.Panel value="text">
          <Box component="section" className={classes.text} aria-label="Text of the mail" tabIndex={0}>
            {data.text}
          </Box>
        </Tabs.Panel>
      </Tabs>
      <Text size="xs" c="dimmed" px="lg" py="xs" className={classes.note}>
        Its links and codes let anyone act as {data.recipient}. The audit trail records that you opened it.
      </Text>
    </>
  )
}

/** A sample of the mail, shown if its content is no longer stored. */
export function SampleContent({ mail }: { readonly mail: MailHead }) {
  const url = useSample(mail.event)
  const { pagesUrl } = useSession()
  return (
    <>
      <Alert color="azure" icon={<Icon name="info" />} radius={0} title="The content is no longer stored">
        {mail.state === 'sent'
          ? 'Mails can contain codes and links, so their content is deleted as soon as they are sent.'
          : 'Its content was deleted, so it can no longer be sent.'}{' '}
        {url !== undefined && 'This is a sample: the same mail in the default theme, with made-up values.'}
      </Alert>
      {url !== undefined && (
        <iframe className={classes.frame} title="A sample of the mail" sandbox="" src={pagesUrl + url} />
      )}
    </>
  )
}

/** The URL of a sample for a frame; undefined for a mail that is not in the catalogue. */
function useSample(event: string): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let wanted = true
    setUrl(undefined)
    sendJson<Preview>('POST', `/v1.0/tabard/preview/${encodeURIComponent(event)}`, {
      themeId: DEFAULT_THEME,
      files: {},
    }).then(
      preview => wanted && setUrl(preview.url),
      () => {},
    )
    return () => {
      wanted = false
    }
  }, [event])
  return url
}
