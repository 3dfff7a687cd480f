import { useRef, useState } from 'react'
import { ApiError, errorOf } from '../api.ts'
import { lintPackage } from '../lint/calls.ts'
import { type PackageProblems, packageProblems } from '../lint/package-report.ts'
import { type Plan, planPackage } from './calls.ts'

export interface ChosenPackage {
  readonly file: File
  readonly plan: Plan
  /** Its problems; null if the service had no time to check it. */
  readonly problems: PackageProblems | null
  /** The ETag of the theme that it was compared with. */
  readonly etag: string | null
}

/** A chosen package, and the changes that it would make. */
export interface PackageForm {
  /** The theme to compare it with. */
  readonly themeId: string
  readonly file: File | null
  /** Null until the server has checked it. */
  readonly chosen: ChosenPackage | null
  readonly busy: boolean
  readonly failure: ApiError | null
  readonly choose: (file: File | null) => Promise<void>
}

/** Compares a package with a theme. Only the last choice counts, in whatever order the responses arrive. */
export function usePackage(themeId: string): PackageForm {
  const [file, setFile] = useState<File | null>(null)
  const [found, setFound] = useState<ChosenPackage | ApiError | null>(null)
  const newest = useRef(0)
  const choose = async (wanted: File | null) => {
    const mine = ++newest.current
    setFile(wanted)
    setFound(null)
    if (wanted === null) return
    const [planned, report] = await Promise.all([
      planPackage(themeId, wanted).catch(errorOf),
      lintPackage(wanted).catch(() => null),
    ])
    const outcome =
      planned instanceof ApiError
        ? planned
        : { file: wanted, problems: packageProblems(report, planned.plan), ...planned }
    if (mine === newest.current) setFound(outcome)
  }
  const failure = found instanceof ApiError ? found : null
  return {
    themeId,
    file,
    chosen: found instanceof ApiError ? null : found,
    busy: file !== null && found === null,
    failure,
    choose,
  }
}
