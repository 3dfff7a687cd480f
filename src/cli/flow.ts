import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Command } from 'commander'
import type { Mistake } from '../core/mistake.ts'
import { Refusal } from '../core/refusal.ts'
import { isError } from '../core/user-flows/mistakes.ts'
import {
  type AccountOffice,
  authorNames,
  checkedFlow,
  DESIGNER_AT_COMMAND_LINE,
  type DesignedFlow,
  flowOf,
  flowsOf,
  flowVersions,
  invite,
  keepAttribute,
  offeredLocales,
  publishFlow,
  removeAttribute,
  resetFlow,
  restoreFlow,
} from '../identity/identity.ts'
import { type CommonOptions, count, onOffice, onTenant, print, withCommonOptions } from './installation.ts'
import { writeOutput } from './output.ts'
import { Problem } from './problem.ts'
import { unified } from './theme/unified.ts'

interface FileOptions extends CommonOptions {
  readonly reference?: string
  readonly check?: boolean
}

interface InviteOptions extends CommonOptions {
  readonly locale?: string
  readonly app?: string
  readonly mail: boolean
}

/** `tabard flow`: registration and user forms as documents. */
export function flowCommand(): Command {
  const flow = new Command('flow').description('user flows: registration and forms, as JSON documents')
  withCommonOptions(flow.command('list'))
    .description('list flows with their versions')
    .action(async (options: CommonOptions) => {
      print((await onTenant(options.tenant, flowsOf)).map(summary), options)
    })
  withCommonOptions(flow.command('show <reference>'))
    .description('show a flow with its versions and warnings')
    .action(async (reference: string, options: CommonOptions) => {
      const { shown, mistakes, versions } = await onOffice(options, async office => {
        const store = office.store.tenant(office.tenant.id)
        const found = await flowOf(store, reference)
        const nameOf = await authorNames(store)
        const history = (await flowVersions(store, reference)).map(({ version, at, author, cause }) => {
          return { version, at: new Date(at).toISOString(), author, authorName: nameOf(author), cause }
        })
        const { mistakes: told } = await checked(office, reference, found.document)
        return { shown: found, mistakes: told, versions: history }
      })
      if (options.json)
        return print({ ...summary(shown), document: shown.document, mistakes, versions }, options)
      print(summary(shown), options)
      if (mistakes.length > 0) print(told(mistakes), options)
      const rows = versions.map(({ author, authorName, ...version }) => {
        return { ...version, author: authorName ?? author }
      })
      print(rows, options, 'This flow was never changed.')
    })
  withFile(flow.command('apply <file>'))
    .description('publish the document in a file')
    .option('--check', 'only check the document')
    .action(async (file: string, options: FileOptions) => {
      const [reference, document] = [referenceFor(file, options), jsonIn(file)]
      if (options.check) {
        const { mistakes } = await onOffice(options, office => checked(office, reference, document))
        print(told(mistakes), options, 'The document has no mistakes.')
        if (mistakes.some(isError)) throw new Problem(1, `The document in ${file} cannot be published.`)
        return
      }
      const { made, mistakes, unchanged } = await onOffice(options, async office => {
        const store = office.store.tenant(office.tenant.id)
        const published = await publishFlow(store, reference, document, DESIGNER_AT_COMMAND_LINE)
        const { mistakes: told } = await checked(office, reference, document)
        return { made: published.flow, mistakes: told, unchanged: published.unchanged }
      })
      const applied = { reference, version: made.version, changed: !unchanged }
      if (options.json) return print({ ...applied, mistakes }, options)
      print(applied, options)
      if (mistakes.length > 0) print(told(mistakes), options)
    })
  withCommonOptions(flow.command('export <reference>'))
    .description('export the document of a flow')
    .option('--output <file>', 'write it to a file instead of standard output')
    .option('--force', 'replace an existing file')
    .action(async (reference: string, options: CommonOptions & { output?: string; force?: boolean }) => {
      const { document } = await onTenant(options.tenant, store => flowOf(store, reference))
      if (options.output === undefined) process.stdout.write(lines(document))
      else await writeOutput(options.output, lines(document), options.force ?? false)
    })
  withFile(flow.command('diff <file>'))
    .description('compare the document in a file with the published one')
    .action(async (file: string, options: FileOptions) => {
      const [reference, document] = [referenceFor(file, options), jsonIn(file)]
      const before = await onTenant(options.tenant, store => published(store, reference))
      const [was, is] = [before && Buffer.from(lines(before)), Buffer.from(lines(document))]
      if (was?.equals(is)) return print([], options, 'There is no difference.')
      const found = unified(`${reference}.json`, was, is)
      if (options.json) print({ reference, difference: found }, options)
      else process.stdout.write(`${found.join('\n')}\n`)
    })
  withCommonOptions(flow.command('restore <reference> <version>'))
    .description('publish an earlier version again')
    .action(async (reference: string, version: string, options: CommonOptions) => {
      const restored = await onTenant(options.tenant, store =>
        restoreFlow(store, reference, count(version), DESIGNER_AT_COMMAND_LINE),
      )
      print(summary(restored), options)
    })
  withCommonOptions(flow.command('invite <reference> <email>'))
    .description('mail somebody a link with which they can register')
    .option('--locale <locale>', 'the language of the mail')
    .option('--app <id or name>', 'the application in whose theme the mail is written')
    .option('--no-mail', 'only print the link; you send it to them')
    .action(async (reference: string, email: string, options: InviteOptions) => {
      const { locale, mail } = options
      const asked = { reference, email, locale, mail }
      print(await onOffice(options, office => invite(office, asked, DESIGNER_AT_COMMAND_LINE)), options)
    })
  withCommonOptions(flow.command('reset <reference>'))
    .description(
      'reset registration or profile to its original; remove any other flow, unless applications use it for registration',
    )
    .action(async (reference: string, options: CommonOptions) => {
      await onTenant(options.tenant, store => resetFlow(store, reference, DESIGNER_AT_COMMAND_LINE))
      print({ reference, reset: true }, options)
    })
  return flow
}

