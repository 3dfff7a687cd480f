import {
  type ClientMetadata,
  type Configuration,
  errors,
  type KoaContextWithOIDC,
  Provider,
  type TokenEndpointGrantContext,
} from 'oidc-provider'

/** The ways in which an application can get its answer: `query` always, `form_post` where that is registered. */
export const RESPONSE_MODES = ['query', 'form_post'] as const

type Payload = Record<string, unknown>
type Context = KoaContextWithOIDC
type Names = string | readonly string[] | ReadonlySet<string>
type ModeHandler = Parameters<Provider['registerResponseMode']>[1]

/** What happens when something is handed out. If it fails, nothing is handed out. */
export interface HandingOut {
  /** A code was made for an application. */
  readonly code: (ctx: Context) => Promise<void>
  /** Tokens were made. */
  readonly tokens: (ctx: Context) => Promise<void>
  /** Shows the page that posts an answer to an application. */
  readonly post: (ctx: Context, redirectUri: string, fields: Record<string, string>) => Promise<void>
}

/** The response modes of an application, as its client metadata has them. */
export function registeredModes(formPost: boolean): Pick<ClientMetadata, 'response_modes'> {
  return { response_modes: formPost ? RESPONSE_MODES : ['query'] }
}

/**
 * A provider that answers each application in the response modes that are registered for it, and in no other. It
 * registers its grants and modes while it is made, so what is ours of them has to be there by then.
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
      // This one comes first.
      if (mode === 'query') byQuery = handler
      super.registerResponseMode(mode, async (ctx, redirectUri, payload) => {
        const registered = isRegistered(ctx, mode)
        if ('code' in payload) {
          // The request was checked when it came, and the registration can change while somebody signs in.
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

/** Whether a client may ask for a mode. A response type that is missing or not ours is refused next, by that name. */
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
