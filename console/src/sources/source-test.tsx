import { Alert, Anchor, Button, Code, Fieldset, Stack, Table, Text, Timeline } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../action.ts'
import { capital } from '../parts/capital.ts'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { useQuery } from '../parts/query.ts'
import { useResource } from '../resource.ts'
import { beginTest, type IdentitySource, type IdentitySourceTest, testResource } from './calls.ts'

/** Tests the saved source, and shows each step of the exchange without secrets. It signs nobody in. */
export function SourceTest({ source }: { readonly source: IdentitySource }) {
  const ended = useQuery().get('test')
  const [begun, setBegun] = useState<IdentitySourceTest>()
  const { busy, failure, run } = useAction()
  return (
    <Fieldset legend="Test">
      <Stack align="flex-start">
        <Text size="sm">
          Goes through a sign-in with the saved settings and shows each step. Secrets, codes and tokens are
          hidden, and nobody is signed in.
        </Text>
        <Button
          variant="default"
          loading={busy}
          onClick={() => void run(async () => setBegun(await beginTest(source.id)))}
        >
          Test sign-in
        </Button>
        <Problem failure={failure ?? undefined} title="The test could not start" />
        {begun !== undefined && <Shown test={begun} name={source.name} />}
        {begun === undefined && ended !== null && <Ended source={source} id={ended} />}
      </Stack>
    </Fieldset>
  )
}

function Ended({ source, id }: { readonly source: IdentitySource; readonly id: string }) {
  const { data, failure } = useResource<IdentitySourceTest>(testResource(source.id, id))
  if (data === undefined) return <Problem failure={failure} title="The test was not found" />
  return <Shown test={data} name={source.name} />
}

function Shown({ test, name }: { readonly test: IdentitySourceTest; readonly name: string }) {
  const { address, steps, problem, subject, person } = test
  return (
    <Stack w="100%">
      <Timeline active={steps.length - 1} bulletSize={16} lineWidth={2} aria-label="Steps">
        {steps.map(({ step, details }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only appended
          <Timeline.Item key={index} title={capital(step)}>
            <Details values={details} />
          </Timeline.Item>
        ))}
      </Timeline>
      {problem !== null && (
        <Alert color="red" role="alert" icon={<Icon name="warning" />} title="The test failed">
          {problem}
        </Alert>
      )}
      {address !== null && (
        <Text size="sm">
          <Anchor href={address} target="_blank" rel="noopener" underline="always">
            Sign in at {name}
          </Anchor>{' '}
          in a new tab. You return here afterwards.
        </Text>
      )}
      {subject !== null && (
        <>
          <Alert color="azure" role="status" icon={<Icon name="check" />} title="The test succeeded">
            The source says that this is {subject}.
          </Alert>
          <Details values={person} />
        </>
      )}
    </Stack>
  )
}

function Details({ values }: { readonly values: Readonly<Record<string, string>> }) {
  return (
    <Table>
      <Table.Tbody>
        {Object.entries(values).map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Code>{value}</Code>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
