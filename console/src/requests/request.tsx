import { Alert, Anchor, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { Until } from '../access/term.tsx'
import { useAction } from '../action.ts'
import { APPLICATIONS, type ApplicationList, applicationPlace } from '../applications/calls.ts'
import { Ago } from '../parts/ago.tsx'
import { Back } from '../parts/back.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { Detail } from '../shell/detail.tsx'
import { ForAdministrators } from '../shell/for-administrators.tsx'
import { Page } from '../shell/page.tsx'
import { isOpen, type RequestPerson, requestResource, type WholeRequest } from './calls.ts'
import { DecisionForm } from './decision-form.tsx'
import classes from './requests.module.css'
import { StateBadge } from './state.tsx'
import { Turns } from './turns.tsx'

export default function Request({ id }: { readonly id: string }) {
  const { role } = useSession()
  if (role === 'administrator') return <Known id={id} />
  return (
    <ForAdministrators
      title="Requests are for administrators"
      why="If you are an approver, use the link in the mail that you received."
    />
  )
}

function Known({ id }: { readonly id: string }) {
  return (
    <Detail
      resource={useResource<WholeRequest>(requestResource(id))}
      kind="request"
      whyMissing="It may have been deleted after its retention period, or the address may be mistyped."
    >
      {request => <RequestScreen request={request} />}
    </Detail>
  )
}

function RequestScreen({ request }: { readonly request: WholeRequest }) {
  const { state, person, requester, applicationName } = request
  const { userName } = useSession()
  const action = useAction()
  const isOwn = [person.userName, requester.userName].includes(userName)
  return (
    <Page
      title={`Access to ${applicationName} for ${person.fullName ?? person.userName}`}
      above={<Back to="/requests" name="Requests" />}
      beside={<StateBadge state={state} />}
      below={
        <>
          Requested <Ago at={request.asked} />
          {isOpen(state) && (
            <>
              {' '}
              · expires <Ago at={request.expires} />
            </>
          )}
        </>
      }
    >
      <div className={classes.columns}>
        <Facts request={request} />
        <Stack gap="lg">
          <Turns request={request} />
          <Problem failure={action.failure} title="Your decision was not saved" />
          {isOpen(state) &&
            (isOwn ? (
              <Alert color="azure" icon={<Icon name="info" />}>
                {person.userName === userName
                  ? 'This request is about you, so somebody else must decide.'
                  : 'You made this request, so somebody else must decide.'}
              </Alert>
            ) : (
              <DecisionForm request={request} action={action} />
            ))}
        </Stack>
      </div>
    </Page>
  )
}

function Facts({ request }: { readonly request: WholeRequest }) {
  const { applicationId, applicationName, person, requester, until } = request
  const { data } = useResource<ApplicationList>(APPLICATIONS)
  const isGone = data !== undefined && !data.applications.some(({ id }) => id === applicationId)
  return (
    <Paper withBorder p="lg" bg="var(--surface)" component="section" aria-labelledby="wanted">
      <Title order={2} id="wanted" mb="sm">
        Requested access
      </Title>
      <dl className={classes.facts}>
        <dt>Application</dt>
        <dd>
          {isGone ? (
            <>
              {applicationName}{' '}
              <Text span size="sm" c="dimmed">
                (deleted)
              </Text>
            </>
          ) : (
            <Anchor component={Link} href={applicationPlace(applicationId, 'access')} size="sm">
              {applicationName}
            </Anchor>
          )}
        </dd>
        <dt>Person</dt>
        <dd>
          <Person person={person} />
        </dd>
        {requester.id !== person.id && (
          <>
            <dt>Requested by</dt>
            <dd>
              <Person person={requester} />
            </dd>
          </>
        )}
        <dt>Last day</dt>
        <dd>
          <Until at={until} />
        </dd>
      </dl>
    </Paper>
  )
}

function Person({ person: { userName, fullName } }: { readonly person: RequestPerson }) {
  return (
    <>
      {userName}
      {fullName !== null && (
        <Text size="sm" c="dimmed">
          {fullName}
        </Text>
      )}
    </>
  )
}
