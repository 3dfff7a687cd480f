import { Code, Group, SegmentedControl, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { Copy } from '../parts/copy.tsx'
import type { ApplicationRecord } from './calls.ts'
import { relyingPartyProgram } from './relying-party.ts'

interface SnippetProps {
  readonly application: ApplicationRecord
  readonly issuer: string
  readonly secret: string | undefined
}

const KINDS = [
  { value: 'settings', label: 'Settings' },
  { value: 'node', label: 'Node.js' },
]

/** Text to paste into the application. */
export function Snippet(props: SnippetProps) {
  const [kind, setKind] = useState('settings')
  const text = kind === 'settings' ? settingsText(props) : nodeText(props)
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={3}>Copy and paste</Title>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            data={KINDS}
            value={kind}
            onChange={setKind}
            aria-label="Kind of snippet"
          />
          <Copy value={text} what="snippet" />
        </Group>
      </Group>
      <Code block tabIndex={0} aria-label="Snippet">
        {text}
      </Code>
    </Stack>
  )
}

function redirectOf({ redirects }: ApplicationRecord): string {
  return redirects[0] ?? 'https://app.example.com/callback'
}

function settingsText({ application, issuer, secret }: SnippetProps): string {
  return [
    `OIDC_ISSUER=${issuer}`,
    `OIDC_CLIENT_ID=${application.id}`,
    ...(application.public ? [] : [`OIDC_CLIENT_SECRET=${secret ?? '<client secret>'}`]),
    `OIDC_REDIRECT_URI=${redirectOf(application)}`,
    'OIDC_SCOPE="openid profile email"',
  ].join('\n')
}

function nodeText({ application, issuer }: SnippetProps): string {
  return relyingPartyProgram({
    issuer,
    clientId: application.id,
    redirect: redirectOf(application),
    public: application.public,
  })
}
