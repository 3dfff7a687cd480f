import { type ComponentType, lazy, useState } from 'react'

/** A screen of the console. */
export type Screen<P> = ComponentType<P> & {
  /** Fetches its code, so that it is there when it is drawn. */
  readonly fetch: () => Promise<unknown>
}

/**
 * A screen whose code is fetched when it is needed. One that is there already is drawn at once: what React itself loads
 * later is held back for a third of a second, so that nothing flickers.
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