/** `tabard attribute`: the custom attributes of a tenant. */
export function attributeCommand(): Command {
  const attribute = new Command('attribute').description('manage the attributes of people that you added')
  withCommonOptions(attribute.command('list'))
    .description('list attributes')
    .action(async (options: CommonOptions) => {
      const all = await onTenant(options.tenant, store => store.attributes.list())
      const rows = options.json ? all : all.map(({ name, kind }) => ({ name, kind }))
      print(rows, options, 'There are no attributes.')
    })
  withCommonOptions(attribute.command('apply <file>'))
    .description('add or change the attribute in a file')
    .action(async (file: string, options: CommonOptions) => {
      const given = jsonIn(file)
      const name = String((given as { name?: unknown } | null)?.name ?? '')
      const { kind } = await onTenant(options.tenant, store =>
        keepAttribute(store, name, given, DESIGNER_AT_COMMAND_LINE),
      )
      print({ name, kind }, options)
    })
  withCommonOptions(attribute.command('remove <name>'))
    .description('remove an attribute and its value in all accounts')
    .action(async (name: string, options: CommonOptions) => {
      await onTenant(options.tenant, store => removeAttribute(store, name, DESIGNER_AT_COMMAND_LINE))
      print({ name, removed: true }, options)
    })
  return attribute
}

function withFile(command: Command): Command {
  return withCommonOptions(command).option(
    '--reference <name>',
    'the flow (default: the name of the file without .json)',
  )
}

function referenceFor(file: string, { reference }: FileOptions): string {
  return reference ?? basename(file, '.json')
}

/** The mistakes in a document, including those in the languages that the themes offer. */
async function checked(office: AccountOffice, reference: string, document: unknown) {
  const { store, tenant } = office
  return await checkedFlow(store.tenant(tenant.id), reference, document, await offeredLocales(office, tenant))
}

/** The document of a flow; undefined if there is none. */
async function published(store: Parameters<typeof flowOf>[0], reference: string) {
  try {
    return (await flowOf(store, reference)).document
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Problem(2, `The file ${file} cannot be read as JSON: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

function lines(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

function summary({ reference, version, designed, updatedAt, document }: DesignedFlow) {
  const updated = updatedAt === null ? null : new Date(updatedAt).toISOString()
  return { reference, kind: document.kind, version, steps: document.steps.length, designed, updated }
}

function told(mistakes: readonly Mistake[]) {
  return mistakes.map(({ path, reason, warning = false }) => {
    return { level: warning ? 'warning' : 'error', path, reason }
  })
}
