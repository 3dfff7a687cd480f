import { localeFolders } from '../../core/locale.ts'
import { currentLocaleFolder, isLeftover, isReachable, wrongLocaleFolder } from '../paths.ts'
import type { Rule } from '../rule.ts'

export const packageLocaleFolder: Rule = {
  id: 'package/locale-folder',
  severity: 'error',
  title: 'Folder that names no language',
  reason: `The folder around a template or a label file is \`default\` or a language, such as \`fr\`, \`fr_CA\` or \`zh_TW\`: the language in
small letters, an underscore, and the region in capital letters. The files of any other folder are never used. An old code of a
language, such as \`iw\` for Hebrew, is used only if neither your theme nor the master has a folder with the current code, here \`he\`.`,
  bad: { 'common/labels/pt-BR/template_labels.properties': '$LOGIN_TITLE$=Boas-vindas\n' },
  good: { 'common/labels/pt_BR/template_labels.properties': '$LOGIN_TITLE$=Boas-vindas\n' },
  file({ path }, tell) {
    const wrong = isLeftover(path) ? undefined : wrongLocaleFolder(path)
    if (wrong === undefined) return
    const { folder, meant } = wrong
    const hint = meant === undefined ? 'Use default, or a language such as fr_CA.' : `Rename it to ${meant}.`
    tell({ message: `The folder "${folder}" names no language, and its files are never used. ${hint}` })
  },
  theme({ own, master }, tell) {
    const old = [...own.keys()].flatMap(path => {
      const named = isReachable(path) ? currentLocaleFolder(path) : undefined
      return named === undefined ? [] : [{ path, ...named }]
    })
    if (old.length === 0) return
    const folders = localeFolders([...own.keys(), ...master.keys()])
    for (const { path, folder, current } of old) {
      if (!folders.has(current)) continue
      const message = `The folder "${folder}" names the same language as the folder "${current}". Its files are never used. Move them there.`
      tell({ file: path, message })
    }
  },
}
