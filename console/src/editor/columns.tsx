import { ActionIcon } from '@mantine/core'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import { Icon } from '../parts/icon.tsx'
import { isBoolean, isNumber, useRemembered } from '../parts/remembered.ts'
import classes from './editor.module.css'
import { Splitter } from './splitter.tsx'

const TREE = 'editor-files'
const CODE = 'editor-code'
const TREE_WIDTH = { usual: 248, min: 160, max: 480 }
/** The share of the code in what the code and the preview have together, in percent. */
const CODE_SHARE = { usual: 50, min: 25, max: 75 }
// Narrower windows have no room for the files beside or above the rest, unless somebody wants them.
const ROOMY = '(min-width: 1200px)'

/** How the room of the editor is divided; this browser remembers it. */
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

/** Files, code and preview beside each other, with lines between them that can be moved. */
export function Columns({ treeShown, tree, code, preview }: ColumnsProps) {
  const [treeWidth, setTreeWidth] = useRemembered('tabard-editor-tree-width', TREE_WIDTH.usual, isNumber)
  const [share, setShare] = useRemembered('tabard-editor-code-share', CODE_SHARE.usual, isNumber)
  const sides = useRef<HTMLDivElement>(null)
  const style = { '--tree': `${treeWidth}px`, '--code': `${share}fr`, '--preview': `${100 - share}fr` }
  return (
    <div className={classes.columns} data-tree={treeShown || undefined} style={style as CSSProperties}>
      {/* It stays as it is while it is hidden. */}
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
