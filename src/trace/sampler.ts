import type { SamplerName } from '../trace-setting.ts'
import type { Parent } from './context.ts'

/** A parent span, and whether its decision to record the trace is trusted. */
export type Caller = Parent & { readonly trusted: boolean }

/** Whether a request is traced. */
export type Sampler = (traceId: string, caller: Caller | undefined) => boolean

/**
 * The sampler with a name. A parent-based one never records a trace that the caller does not record. It follows a
 * caller that records only if the caller is trusted: otherwise strangers could have all their requests recorded.
 */
export function samplerOf(name: SamplerName, ratio: number): Sampler {
  const root = rootSampler(name.replace('parentbased_', ''), ratio)
  if (!name.startsWith('parentbased_')) return root
  return (traceId, caller) => {
    if (caller === undefined) return root(traceId, caller)
    return caller.sampled && (caller.trusted || root(traceId, caller))
  }
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'always_on') return () => true
  if (name === 'always_off') return () => false
  // Decides by the last 52 bits, which are random in every trace id. All services of a trace then decide alike.
  const bound = ratio * 2 ** 52
  return traceId => Number.parseInt(traceId.slice(-13), 16) < bound
}
