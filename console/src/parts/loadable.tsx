import { Component, type ReactNode } from 'react'
import { ApiError } from '../api.ts'
import { Problem } from './problem.tsx'

interface LoadableProps {
  /** What is shown if the content cannot be loaded; an error with a button to reload the page, by default. */
  readonly instead?: ReactNode
  readonly children: ReactNode
}

/**
 * Content whose code is loaded on demand. That fails after an upgrade, because a service has only the code of its own
 * version. Without this component, React would then remove everything from the page.
 */
export class Loadable extends Component<LoadableProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    const { instead = <NotLoaded />, children } = this.props
    return this.state.failed ? instead : children
  }
}

const NOT_LOADED = 'This could not be loaded. Tabard may have been upgraded in the meantime. Reload the page.'

/** Says that code could not be loaded, and offers to reload the page. */
export function NotLoaded() {
  return (
    <Problem
      failure={new ApiError(0, 'NOT_LOADED', NOT_LOADED)}
      retry={async () => location.reload()}
      retryName="Reload"
    />
  )
}
