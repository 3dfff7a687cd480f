import { ActionIcon, Badge, Button, Code, Group, Paper, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { OwnAttribute } from '../../../src/core/user-flows/own-attribute.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icon.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import rows from '../parts/rows.module.css'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { AttributeDialog } from './attribute-dialog.tsx'
import { ATTRIBUTES, type AttributeList, removeAttribute } from './calls.ts'
import { ATTRIBUTE_KINDS, plainText } from './names.ts'

interface AddAttributeProps {
  readonly adding: boolean
  readonly onAdding: (adding: boolean) => void
}

export function AddAttribute({ adding, onAdding }: AddAttributeProps) {
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={() => onAdding(true)}>
        Add attribute
      </Button>
      {adding && <AttributeDialog onClose={() => onAdding(false)} />}
    </>
  )
}

/** An attribute to change or remove, as it was listed at that moment. */
interface Chosen {
  readonly attribute: OwnAttribute
  readonly etag: string
}

/** The custom attributes of the tenant. */
export function Attributes({ onAdd }: { readonly onAdd: () => void }) {
  const { data, failure, reload } = useResource<AttributeList>(ATTRIBUTES)
  const [changing, setChanging] = useState<Chosen>()
  const [removing, setRemoving] = useState<Chosen>()
  if (data === undefined)
    return failure === undefined ? (
      <Placeholder h={240} label="Loading attributes" />
    ) : (
      <Problem failure={failure} retry={reload} />
    )
  if (data.attributes.length === 0)
    return (
      <Empty title="No attributes of your own yet" action={<Button onClick={onAdd}>Add attribute</Button>}>
        Flows can ask for names, age, phone number, e-mail address and language. Add what else you want to
        know, such as a department, a plan, or consent to your terms.
      </Empty>
    )
  return (
    <>
      <Paper withBorder bg="var(--surface)" className={rows.rows}>
        <Table verticalSpacing="sm" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Label</Table.Th>
              <Table.Th scope="col">Name</Table.Th>
              <Table.Th scope="col">Kind</Table.Th>
              <Table.Th scope="col">Details</Table.Th>
              <Table.Th scope="col">
                <span className={rows.hidden}>Actions</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.attributes.map(attribute => {
              const chosen = { attribute, etag: data.etags[attribute.name]! }
              return (
                <Row
                  key={attribute.name}
                  attribute={attribute}
                  onChange={() => setChanging(chosen)}
                  onRemove={() => setRemoving(chosen)}
                />
              )
            })}
          </Table.Tbody>
        </Table>
      </Paper>
      {changing !== undefined && <AttributeDialog {...changing} onClose={() => setChanging(undefined)} />}
      {removing !== undefined && (
        <Confirm
          title={`Remove ${nameOf(removing.attribute)}?`}
          action="Remove attribute"
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            await removeAttribute(removing.attribute.name, removing.etag)
            toast(`${nameOf(removing.attribute)} was removed.`)
          }}
        >
          The values that people have given are removed too. This cannot be undone.
        </Confirm>
      )}
    </>
  )
}

function nameOf({ name, label }: OwnAttribute): string {
  return plainText(label) ?? name
}

interface RowProps {
  readonly attribute: OwnAttribute
  readonly onChange: () => void
  readonly onRemove: () => void
}

function Row({ attribute, onChange, onRemove }: RowProps) {
  const { name, kind, choices, version, link } = attribute
  const shown = nameOf(attribute)
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600} size="sm">
          {shown}
        </Text>
      </Table.Td>
      <Table.Td data-label="Name">
        <Code>{name}</Code>
      </Table.Td>
      <Table.Td data-label="Kind">
        <Badge color="gray">{ATTRIBUTE_KINDS[kind]}</Badge>
      </Table.Td>
      <Table.Td data-label="Details">
        <Text size="sm" c="dimmed">
          {choices?.map(({ value, label }) => plainText(label) ?? value).join(', ')}
          {version !== undefined && `Version ${version} at ${link}`}
        </Text>
      </Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <ActionIcon variant="default" aria-label={`Change ${shown}`} title="Change" onClick={onChange}>
            <Icon name="pencil" size={15} />
          </ActionIcon>
          <ActionIcon variant="default" aria-label={`Remove ${shown}`} title="Remove" onClick={onRemove}>
            <Icon name="trash" size={15} />
          </ActionIcon>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}
