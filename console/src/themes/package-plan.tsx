import { useState } from 'react'
import { useAction } from '../action.ts'
import { Problem } from '../parts/problem.tsx'
import { type Plan, planPackage } from './calls.ts'
import { PackageField } from './package-field.tsx'
import { PlanView } from './plan-view.tsx'
import { Working } from './working.tsx'

export interface ChosenPackage {
  readonly file: File
  readonly plan: Plan
}

interface PackagePlanProps {
  /** The theme that it is compared with. */
  readonly themeId: string
  readonly isNew?: boolean
  /** Told of a package that can be used, and of none while there is none. */
  readonly onChosen: (chosen: ChosenPackage | null) => void
}

/** A package is chosen, and what it would change is shown. */
export function PackagePlan({ themeId, isNew = false, onChosen }: PackagePlanProps) {
  const [file, setFile] = useState<File | null>(null)
  const [plan, setPlan] = useState<Plan | null>(null)
  const { busy, failure, run, clear } = useAction()
  const choose = (wanted: File | null) => {
    setFile(wanted)
    setPlan(null)
    onChosen(null)
    clear()
    if (wanted === null) return
    void run(async () => {
      const found = await planPackage(themeId, wanted)
      setPlan(found)
      onChosen({ file: wanted, plan: found })
    })
  }
  return (
    <>
      <PackageField value={file} onChange={choose} />
      {busy && <Working words="Looking at what the package changes" />}
      <Problem failure={failure} title="The package cannot be used" />
      {plan !== null && <PlanView plan={plan} isNew={isNew} />}
    </>
  )
}
