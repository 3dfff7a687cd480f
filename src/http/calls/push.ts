import type { FastifyInstance } from 'fastify'
import { type Limits, Refusal } from '../../core/refusal.ts'
import { revisionMessage, sourceName } from '../../core/theme.ts'
import type { TenantThemes, Themes } from '../../themes/themes.ts'
import { flawIn } from '../description/body-check.ts'
import { resource } from '../description/resource.ts'
import { authorOf } from '../request/auth.ts'
import { objectIn } from '../request/json.ts'
import { excessOf } from '../request/json-bounds.ts'
import { packageUpload, parts } from '../request/multipart.ts'
import { queryOf } from '../request/target.ts'
import { type FormBounds, uploadedForm } from '../request/upload.ts'
import { writingOf } from '../request/writing.ts'
import { PUSH, SOURCE } from './push-calls.ts'

/** Bytes of the part that lists what is reverted. It is parsed on the event loop. */
const LARGEST_CONFIGURATION = 1024 * 1024
/** The object, the source in it, and the list in that; one more level is for unknown members. */
const DEEPEST = 4

interface Given {
  readonly reverts?: readonly string[]
  readonly reviewed?: readonly string[]
  readonly message?: string | null
  readonly source?: { readonly name: string; readonly except?: readonly string[] }
}

/** One atomic, conditional revision from a tool that keeps a copy of a theme. */
export function push(app: FastifyInstance, { themes, ...bounds }: FormBounds & { themes: Themes }): void {
  source(app, { themes })
  resource(app, '/themes/:id/push', PUSH, {
    async POST(request, reply) {
      const { id } = request.params as { id: string }
      const here = themes.of(request.tenant.id, { author: authorOf(request) })
      const form = await uploadedForm(request, reply, 'archive', bounds)
      const sent = parts(request.headers['content-type'], form)
      const { archive, configuration } = packageUpload(sent, LARGEST_CONFIGURATION)
      if (archive === undefined && configuration === undefined)
        throw new Refusal('upload_malformed', {
          why: 'The form has neither a part "files" nor a part "configuration".',
        })
      const wanted = await pushed(configuration ?? '{}', here, bounds.limits)
      const { theme, tag, ...rest } = await here.pushing.push(id, { archive, ...wanted }, writingOf(request))
      reply.header('etag', tag)
      return { revision: theme.revision, ...rest }
    },
  })
}

/** What a theme and a repository had in common, for a copy of the repository that has just been made. */
function source(app: FastifyInstance, { themes }: { themes: Themes }): void {
  resource(app, '/themes/:id/source', SOURCE, {
    async GET(request, reply) {
      const { id } = request.params as { id: string }
      const name = sourceName(queryOf(request.raw.url!, ['name']).get('name') ?? '')
      const found = await themes.of(request.tenant.id).pushing.source(id, name)
      reply.header('cache-control', 'no-store')
      if (found === undefined) return { name, revision: null, pushedAt: null, files: {} }
      const { revision, pushedAt, files } = found
      return { name, revision, pushedAt: new Date(pushedAt).toISOString(), files }
    },
  })
}

/** What the configuration of a push asks for. */
async function pushed(text: string, themes: TenantThemes, { entries }: Limits) {
  const json = Buffer.from(text)
  const excess = await excessOf(json, { commas: entries, depth: DEEPEST })
  if (excess === 'commas') throw new Refusal('over_limit', { what: 'entries', limit: entries })
  if (excess === 'depth') throw invalid('The configuration is nested too deeply.')
  const given = objectIn(json)
  if (given === undefined)
    throw invalid(
      'The configuration is not a JSON object such as {"message": "New colours", "reverts": ["common/page_style.css"]}.',
    )
  const flaw = flawIn('PushConfiguration', given)
  if (flaw !== undefined) throw invalid(flaw.sentence)
  const { reverts = [], reviewed = [], message, source } = given as Given
  return {
    source: source && {
      name: sourceName(source.name),
      except: (source.except ?? []).map(name => themes.path(name)),
    },
    reverts: reverts.map(name => themes.path(name)),
    reviewed: reviewed.map(name => themes.path(name)),
    message: revisionMessage(message),
  }
}

function invalid(sentence: string): Refusal {
  return new Refusal('configuration_invalid', { sentence })
}
