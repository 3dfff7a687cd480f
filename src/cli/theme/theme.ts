import { Command } from 'commander'
import type { Context } from './context.ts'
import { option, type RemoteOptions, repeated, withRemoteOptions } from './options.ts'

/**
 * `tabard theme`: manages the themes of any service over HTTP. Each command loads its code when it runs, and none of
 * the service's code.
 */
export function themeCommand(): Command {
  const theme = new Command('theme').description('manage the themes of a service from any machine')
  for (const add of [addAccount, addManage, addSync, addVersions, addLabels, addMail]) add(theme)
  return theme
}

/** Options that some commands have. */
interface OwnOptions {
  readonly tenant?: string
  readonly description?: string
  readonly from?: string
  readonly ifMissing?: boolean
  readonly force?: boolean
  readonly only?: readonly string[]
  readonly ignore?: readonly string[]
  readonly all?: boolean
  readonly dryRun?: boolean
  readonly strict?: boolean
  readonly lint: boolean
  readonly allowLive?: boolean
  readonly delete?: boolean
  readonly message?: string
  readonly exitCode?: boolean
  readonly markCurrent?: readonly string[]
  readonly create?: boolean
  readonly zip?: string
  readonly out?: string
  readonly against?: string
  readonly originals?: boolean
  readonly stat?: boolean
  readonly nameOnly?: boolean
  readonly locale?: string
  readonly to?: string
}

/** Adds a command. Its action gets the arguments, its own options and the context. */
export function addCommand(
  theme: Command,
  words: string,
  description: string,
  action: (context: Context, given: readonly string[], options: OwnOptions) => Promise<void> | void,
): Command {
  return withRemoteOptions(theme.command(words))
    .description(description)
    .action(async (...called: unknown[]) => {
      const [options, command] = called.slice(-2) as [RemoteOptions & OwnOptions, Command]
      const { contextOf } = await import('./context.ts')
      const given = called.slice(0, -2) as readonly string[]
      await action(await contextOf(options, command), given, options)
    })
}

function addAccount(theme: Command): void {
  const account = () => import('./account.ts')
  addCommand(theme, 'login', 'save the credentials of an API client', async context =>
    (await account()).login(context),
  )
  addCommand(theme, 'logout', 'remove the saved credentials', async context =>
    (await account()).logout(context),
  )
  addCommand(theme, 'whoami', 'show which API client is in use', async context =>
    (await account()).whoami(context),
  )
}

function addManage(theme: Command): void {
  const manage = () => import('./manage.ts')
  const text = ['-d, --description <text>', 'what the theme is for'] as const
  const force = ['-f, --force', 'do not ask for confirmation'] as const
  addCommand(
    theme,
    'list',
    'list themes, with the applications that use them',
    async (context, _, options) =>
      context.server === undefined
        ? await (await import('../stored-themes.ts')).listStored({ ...context.options, ...options })
        : await (await manage()).list(context),
  ).option('--tenant <id or name>', 'without a server: the tenant in the database of this machine')
  addCommand(theme, 'info', 'show a theme: its revision, its applications and its address', async context =>
    (await manage()).info(context),
  )
  addCommand(theme, 'open', 'open the sign-in page of the theme in a browser', async context =>
    (await manage()).open(context),
  )
  addCommand(theme, 'create <name>', 'add a theme', async (context, [name], options) =>
    (await manage()).create(name!, options, context),
  )
    .option(...text)
    .option('--from <theme>', 'copy the files of this theme')
    .option('--if-missing', 'do not create the theme if one with this name exists')
  addCommand(
    theme,
    'duplicate <name>',
    'add a theme with the files of this one',
    async (context, [name], options) => (await manage()).duplicate(name!, options, context),
  ).option(...text)
  addCommand(theme, 'rename [name]', 'change the name or the description', async (context, [name], options) =>
    (await manage()).rename(name, options, context),
  ).option(...text)
  addCommand(
    theme,
    'delete [theme]',
    'delete a theme that no application uses',
    async (context, [given], options) => (await manage()).remove(given, options, context),
  ).option(...force)
  addCommand(
    theme,
    'reset',
    'delete all themes and revert the default theme to its original state',
    async (context, _, options) => (await manage()).reset(options, context),
  ).option(...force)
}

