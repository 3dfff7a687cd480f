import { readdirSync } from 'node:fs'
import { MAILS } from '../../src/core/catalogue/mails.ts'

const MASTER = new URL('../../master/templates/', import.meta.url)

/** The templates of the master in these folders that no mail has, or whose mail of these folders was never sent. */
export function unsentTemplates(folders: readonly string[], sent: ReadonlySet<string>): string[] {
  const files = folders.flatMap(folder =>
    readdirSync(new URL(`${folder}/default/`, MASTER)).map(file => `${folder}/${file}`),
  )
  return files.filter(file => {
    const owner = MAILS.find(({ folder, bodyFolder = folder, file: own }) =>
      typeof own === 'string'
        ? file === `${folder}/${own}`
        : file === `${folder}/${own.subject}` || file === `${bodyFolder}/${own.body}`,
    )
    return owner === undefined || (folders.includes(owner.folder) && !sent.has(owner.id))
  })
}
