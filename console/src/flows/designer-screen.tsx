import { ActionIcon, Badge, Button, Group } from '@mantine/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { DEFAULT_LOCALE } from '../../../src/core/locale.ts'
import type { OwnAttribute } from '../../../src/core/user-flows/own-attribute.ts'
import { Back } from '../parts/back.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { Restored } from '../parts/restored.tsx'
import rows from '../parts/rows.module.css'
import { Page } from '../shell/page.tsx'
import { useUnsaved } from '../unsaved.ts'
import type { WholeFlow } from './calls.ts'
import { type Designing, DesigningContext, MistakesContext, TypingContext } from './context.ts'
import classes from './designer.module.css'
import { FlowActions } from './flow-actions.tsx'
import { FlowPreview } from './flow-preview.tsx'
import { LanguageBar } from './language-bar.tsx'
import { Mistakes } from './mistakes.tsx'
import { askable, KINDS } from './names.ts'
import { Outline } from './outline.tsx'
import { Properties } from './properties.tsx'
import { languagesIn } from './texts.ts'
import { useCheck } from './use-check.ts'
import { type Base, useDesign } from './use-design.ts'
import { useFlowDraft } from './use-flow-draft.ts'
import { useGoing } from './use-going.ts'
import { usePublishing } from './use-publishing.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

interface DesignerScreenProps {
  readonly reference: string
  /** The published flow; undefined if it is not published yet. */
  readonly flow: WholeFlow | undefined
  readonly start: Base
  readonly attributes: readonly OwnAttribute[]
}

/** The screen of the flow designer. */
export function DesignerScreen({ reference, flow, start, attributes }: DesignerScreenProps) {
  const [, navigate] = useLocation()
  const state = useDesign(start)
  const { design, base, dirty, change, look, undo, redo, rebase } = state
  const { document, place, past, future } = design
  const { mistakes, failure } = useCheck(reference, document)
  const [looking, setLooking] = useState(false)
  const [said, say] = useState('')
  const [locale, setLocale] = useState(DEFAULT_LOCALE)
  const known = useMemo(() => askable(attributes), [attributes])
  const languages = languagesIn(document)
  const release = useUnsaved(dirty)
  const draft = useFlowDraft(reference, state)
  const go = useGoing(look)
  // The draft and the guard end by themselves, unless something was changed meanwhile.
  const publishing = usePublishing(reference, state, mistakes, go, draft.settle)
  const take = useCallback(
    (taken: WholeFlow) => {
      rebase(taken)
      change({ what: 'replace', document: taken.document })
    },
    [rebase, change],
  )
  // Without unsaved changes, a version that somebody else has published is shown at once.
  useEffect(() => {
    if (flow !== undefined && !dirty && flow.version > (base.version ?? 0)) take(flow)
  }, [flow, dirty, base.version, take])
  const choose = useCallback(
    (next: string) => {
      setLocale(next)
      if (next !== DEFAULT_LOCALE) change({ what: 'add language' })
    },
    [change],
  )
  const onGone = () => {
    if (flow?.builtIn) return
    draft.drop()
    release()
    navigate('/flows')
  }
  const designing: Designing = { document, place, askable: known, mistakes, change, look, say }
  const several = languages.length > 0 || locale !== DEFAULT_LOCALE
  return (
    <DesigningContext value={designing}>
      <MistakesContext value={mistakes}>
        <TypingContext value={{ locale, several }}>
          <Page
            wide
            title={reference}
            above={<Back to="/flows" name="User flows" />}
            beside={
              <Group gap="xs">
                <Badge color="gray">{KINDS[document.kind]}</Badge>
                <Badge color={dirty ? 'yellow' : 'teal'}>
                  {base.version === null
                    ? 'Not published yet'
                    : dirty
                      ? `Changes since version ${base.version}`
                      : `Version ${base.version} is published`}
                </Badge>
              </Group>
            }
            actions={
              <>
                <UndoButton name="Undo" keys="Control+Z" can={past.length > 0} act={undo} />
                <UndoButton name="Redo" keys="Control+Shift+Z" can={future.length > 0} act={redo} />
                {flow !== undefined && (
                  <>
                    <Button
                      variant="default"
                      leftSection={<Icon name="history" size={16} />}
                      onClick={() => setLooking(true)}
                    >
                      History
                    </Button>
                    <FlowActions flow={flow} onGone={onGone} />
                  </>
                )}
                <Button loading={publishing.busy} disabled={!dirty} onClick={() => void publishing.publish()}>
                  Publish
                </Button>
              </>
            }
          >
            <p role="status" aria-live="polite" className={rows.hidden}>
              {said}
            </p>
            {draft.at !== null && <Restored at={draft.at} onDiscard={draft.discard} />}
            <Problem failure={publishing.failure} title="The flow was not published" />
            <Problem failure={failure} title="The flow could not be checked" />
            <div className={classes.columns}>
              <div className={classes.side}>
                <Outline />
                <Mistakes onGo={go} />
              </div>
              <div className={classes.side}>
                <LanguageBar
                  locale={locale}
                  languages={languages}
                  onChoose={choose}
                  onRemove={gone => {
                    setLocale(DEFAULT_LOCALE)
                    change({ what: 'remove language', locale: gone })
                  }}
                />
                <Properties builtIn={flow?.builtIn ?? false} />
              </div>
              <FlowPreview reference={reference} typing={locale} />
            </div>
            {publishing.dialog}
            {looking && flow !== undefined && (
              <VersionsDialog
                flow={flow}
                design={document}
                isDirty={dirty}
                onClose={() => setLooking(false)}
                onRestored={take}
              />
            )}
          </Page>
        </TypingContext>
      </MistakesContext>
    </DesigningContext>
  )
}

interface UndoButtonProps {
  readonly name: 'Undo' | 'Redo'
  readonly keys: string
  readonly can: boolean
  readonly act: () => void
}

function UndoButton({ name, keys, can, act }: UndoButtonProps) {
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={name}
      title={`${name} (${keys})`}
      aria-keyshortcuts={keys}
      aria-disabled={!can || undefined}
      data-disabled={!can || undefined}
      onClick={() => can && act()}
    >
      <Icon name={name === 'Undo' ? 'undo' : 'redo'} size={16} />
    </ActionIcon>
  )
}
