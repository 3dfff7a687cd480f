import { Command } from 'commander'
import { configFrom } from '../config.ts'
import { vacuum } from '../store/store.ts'
import { type CommonOptions, print } from './installation.ts'
import { doing } from './progress.ts'

/** `tabard database`: maintenance of the database. */
export function databaseCommand(): Command {
  const database = new Command('database').description('maintain the database')
  database
    .command('vacuum')
    .description('release unused disk space; with SQLite, writes wait meanwhile')
    .option('-j, --json', 'print JSON')
    .action(async (options: CommonOptions) => {
      const { name, before, after } = await doing('Vacuuming', () => vacuum(configFrom()))
      print({ database: name, bytesBefore: before, bytesAfter: after }, options)
    })
  return database
}
