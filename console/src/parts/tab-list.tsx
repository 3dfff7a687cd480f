import { Tabs, type TabsListProps } from '@mantine/core'
import { useInView } from './use-in-view.ts'

interface TabListProps extends TabsListProps {
  /** What the current tab depends on. */
  readonly current: unknown
}

/** The tabs of a screen. On a phone, they scroll so that the current one is in view. */
export function TabList({ current, ...props }: TabListProps) {
  const list = useInView<HTMLDivElement>('[aria-selected=true]', current)
  return <Tabs.List ref={list} {...props} />
}
