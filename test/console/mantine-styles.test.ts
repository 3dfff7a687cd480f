import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

test('every component that the console uses has its styles', () => {
  const styles = readFileSync('console/src/mantine-styles.ts', 'utf8')
  const used = globSync('console/src/**/*.tsx').flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(
      ([, names]) => names!.split(',').map(name => name.trim()),
    ),
  )
  const unstyled = [...new Set(used)].filter(name => {
    const file = `@mantine/core/styles/${name}.layer.css`
    return existsSync(`node_modules/${file}`) && !styles.includes(`'${file}'`)
  })
  assert.ok(used.includes('Button'))
  assert.deepEqual(unstyled, [])
})
