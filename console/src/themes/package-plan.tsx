import { Problem } from '../parts/problem.tsx'
import { PackageField } from './package-field.tsx'
import { PackageFindings } from './package-findings.tsx'
import { PackagePicture } from './package-picture.tsx'
import { PlanView } from './plan-view.tsx'
import type { PackageForm } from './use-package.ts'
import { Working } from './working.tsx'

interface PackagePlanProps {
  readonly form: PackageForm
  readonly isNew?: boolean
  readonly disabled?: boolean
}

/** Chooses a package, and shows what it would change. */
export function PackagePlan({ form, isNew = false, disabled = false }: PackagePlanProps) {
  const { file, chosen, busy, failure, choose } = form
  return (
    <>
      <PackageField value={file} disabled={disabled} onChange={wanted => void choose(wanted)} />
      {busy && <Working words="Checking what the package changes" />}
      <Problem failure={failure} title="The package cannot be used" />
      {chosen !== null && (
        <>
          <PackagePicture themeId={form.themeId} chosen={chosen} />
          <PackageFindings problems={chosen.problems} />
          <PlanView plan={chosen.plan} linted={chosen.problems !== null} isNew={isNew} />
        </>
      )}
    </>
  )
}
