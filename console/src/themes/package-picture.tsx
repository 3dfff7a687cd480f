import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { PagePicture } from '../parts/picture.tsx'
import { MASTER } from './calls.ts'
import { type PackageFiles, packageFiles, signInPaths } from './package-files.ts'
import classes from './plan-view.module.css'
import type { ChosenPackage } from './use-package.ts'

interface PackagePictureProps {
  /** The theme that the package is for. */
  readonly themeId: string
  readonly chosen: ChosenPackage
}

/** The sign-in page with a package applied. Renders nothing if the package does not affect it. */
export function PackagePicture({ themeId, chosen }: PackagePictureProps) {
  const [files, setFiles] = useState<PackageFiles | null>(null)
  useEffect(() => {
    let gone = false
    setFiles(null)
    const paths = signInPaths(chosen.plan)
    if (paths.size > 0)
      packageFiles(chosen.file, paths).then(
        found => gone || setFiles(found),
        // The picture is optional, because the changes are also described in words.
        () => {},
      )
    return () => {
      gone = true
    }
  }, [chosen])
  if (files === null || Object.keys(files).length === 0) return null
  return (
    <figure className={classes.figure}>
      <PagePicture themeId={chosen.plan.whole ? MASTER : themeId} files={files} />
      <Text component="figcaption" size="xs" c="dimmed">
        The sign-in page with this package
      </Text>
    </figure>
  )
}
