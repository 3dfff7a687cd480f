import { useEffect, useRef, useState } from 'react'
import { getFile, isMoved } from '../api.ts'
import type { ListedFile } from '../theme/file-tree.ts'
import { fileAddress, MASTER, replaceFile, revertFile } from '../themes/calls.ts'
import { base64Of, LOGO_PNG, LOGO_SVG, type Logo, LogoProblem, logoOf } from './logo.ts'

type Bytes = Readonly<Record<string, { readonly base64: string }>>

export interface LogoForm {
  /** The logo that the theme has; null before it is loaded. */
  readonly saved: Logo | null
  readonly chosen: Logo | null
  /** The files of the logo that is not saved yet, for the preview. */
  readonly files: Bytes
  readonly problem: string | null
  /** Whether the theme has, or would have, a logo of its own. */
  readonly own: boolean
  /** Whether somebody else changed the logo meanwhile, and saving again would replace theirs. */
  readonly moved: boolean
  /** Whether it is saved for pages, and not for mails. */
  readonly half: boolean
  readonly choose: (file: File) => Promise<void>
  readonly takeMasters: () => Promise<void>
  /** Whether it is saved, and not only loaded anew because somebody else was faster. */
  readonly save: () => Promise<boolean>
  readonly discard: () => void
}

interface Choice {
  readonly logo: Logo
  readonly files: Bytes
  readonly masters: boolean
}

interface SavedLogo {
  readonly logo: Logo
  /** By path, what a later write has to name. */
  readonly tags: Readonly<Record<string, string | null>>
}

const PATHS = [LOGO_SVG, LOGO_PNG]
const NOTHING: Bytes = {}

/** The logo of a theme, and another one that was chosen for it. */
export function useLogo(themeId: string, themeFiles: readonly ListedFile[]): LogoForm {
  const [choice, setChoice] = useState<Choice | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [moved, setMoved] = useState(false)
  const [half, setHalf] = useState(false)
  const newest = useRef(0)
  const parts = themeFiles.filter(({ path }) => PATHS.includes(path))
  const customized = parts.filter(({ state }) => state !== 'master').map(({ path }) => path)
  const version = parts.map(({ digest }) => digest).join(' ')
  const [saved, setSaved] = useSaved(themeId, version, choice === null)

  const take = async (found: Promise<Logo>, masters: boolean) => {
    const mine = ++newest.current
    try {
      const logo = await found
      const [svg, png] = await Promise.all([base64Of(logo.svg), base64Of(logo.png)])
      if (mine !== newest.current) return
      setChoice({ logo, masters, files: { [LOGO_SVG]: { base64: svg }, [LOGO_PNG]: { base64: png } } })
      setProblem(null)
    } catch (thrown) {
      if (mine !== newest.current) return
      const mastersFailed = 'The master’s logo could not be loaded. Check your connection, then try again.'
      setProblem(thrown instanceof LogoProblem ? thrown.message : mastersFailed)
    }
  }
  const settle = () => {
    setMoved(false)
    setHalf(false)
  }
  const discard = () => {
    newest.current++
    setChoice(null)
    setProblem(null)
    settle()
  }
  const save = async () => {
    if (choice === null) return true
    let { tags } = saved ?? (await savedLogo(themeId))
    settle()
    try {
      for (const path of choice.masters ? customized : PATHS) {
        const tag = await write(themeId, path, choice, tags[path] ?? null)
        tags = { ...tags, [path]: tag }
        setSaved({ logo: choice.logo, tags })
        setHalf(path === LOGO_SVG)
      }
    } catch (thrown) {
      if (!isMoved(thrown)) throw thrown
      setSaved(await savedLogo(themeId))
      setMoved(true)
      return false
    }
    settle()
    // Another one may have been chosen meanwhile.
    setChoice(now => (now === choice ? null : now))
    return true
  }
  return {
    saved: saved?.logo ?? null,
    chosen: choice?.logo ?? null,
    files: choice?.files ?? NOTHING,
    problem,
    own: choice === null ? customized.length > 0 : !choice.masters,
    moved,
    half,
    choose: async file => await take(logoOf(file), false),
    // Without a logo of its own the theme shows the master's already.
    takeMasters: async () =>
      customized.length === 0 ? discard() : await take(loaded(MASTER).then(toLogo), true),
    save,
    discard,
  }
}

/** The logo as the theme has it; while another one is chosen, as it was then. */
function useSaved(themeId: string, version: string, untouched: boolean) {
  const [saved, setSaved] = useState<SavedLogo | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another content.
  useEffect(() => {
    if (!untouched) return
    let wanted = true
    savedLogo(themeId).then(
      found => wanted && setSaved(found),
      () => wanted && setSaved(null),
    )
    return () => {
      wanted = false
    }
  }, [themeId, version, untouched])
  return [saved, setSaved] as const
}

async function loaded(themeId: string) {
  const [svg, png] = await Promise.all([
    getFile(fileAddress(themeId, LOGO_SVG)),
    getFile(fileAddress(themeId, LOGO_PNG)),
  ])
  return { svg, png }
}

function toLogo({ svg, png }: Awaited<ReturnType<typeof loaded>>): Logo {
  return { svg: svg.blob, png: png.blob }
}

async function savedLogo(themeId: string): Promise<SavedLogo> {
  const files = await loaded(themeId)
  return { logo: toLogo(files), tags: { [LOGO_SVG]: files.svg.etag, [LOGO_PNG]: files.png.etag } }
}

/** Writes a part of the logo; the answer is its new tag. */
async function write(themeId: string, path: string, { logo, masters }: Choice, etag: string | null) {
  if (masters) return await revertFile(themeId, path, etag)
  const part = path === LOGO_SVG ? logo.svg : logo.png
  return await replaceFile(themeId, path, new File([part], path.slice(path.lastIndexOf('/') + 1)), etag)
}
