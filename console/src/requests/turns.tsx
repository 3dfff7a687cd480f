import { Badge, Text, Title } from '@mantine/core'
import { Ago } from '../parts/ago.tsx'
import { authorShown } from '../parts/author.ts'
import type { RequestTurn, WholeRequest } from './calls.ts'
import classes from './requests.module.css'

const DID: Readonly<Record<RequestTurn['turn'], string>> = {
  ask: 'requested access',
  more: 'asked for more information',
  answer: 'answered',
  approve: 'approved the request',
  reject: 'rejected the request',
  withdraw: 'withdrew the request',
  expire: 'The request expired because nobody decided in time',
  close: 'The request was closed because the application or the account was removed',
}

/** The parts of people who decide. The requester is named beside it. */
const PARTS: Readonly<Record<string, string>> = {
  approver: 'Approver',
  deputy: 'Deputy',
  administrator: 'Administrator',
}

/** The history of a request, oldest first. */
export function Turns({ request }: { readonly request: WholeRequest }) {
  return (
    <section aria-labelledby="turns">
      <Title order={2} id="turns" mb="sm">
        History
      </Title>
      <ol className={classes.turns}>
        {request.turns.map((turn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added, at the end.
          <Turn key={index} turn={turn} said={index === 0 ? request.justification : turn.comment} />
        ))}
      </ol>
    </section>
  )
}

function Turn({ turn: { turn, at, by, part }, said }: { readonly turn: RequestTurn; readonly said: string }) {
  const role = part === null ? undefined : PARTS[part]
  return (
    <li data-turn={turn}>
      <Text size="sm" component="div" className={classes.words}>
        {by !== null && (
          <>
            <Text span size="sm" fw={600}>
              {authorShown(by, null)}
            </Text>{' '}
            {role !== undefined && (
              <>
                <Badge size="sm" color="gray">
                  {role}
                </Badge>{' '}
              </>
            )}
          </>
        )}
        {DID[turn]}{' '}
        <Text span size="sm" c="dimmed">
          <Ago at={at} />
        </Text>
      </Text>
      {said !== '' && (
        <Text size="sm" className={classes.said}>
          {said}
        </Text>
      )}
    </li>
  )
}
