import {
  type ClientMetadata,
  type Configuration,
  errors,
  type KoaContextWithOIDC,
  Provider,
  type TokenEndpointGrantContext,
} from 'oidc-provider'

/** How an application can get its answer: `query` always, `form_post` if it is registered for the application. */
export const RESPONSE_MODES = ['query', 'form_post'] as const

type Payload = Record<string, unknown>
type Context = KoaContextWithOIDC
type Names = string | readonly string[] | ReadonlySet<string>
type ModeHandler = Parameters<Provider['registerResponseMode']>[1]

/** Callbacks that run before a code or tokens are handed out. If one fails, nothing is handed out. */
export interface HandingOut {
  /** A code was made for an application. */
  readonly code: (ctx: Context) => Promise<void>
  /** Tokens were made. */
  readonly tokens: (ctx: Context) => Promise<void>
  /** Shows the page that posts an answer to an application. */
  readonly post: (ctx: Context, redirectUri: string, fields: Record<string, string>) => Promise<void>
}

/** The response modes of an application, for its client metadata. */
export function registeredModes(formPost: boolean): Pick<ClientMetadata, 'response_modes'> {
  return { response_modes: formPost ? RESPONSE_MODES : ['query'] }
}

/**
 * A provider that answers each application only in the response modes that are registered for it. The library registers
 * grants and modes in its constructor, so our overrides have to be methods of a subclass.
 */
export function ownProvider(issuer: string, configuration: Configuration, out: HandingOut): Provider {
  let byQuery: ModeHandler

  class OwnProvider extends Provider {
    override registerGrantType<P extends object>(
      name: string,
      handler: (ctx: TokenEndpointGrantContext<P>) => Promise<void> | void,
      parameters?: Names,
      duplicates?: Names,
    ) {
      const recorded = async (ctx: TokenEndpointGrantContext<P>) => {
        await handler(ctx)
        await out.tokens(ctx)
      }
      super.registerGrantType(name, recorded, parameters, duplicates)
    }

    override registerResponseMode(mode: string, handler: ModeHandler) {
      // The library registers this mode first.
      if (mode === 'query') byQuery = handler
      super.registerResponseMode(mode, async (ctx, redirectUri, payload) => {
        const registered = isRegistered(ctx, mode)
        if ('code' in payload) {
          // The request was checked when it arrived, but the registration can change while somebody signs in.
          if (!registered) throw new errors.InvalidRequest('requested response_mode is not allowed')
          await out.code(ctx)
        }
        if (mode === 'form_post' && registered) await out.post(ctx, redirectUri, texts(payload))
        else await byQuery(ctx, redirectUri, payload)
      })
    }
  }

  const provider = new OwnProvider(issuer, configuration)
  const client = provider.Client.prototype as { responseModeAllowed: unknown }
  client.responseModeAllowed = allowed
  return provider
}

/**
 * Whether a client may ask for a mode. The provider rejects a missing or unsupported response type next, with its own
 * error.
 */
function allowed(
  this: { readonly responseModes?: readonly string[] },
  mode: string | undefined,
  responseType: string | undefined,
): boolean {
  const refusedNext = responseType === undefined || responseType.includes('token')
  return refusedNext || this.responseModes?.includes(mode ?? '') === true
}

function isRegistered({ oidc }: Context, mode: string): boolean {
  return oidc.client?.responseModes?.includes(mode) === true
}

function texts(payload: Payload): Record<string, string> {
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, String(value)]))
}
