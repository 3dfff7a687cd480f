import type { EngineName } from '../test/support/database.ts'
import { packageOf } from '../test/support/packages.ts'
import { rateRow } from './load.ts'
import type { Row } from './measure.ts'
import { type ServerProcess, startProcess, startServiceProcess } from './process.ts'
import { type Sample, sample } from './sample.ts'

const GOAL = 0.8

/** How many files a second the service answers with, token checked, beside a server that checks nothing. */
export async function fileRow(engine: EngineName): Promise<Row> {
  const files = sample(600)
  const [path, bytes] = fileOf(4 * 1024, files)
  const route = `/v1.0/branding/themes/default/${path}`
  const service = await startServiceProcess(engine)
  try {
    await service.customize(packageOf(Object.fromEntries(files)))
    const { headers } = service
    const contentType = await checkedType(`${service.url}${route}`, headers, bytes)
    const bare = await startProcess('bare.ts', [route, contentType, bytes.toString('base64')])
    try {
      await checkedType(`${bare.url}${route}`, headers, bytes)
      const target = ({ url, pid }: ServerProcess) => ({ url: `${url}${route}`, pid, headers })
      return await rateRow(`GET of a file, ${engine} (bare Fastify)`, target(service), target(bare), GOAL)
    } finally {
      await bare.stop()
    }
  } finally {
    await service.stop()
  }
}

/** The page whose size is nearest. */
function fileOf(size: number, files: Sample): [path: string, bytes: Buffer] {
  const distance = ([, bytes]: [string, Buffer]) => Math.abs(bytes.length - size)
  const pages = [...files].filter(([path]) => path.endsWith('.html'))
  return pages.reduce((best, page) => (distance(page) < distance(best) ? page : best))
}

/** The content type of an answer, once its body is known to be right. */
async function checkedType(url: string, headers: Record<string, string>, bytes: Buffer): Promise<string> {
  const response = await fetch(url, { headers })
  if (!response.ok || !bytes.equals(await response.bytes())) throw new Error(`${url} gave other bytes`)
  return response.headers.get('content-type') ?? ''
}
