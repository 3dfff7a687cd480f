import { packageOf } from '../support/packages.ts'

export const FILES = 200

/** A package of many files, each of which names the generation it belongs to. */
export function generationPackage(generation: number): Buffer<ArrayBuffer> {
  const files: Record<string, string> = {}
  for (let number = 0; number < FILES; number += 1)
    files[`common/file_${number}.css`] = `/* file ${number} of generation ${generation} */`
  return packageOf(files)
}

/** The generation that a file names. */
export function generationOf(text: string): number {
  return Number(/generation (\d+)/.exec(text)?.[1])
}
