import { lazy, Suspense } from 'react'
import { Placeholder } from '../parts/loading.tsx'
import type { SidesProps } from './sides.tsx'

const Loaded = lazy(() => import('./sides.tsx'))

/** Two texts side by side. The code is loaded on first use. */
export function Sides(props: SidesProps) {
  return (
    <Suspense fallback={<Placeholder h={320} label="Loading" />}>
      <Loaded {...props} />
    </Suspense>
  )
}
