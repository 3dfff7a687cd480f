import { Table, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { useListQuery } from './list-query.ts'
import classes from './sorted-column.module.css'

/** How a table is sorted. */
export interface Order<By extends string> {
  readonly by: By
  readonly down: boolean
}

/** How a table is sorted, as the address says; at first by the first of its columns. */
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

/** The heading of a column that sorts its table; pressed once more, the other way round. */
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
