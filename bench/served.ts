import { gzipSync } from 'node:zlib'
import { rateRows } from './load.ts'
import type { Row } from './measure.ts'
import { startNginx } from './nginx.ts'
import { startServiceProcess } from './process.ts'

const LIST = '/v1.0/branding/themes'
const LIST_GOAL = 0.45
const ASSET = 'themes.css'
const ASSET_GOAL = 0.5

/** The list of themes with its token checked, beside nginx with the same JSON in a file and nothing to check. */
export async function listRows(): Promise<Row[]> {
  const service = await startServiceProcess('SQLite')
  try {
    const { headers, pid } = service
    const answer = await fetch(`${service.url}${LIST}`, { headers })
    if (!answer.ok) throw new Error(`the list was answered with ${answer.status}`)
    const nginx = await startNginx({ 'list.json': await answer.bytes() })
    try {
      return await rateRows(
        'theme list, token checked',
        'nginx, a file',
        { url: `${service.url}${LIST}`, pid, headers },
        { url: `${nginx.url}/list.json`, pid: nginx.pid, headers },
        LIST_GOAL,
      )
    } finally {
      await nginx.stop()
    }
  } finally {
    await service.stop()
  }
}

/** A compressed asset of a theme, beside nginx with the same bytes in a file. */
export async function assetRows(): Promise<Row[]> {
  const service = await startServiceProcess('SQLite')
  try {
    const headers = { 'accept-encoding': 'gzip' }
    const url = `${service.url}/template/v1.0/static/page_style.css`
    const answer = await fetch(url, { headers })
    if (!answer.ok || answer.headers.get('content-encoding') !== 'gzip')
      throw new Error('the asset did not come compressed')
    const plain = await answer.bytes()
    const files = { [ASSET]: plain, [`${ASSET}.gz`]: gzipSync(plain, { level: 9 }) }
    const nginx = await startNginx(files, 'gzip_static on;')
    try {
      return await rateRows(
        'static asset, gzip',
        'nginx, gzip_static',
        { url, pid: service.pid, headers },
        { url: `${nginx.url}/${ASSET}`, pid: nginx.pid, headers },
        ASSET_GOAL,
      )
    } finally {
      await nginx.stop()
    }
  } finally {
    await service.stop()
  }
}
