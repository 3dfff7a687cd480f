import { ActionIcon } from '@mantine/core'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import { Icon } from '../parts/icon.tsx'
import { isBoolean, isNumber, useRemembered } from '../parts/remembered.ts'
import classes from './editor.module.css'
import { Splitter } from './splitter.tsx'

const TREE = 'editor-files'
const CODE = 'editor-code'
const TREE_WIDTH = { usual: 248, min: 160, max: 480 }
/** The width of the code, in percent of the width of code and preview. */
const CODE_SHARE = { usual: 50, min: 25, max: 75 }
// In narrower windows, the files are hidden unless somebody shows them.
const ROOMY = '(min-width: 1200px)'

/** The layout of the editor, which this browser remembers. */
export interface Division {
  readonly treeShown: boolean
  readonly setTreeShown: (shown: boolean) => void
}

export function useDivision(): Division {
  const [treeShown, setTreeShown] = useRemembered('tabard-editor-tree', matchMedia(ROOMY).matches, isBoolean)
  return { treeShown, setTreeShown }
}

/** Shows or hides the files. */
export function TreeToggle({ treeShown, setTreeShown }: Division) {
  const name = treeShown ? 'Hide files' : 'Show files'
  return (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={name}
      title={name}
      aria-expanded={treeShown}
      aria-controls={TREE}
      onClick={() => setTreeShown(!treeShown)}
    >
      <Icon name="sidebar" size={16} />
    </ActionIcon>
  )
}

interface ColumnsProps extends Division {
  readonly tree: ReactNode
  readonly code: ReactNode
  readonly preview: ReactNode
}

/** Files, code and preview side by side, with movable dividers. */
export function Columns({ treeShown, tree, code, preview }: ColumnsProps) {
  const [treeWidth, setTreeWidth] = useRemembered('tabard-editor-tree-width', TREE_WIDTH.usual, isNumber)
  const [share, setShare] = useRemembered('tabard-editor-code-share', CODE_SHARE.usual, isNumber)
  const sides = useRef<HTMLDivElement>(null)
  const style = { '--tree': `${treeWidth}px`, '--code': `${share}fr`, '--preview': `${100 - share}fr` }
  return (
    <div className={classes.columns} data-tree={treeShown || undefined} style={style as CSSProperties}>
      {/* The tree keeps its state while it is hidden. */}
      <div id={TREE} className={classes.side} hidden={!treeShown}>
        {tree}
      </div>
      {treeShown && (
        <Splitter
          label="Width of the files"
          controls={TREE}
          value={treeWidth}
          {...TREE_WIDTH}
          step={16}
          perPixel={() => 1}
          onChange={setTreeWidth}
        />
      )}
      <div className={classes.pair} ref={sides}>
        <div id={CODE} className={classes.side}>
          {code}
        </div>
        <Splitter
          label="Width of the code"
          controls={CODE}
          value={share}
          {...CODE_SHARE}
          step={2}
          perPixel={() => 100 / Math.max(1, sides.current?.clientWidth ?? 1)}
          onChange={setShare}
        />
        {preview}
      </div>
    </div>
  )
}
