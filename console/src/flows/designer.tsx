import { useRef } from 'react'
import { Back } from '../parts/back.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { useQuery } from '../parts/query.ts'
import { type Resource, useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { ForAdministrators } from '../shell/for-administrators.tsx'
import { NoSuch } from '../shell/no-such.tsx'
import { Page } from '../shell/page.tsx'
import {
  ATTRIBUTES,
  type AttributeList,
  FLOWS,
  type FlowList,
  flowResource,
  type WholeFlow,
} from './calls.ts'
import { DesignerScreen } from './designer-screen.tsx'
import { begunFrom, copied, isTemplate, type Template } from './templates.ts'
import type { Base } from './use-design.ts'

export default function Designer({ id }: { readonly id: string }) {
  const { role } = useSession()
  if (role === 'administrator') return <Opening reference={id} />
  return (
    <ForAdministrators
      title="User flows are for administrators"
      why="Ask an administrator to change a registration or a form."
    />
  )
}

/** Loads what the designer needs. A new flow starts from a template. */
function Opening({ reference }: { readonly reference: string }) {
  const from = useQuery().get('from')
  const list = useResource<FlowList>(FLOWS)
  if (list.data === undefined) return <Loading reference={reference} {...list} />
  const isThere = list.data.flows.some(flow => flow.reference === reference)
  if (!isThere && !isTemplate(from)) return <NoSuch kind="flow" />
  const template = isTemplate(from) ? from : 'empty'
  return <Loaded reference={reference} isThere={isThere} template={template} />
}

interface LoadedProps {
  readonly reference: string
  readonly isThere: boolean
  readonly template: Template
}

function Loaded({ reference, isThere, template }: LoadedProps) {
  const copy = isThere ? reference : copied(template)
  const source = useResource<Partial<WholeFlow>>(copy === undefined ? FLOWS : flowResource(copy))
  const own = useResource<AttributeList>(ATTRIBUTES)
  // A flow that was just published for the first time stays in the designer while it is loaded.
  const start = useRef<Base>(null)
  const { document } = source.data ?? {}
  if (own.data === undefined) return <Loading reference={reference} {...own} />
  if (start.current === null && copy !== undefined && document === undefined)
    return <Loading reference={reference} {...source} />
  const { attributes } = own.data
  const flow = isThere ? (source.data as WholeFlow | undefined) : undefined
  start.current ??= flow ?? { version: null, document: begunFrom(template, document, attributes) }
  return <DesignerScreen reference={reference} flow={flow} start={start.current} attributes={attributes} />
}

function Loading({
  reference,
  failure,
  reload,
}: { readonly reference: string } & Pick<Resource<unknown>, 'failure' | 'reload'>) {
  return (
    <Page title={reference} above={<Back to="/flows" name="User flows" />}>
      {failure === undefined ? (
        <Placeholder h={420} label="Loading" />
      ) : (
        <Problem failure={failure} retry={reload} />
      )}
    </Page>
  )
}
