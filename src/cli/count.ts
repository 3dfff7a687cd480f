import { InvalidArgumentError } from 'commander'

/** The number that an option has. */
export function count(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value)
  throw new InvalidArgumentError('It must be a whole number.')
}