function addSync(theme: Command): void {
  const selecting = (command: Command) =>
    command
      .addOption(
        option('-o, --only <pattern>', 'only these files (repeatable)', 'TABARD_ONLY').argParser(repeated),
      )
      .addOption(
        option('-x, --ignore <pattern>', 'not these files (repeatable)', 'TABARD_IGNORE').argParser(repeated),
      )
  const pull = addCommand(
    theme,
    'pull [paths...]',
    'fetch what was changed on the server',
    async (context, paths, options) =>
      options.zip === undefined
        ? (await import('./pull.ts')).pull(context, { ...options, paths: paths.flat() })
        : (await import('./package.ts')).pullArchive(
            options.zip,
            { ...options, paths: paths.flat() },
            context,
          ),
  )
  selecting(pull)
    .addOption(option('--all', 'include the files of the master', 'TABARD_ALL'))
    .addOption(option('-f, --force', 'overwrite local changes', 'TABARD_FORCE'))
    .addOption(option('--dry-run', 'show what would be written', 'TABARD_DRY_RUN'))
    .option('--zip <file>', 'write the package of the theme to a file instead')
  const push = addCommand(
    theme,
    'push [paths...]',
    'send local changes as one revision',
    async (context, paths, options) =>
      (await import('./push.ts')).push(context, { ...options, paths: paths.flat() }),
  )
  selecting(push)
    .addOption(
      option(
        '-m, --message <text>',
        'the message in the history (default: that of the last commit)',
        'TABARD_MESSAGE',
      ),
    )
    .addOption(option('--delete', 'revert files on the server that were deleted locally', 'TABARD_DELETE'))
    .addOption(
      option('-a, --allow-live', 'push without asking, even if the theme is live', 'TABARD_ALLOW_LIVE'),
    )
    .addOption(
      option('-f, --force', 'overwrite changes on the server to files that you changed too', 'TABARD_FORCE'),
    )
    .addOption(option('--strict', 'stop at warnings of the linter, too', 'TABARD_STRICT'))
    .addOption(option('--no-lint', 'push without running the linter', 'TABARD_NO_LINT'))
    .addOption(option('--create', 'create the theme if it does not exist', 'TABARD_CREATE'))
    .addOption(option('--dry-run', 'show what would be sent', 'TABARD_DRY_RUN'))
  const watch = addCommand(
    theme,
    'watch [paths...]',
    'push whenever files are saved, until it is stopped',
    async (context, paths, options) =>
      (await import('./watch.ts')).watch(context, { ...options, paths: paths.flat() }),
  )
  selecting(watch)
    .addOption(
      option('-a, --allow-live', 'push without asking, even if the theme is live', 'TABARD_ALLOW_LIVE'),
    )
    .addOption(option('--delete', 'revert files on the server that were deleted locally', 'TABARD_DELETE'))
    .addOption(option('--strict', 'stop at warnings of the linter, too', 'TABARD_STRICT'))
    .addOption(option('--no-lint', 'push without running the linter', 'TABARD_NO_LINT'))
  const status = addCommand(
    theme,
    'status [paths...]',
    'show what was changed locally and on the server',
    async (context, paths, options) =>
      (await import('./status.ts')).status(context, { ...options, paths: paths.flat() }),
  )
  selecting(status)
    .addOption(option('--exit-code', 'exit with 1 if anything differs', 'TABARD_EXIT_CODE'))
    .option(
      '--mark-current <file>',
      'mark an outdated file as compared with its current original (repeatable)',
      repeated,
    )
  const diff = addCommand(
    theme,
    'diff [paths...]',
    'show the lines that differ, or the keys of label files',
    async (context, paths, options) =>
      (await import('./diff.ts')).diff(context, { ...options, paths: paths.flat() }),
  )
  selecting(diff)
    .option('--against <what>', 'remote, master, a revision, or another theme (default: remote)')
    .option('--originals', 'show how the originals of outdated files have changed')
    .option('--stat', 'show only how many lines differ')
    .option('--name-only', 'show only which files differ')
    .addOption(option('--exit-code', 'exit with 1 if anything differs', 'TABARD_EXIT_CODE'))
}

function addLabels(theme: Command): void {
  const labels = () => import('./labels.ts')
  const group = theme.command('labels').description('texts and their translations, in the folder')
  addCommand(group, 'coverage', 'show how many labels each language has', async context =>
    (await labels()).coverage(context),
  )
  addCommand(
    group,
    'missing [locale]',
    'list labels that a language lacks, or takes from the master',
    async (context, [locale]) => (await labels()).missing(locale, context),
  )
  addCommand(group, 'find <text>', 'find labels with this text or name', async (context, [text]) =>
    (await labels()).find(text!, context),
  )
  addCommand(
    group,
    'pseudo [locale]',
    'write a language of long, accented texts to test layouts (default: en_XA)',
    async (context, [locale], options) => (await labels()).pseudo(locale, options, context),
  ).option('-f, --force', 'replace the file')
  addCommand(
    theme,
    'which <text>',
    'show which files and labels a text comes from',
    async (context, [text]) => (await import('./which.ts')).which(text!, context),
  )
  addCommand(
    theme,
    'package',
    'write the folder to a ZIP archive that you can upload',
    async (context, _, options) => (await import('./package.ts')).pack(context, options),
  )
    .option('--out <file>', 'the file to write (default: theme.zip)')
    .option('--all', 'include the files of the master')
    .option('-f, --force', 'replace the file')
}

function addMail(theme: Command): void {
  const group = theme.command('mail').description('mails of a theme')
  addCommand(
    group,
    'send <mail>',
    'send a mail with sample values to somebody who may use the console',
    async (context, [mail], options) => (await import('./mail.ts')).send(mail!, options, context),
  )
    .requiredOption('--to <address>', 'e-mail address of the recipient')
    .option('--locale <locale>', 'language, such as de or pt_BR')
}

function addVersions(theme: Command): void {
  const versions = () => import('./versions.ts')
  const force = () => option('-f, --force', 'do not ask for confirmation', 'TABARD_FORCE')
  addCommand(
    theme,
    'init [name]',
    'write tabard.toml and .tabardignore for a theme',
    async (context, [name], options) => (await import('./init.ts')).init(name, options, context),
  ).option('--from <theme>', 'start with the customized files of a theme, or with all files of the master')
  addCommand(
    theme,
    'eject <paths...>',
    'copy files of the master here to customize them',
    async (context, paths) => (await versions()).eject(paths.flat(), context),
  )
  addCommand(
    theme,
    'revert <paths...>',
    'remove customized files from the folder; "theme push --delete" then reverts them in the theme',
    async (context, paths, options) => (await versions()).revert(paths.flat(), options, context),
  ).addOption(force())
  addCommand(theme, 'history', 'list the revisions of the theme, with their messages', async context =>
    (await versions()).history(context),
  )
  addCommand(
    theme,
    'rollback <revision>',
    'restore an earlier revision as a new one',
    async (context, [at], options) => (await versions()).rollback(at!, options, context),
  ).addOption(option('-a, --allow-live', 'do not ask, even if the theme is live', 'TABARD_ALLOW_LIVE'))
}
