import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { SidesProps } from './sides.tsx'

const Loaded = lazy(() => import('./sides.tsx'))

/** Two texts side by side. The code is loaded on first use. */
export function Sides(props: SidesProps) {
  return (
    <Suspense fallback={<Skeleton h={320} aria-label="Loading" />}>
      <Loaded {...props} />
    </Suspense>
  )
}
