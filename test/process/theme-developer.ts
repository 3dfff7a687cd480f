import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Ended, tabard } from '../support/process.ts'
import { CLIENT_ID, CLIENT_SECRET } from '../support/service.ts'

/** Somebody who works on a theme of a server, in a folder of their own below `root`. */
export function themeDeveloper(root: string, server: string, theme: string) {
  const folder = mkdtempSync(join(root, 'dev-'))
  const environment = {
    HOME: folder,
    TABARD_SERVER: server,
    TABARD_CLIENT_ID: CLIENT_ID,
    TABARD_CLIENT_SECRET: CLIENT_SECRET,
    TABARD_PATH: folder,
    TABARD_THEME: theme,
  }
  const file = (path: string) => join(folder, 'templates', path)
  const run = async (...words: string[]): Promise<Ended> => await tabard(['theme', ...words], environment)
  return {
    folder,
    environment,
    file,
    write(path: string, content: string | Buffer) {
      mkdirSync(dirname(file(path)), { recursive: true })
      writeFileSync(file(path), content)
    },
    read: (path: string) => readFileSync(file(path), 'utf8'),
    run,
    async done(...words: string[]): Promise<string> {
      const { code, stdout, stderr } = await run(...words)
      assert.equal(code, 0, `${words.join(' ')}: ${stderr}`)
      return stdout
    },
  }
}
