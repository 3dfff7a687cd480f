import { useState } from 'react'
import { getFile } from '../api.ts'
import type { ListedFile } from '../theme/file-tree.ts'
import { fileAddress, MASTER, replaceFile, revertFile } from '../themes/calls.ts'
import { base64Of, LOGO_PNG, LOGO_SVG, type Logo, LogoProblem, logoOf } from './logo.ts'

type Bytes = Readonly<Record<string, { readonly base64: string }>>

export interface LogoForm {
  readonly chosen: Logo | null
  /** The files of the logo that is not saved yet, for the preview. */
  readonly files: Bytes
  readonly problem: string | null
  /** Whether the theme has, or would have, a logo of its own. */
  readonly own: boolean
  readonly choose: (file: File) => Promise<void>
  readonly takeMasters: () => Promise<void>
  readonly save: () => Promise<void>
  readonly discard: () => void
}

interface Choice {
  readonly logo: Logo
  readonly files: Bytes
  readonly masters: boolean
}

/** The logo of a theme, and another one that was chosen for it. */
export function useLogo(themeId: string, themeFiles: readonly ListedFile[]): LogoForm {
  const [choice, setChoice] = useState<Choice | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const customized = themeFiles
    .filter(({ path, state }) => (path === LOGO_SVG || path === LOGO_PNG) && state !== 'master')
    .map(({ path }) => path)
  const take = async (found: Promise<Logo>, masters: boolean) => {
    try {
      const logo = await found
      const [svg, png] = await Promise.all([base64Of(logo.svg), base64Of(logo.png)])
      setChoice({ logo, masters, files: { [LOGO_SVG]: { base64: svg }, [LOGO_PNG]: { base64: png } } })
      setProblem(null)
    } catch (thrown) {
      const mastersFailed = 'The master’s logo could not be loaded. Check your connection, then try again.'
      setProblem(thrown instanceof LogoProblem ? thrown.message : mastersFailed)
    }
  }
  const discard = () => {
    setChoice(null)
    setProblem(null)
  }
  const save = async () => {
    if (choice === null) return
    const { logo, masters } = choice
    if (masters) for (const path of customized) await revertFile(themeId, path, null)
    else {
      await replaceFile(themeId, LOGO_SVG, new File([logo.svg], 'logo.svg'), null)
      await replaceFile(themeId, LOGO_PNG, new File([logo.png], 'logo.png'), null)
    }
    discard()
  }
  return {
    chosen: choice?.logo ?? null,
    files: choice?.files ?? NOTHING,
    problem,
    own: choice === null ? customized.length > 0 : !choice.masters,
    choose: async file => await take(logoOf(file), false),
    // Without a logo of its own the theme shows the master's already.
    takeMasters: async () => (customized.length === 0 ? discard() : await take(mastersLogo(), true)),
    save,
    discard,
  }
}

const NOTHING: Bytes = {}

async function mastersLogo(): Promise<Logo> {
  const [svg, png] = await Promise.all([LOGO_SVG, LOGO_PNG].map(path => getFile(fileAddress(MASTER, path))))
  return { svg: svg!.blob, png: png!.blob }
}
