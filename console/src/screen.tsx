import { type ComponentType, lazy, useState } from 'react'

/** A screen of the console. */
export type Screen<P> = ComponentType<P> & {
  /** Loads its code, so that it is available when it is rendered. */
  readonly fetch: () => Promise<unknown>
}

/**
 * A screen whose code is loaded on demand. If the code is there, the screen renders at once. React's own lazy loading
 * would delay it by a third of a second to avoid flickering.
 */
export function screen<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Screen<P> {
  let loaded: ComponentType<P> | undefined
  const fetch = async () => {
    const module = await load()
    loaded = module.default
    return module
  }
  const Later = lazy(fetch)
  const Drawn = (props: P) => {
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Later)
    return <Shown {...props} />
  }
  return Object.assign(Drawn, { fetch })
}
