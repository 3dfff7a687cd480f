import { Command } from 'commander'
import { COMMAND_LINE } from '../identity/identity.ts'
import { changeLintSettings, lintSettings, type TenantLinting } from '../themes/themes.ts'
import { type CommonOptions, onTenant, print, repeated } from './installation.ts'
import { Problem } from './problem.ts'

interface Options extends Pick<CommonOptions, 'json'> {
  readonly rule?: readonly string[]
  readonly allowScript?: readonly string[]
  readonly forbidScript?: readonly string[]
  readonly tagManager?: boolean
}

/** `tabard tenant lint`: the linter settings of a tenant. */
export function tenantLintCommand(): Command {
  return new Command('lint')
    .argument('<tenant>', 'its id or name')
    .description('show or change the settings of the linter; options that you leave out keep their value')
    .option(
      '--rule <id=level>',
      'set a rule to off, error, warning, recommendation or default (repeatable)',
      repeated,
    )
    .option('--allow-script <origin>', 'allow pages to load scripts from this origin (repeatable)', repeated)
    .option('--forbid-script <origin>', 'no longer allow this origin (repeatable)', repeated)
    .option('--tag-manager', 'allow a tag manager on registration pages')
    .option('--no-tag-manager', 'allow one only if the analytics settings of the theme do (default)')
    .option('-j, --json', 'print JSON')
    .action(async (tenant: string, options: Options) => {
      const settings = await onTenant(tenant, async store => {
        const before = await lintSettings(store)
        const wish = wishOf(before, options)
        return Object.keys(wish).length === 0 ? before : await changeLintSettings(store, wish, COMMAND_LINE)
      })
      print(options.json ? settings : shown(settings), options)
    })
}

function wishOf(before: TenantLinting, { rule, allowScript, forbidScript = [], tagManager }: Options) {
  const origins = [...before.scriptOrigins, ...(allowScript ?? [])].filter(
    origin => !forbidScript.includes(origin),
  )
  return {
    ...(rule !== undefined && { rules: rulesAfter(before.rules, rule) }),
    ...((allowScript !== undefined || forbidScript.length > 0) && { scriptOrigins: origins }),
    ...(tagManager !== undefined && { tagManager }),
  }
}

function rulesAfter(before: Readonly<Record<string, string>>, given: readonly string[]) {
  const rules = new Map(Object.entries(before))
  for (const text of given) {
    const [id = '', level, more] = text.split('=')
    if (level === undefined || more !== undefined)
      throw new Problem(2, '--rule must be the id of a rule and a level, as in "asset/size=off".')
    if (level === 'default') rules.delete(id)
    else rules.set(id, level)
  }
  return Object.fromEntries(rules)
}

function shown({ rules, ...rest }: TenantLinting) {
  return { rules: Object.entries(rules).map(([id, level]) => `${id}=${level}`), ...rest }
}
