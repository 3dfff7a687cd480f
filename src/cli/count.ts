import { InvalidArgumentError } from 'commander'

/** Parses the value of a numeric option. */
export function count(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value)
  throw new InvalidArgumentError('It must be a whole number.')
}
