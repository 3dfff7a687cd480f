import { Command } from 'commander'
import { configFrom } from '../config.ts'
import { vacuum } from '../store/store.ts'
import { type CommonOptions, print } from './installation.ts'
import { doing } from './progress.ts'

/** `tabard database`: what the database itself needs now and then. */
export function databaseCommand(): Command {
  const database = new Command('database').description('the database itself')
  database
    .command('vacuum')
    .description('give unused space back to the disk; writes wait while SQLite does it')
    .option('-j, --json', 'print JSON')
    .action(async (options: CommonOptions) => {
      const { name, before, after } = await doing('Vacuuming', () => vacuum(configFrom()))
      print({ database: name, bytesBefore: before, bytesAfter: after }, options)
    })
  return database
}
