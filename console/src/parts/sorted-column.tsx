import { Table, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { useListQuery } from './list-query.ts'
import classes from './sorted-column.module.css'

/** The sort order of a table. */
export interface Order<By extends string> {
  readonly by: By
  readonly down: boolean
}

/** The sort order of a table, as stored in the URL. The default is the first column. */
export function useOrder<By extends string>(
  columns: readonly [By, ...By[]],
): readonly [Order<By>, (order: Order<By>) => void] {
  const [sort, setSort] = useListQuery('sort')
  const by = columns.find(column => column === sort.replace(/^-/, ''))
  const order = { by: by ?? columns[0], down: by !== undefined && sort.startsWith('-') }
  return [order, next => setSort(`${next.down ? '-' : ''}${next.by}`)]
}

interface SortedColumnProps<By extends string> {
  readonly order: Order<By>
  readonly by: By
  readonly onOrder: (order: Order<By>) => void
  readonly children: ReactNode
}

/** The heading of a sortable column. Pressing it again reverses the order. */
export function SortedColumn<By extends string>({ order, by, onOrder, children }: SortedColumnProps<By>) {
  const here = order.by === by
  const down = here && order.down
  return (
    <Table.Th scope="col" aria-sort={here ? (down ? 'descending' : 'ascending') : undefined}>
      <UnstyledButton
        className={classes.sort}
        data-down={down || undefined}
        onClick={() => onOrder({ by, down: here && !down })}
      >
        {children}
        {here && <Icon name="down" size={14} />}
      </UnstyledButton>
    </Table.Th>
  )
}
