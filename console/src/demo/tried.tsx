import { Button, Center, Group, Paper, Stack, Table, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { type ApiError, errorOf, sendJson } from '../api.ts'
import { Icon } from '../parts/icon.tsx'
import { Spinner } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { Page } from '../shell/page.tsx'
import { themePlace } from '../themes/calls.ts'
import type { TryOutEnd } from '../wire.ts'

const CLAIMS: readonly (readonly [name: string, words: string])[] = [
  ['name', 'Name'],
  ['preferred_username', 'Username'],
  ['sub', 'ID of the account'],
  ['amr', 'Signed in with'],
]

// The method names of RFC 8176.
const METHODS: Readonly<Record<string, string>> = {
  pwd: 'password',
  otp: 'one-time code',
  mfa: 'second factor',
}

let ending: Promise<TryOutEnd> | undefined

/** Fetches the result of the sign-in once: its code cannot be used again, and is removed from the URL. */
function ended(): Promise<TryOutEnd> {
  if (ending === undefined) {
    const query = new URLSearchParams(location.search)
    history.replaceState(null, '', location.pathname)
    const answer = { code: query.get('code'), state: query.get('state') }
    ending = sendJson<TryOutEnd>('POST', '/v1.0/tabard/demo/end', answer)
  }
  return ending
}

/** The demo application, where a tried sign-in ends. */
export default function Tried() {
  const [result, setResult] = useState<TryOutEnd>()
  const [failure, setFailure] = useState<ApiError>()
  useEffect(() => {
    ended().then(setResult, thrown => setFailure(errorOf(thrown)))
  }, [])
  if (failure !== undefined) {
    return (
      <Page title="Demo application">
        <Problem failure={failure} title="The sign-in failed">
          <div>
            <Button component={Link} href="/" size="xs" mt="sm" variant="default">
              Go to home
            </Button>
          </div>
        </Problem>
      </Page>
    )
  }
  if (result === undefined) {
    return (
      <Center mih="40vh">
        <Spinner />
      </Center>
    )
  }
  return (
    <Page
      title="You are signed in to the demo application"
      below="Here, people would arrive in your own application, which now knows:"
    >
      <Paper withBorder maw={620}>
        <Table variant="vertical" layout="fixed" aria-label="What the application knows">
          <Table.Tbody>
            {CLAIMS.filter(([name]) => result.claims[name] !== undefined).map(([name, words]) => (
              <Table.Tr key={name}>
                <Table.Th w={180}>{words}</Table.Th>
                <Table.Td>{worded(result.claims[name])}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
      <Stack gap="sm">
        <Text size="sm">Sign out to see the sign-out pages too, or close this tab.</Text>
        <Group>
          <Button component="a" href={result.signOutUrl} leftSection={<Icon name="out" size={16} />}>
            Sign out of the demo
          </Button>
          <Button component={Link} href={themePlace(result.themeId)} variant="default">
            Go to the theme
          </Button>
        </Group>
      </Stack>
    </Page>
  )
}

function worded(value: unknown): string {
  return Array.isArray(value) ? value.map(one => METHODS[one] ?? one).join(', ') : String(value)
}
