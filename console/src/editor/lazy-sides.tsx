import { lazy, Suspense } from 'react'
import { Loadable } from '../parts/loadable.tsx'
import { Placeholder } from '../parts/loading.tsx'
import type { SidesProps } from './sides.tsx'

const Loaded = lazy(() => import('./sides.tsx'))

/** Two texts side by side. The code is loaded on first use. */
export function Sides(props: SidesProps) {
  return (
    <Loadable>
      <Suspense fallback={<Placeholder h={320} label="Loading" />}>
        <Loaded {...props} />
      </Suspense>
    </Loadable>
  )
}
