import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { test } from 'node:test'
import { PAGES } from '../../src/core/catalogue/catalogue.ts'
import type { ThemePath } from '../../src/core/path.ts'
import { isShown } from '../../src/core/shown.ts'

const ROOT = 'master/templates'

test('every page of the master has header and footer, language and direction, and nothing inline', () => {
  for (const { folder, file } of PAGES) {
    const page = readFileSync(`${ROOT}/${folder}/default/${file}`, 'utf8')
    for (const part of [
      '@PAGE_HEADER@',
      '@PAGE_FOOTER@',
      'lang="@LANG@"',
      'dir="@DIR@"',
      '<main',
      'base.css',
    ])
      assert.ok(page.includes(part), `${file} has ${part}`)
    assert.doesNotMatch(page, /<script(?! defer src=)|<style|\sstyle=|\son[a-z]+=/, file)
  }
})

test('every form of the master posts what its page promises', () => {
  for (const { folder, file, form = {}, formAction = 'ACTION' } of PAGES) {
    const page = readFileSync(`${ROOT}/${folder}/default/${file}`, 'utf8')
    for (const field of Object.keys(form))
      assert.ok(page.includes(`name="${field}"`), `${file} posts ${field}`)
    if (Object.keys(form).length > 0) assert.ok(page.includes(`action="@${formAction}@"`), file)
  }
})

test('every file of the master can be seen somewhere', () => {
  const files = globSync(`${ROOT}/**/*.*`).map(path => relative(ROOT, path) as ThemePath)
  assert.ok(files.length > 100)
  assert.deepEqual(
    files.filter(path => !isShown(path)),
    [],
  )
})
