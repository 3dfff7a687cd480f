import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type Draft, NO_THEME, useDrafts } from '../drafts.ts'
import { Ago } from '../parts/ago.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { saveFile } from '../parts/download.ts'
import { Icon } from '../parts/icon.tsx'
import type { ThemeSummary } from './calls.ts'

interface LeftDraft extends Draft<unknown> {
  readonly themeId: string
  readonly part: string
}

/** Unsaved changes of themes that somebody else has deleted, to download. They can no longer be saved. */
export function LeftDrafts({ themes }: { readonly themes: readonly Pick<ThemeSummary, 'id'>[] }) {
  const drafts = useDrafts()
  const [left, setLeft] = useState<readonly LeftDraft[]>([])
  const [discarding, setDiscarding] = useState<LeftDraft | null>(null)
  useEffect(() => {
    let gone = false
    const there = new Set([NO_THEME, ...themes.map(({ id }) => id)])
    const listed = drafts.list().filter(({ themeId }) => !there.has(themeId))
    const looked = listed.map(async draft => {
      const found = await drafts.find<unknown>(draft.themeId, draft.part)
      return found === undefined ? [] : [{ ...draft, ...found }]
    })
    void Promise.all(looked).then(all => {
      if (!gone) setLeft(all.flat())
    })
    return () => {
      gone = true
    }
  }, [drafts, themes])
  if (left.length === 0) return null
  return (
    <Alert
      color="yellow"
      role="region"
      icon={<Icon name="warning" size={16} />}
      title="Unsaved changes in deleted themes"
    >
      <Text size="sm" mb="xs">
        Somebody deleted the theme before you saved your changes. Download what you need. This browser keeps
        it for two weeks.
      </Text>
      <Stack component="ul" gap="xs" p={0} m={0}>
        {left.map(draft => (
          <Group
            key={JSON.stringify([draft.themeId, draft.part])}
            component="li"
            justify="space-between"
            gap="xs"
          >
            <Text size="sm" miw={0} style={{ overflowWrap: 'anywhere' }}>
              {nameOf(draft)}, changed <Ago at={new Date(draft.at).toISOString()} />
            </Text>
            <Group gap="xs">
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Download ${nameOf(draft)}`}
                onClick={() => saveFile(new Blob([contentOf(draft)]), fileNameOf(draft))}
              >
                Download
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Discard ${nameOf(draft)}`}
                onClick={() => setDiscarding(draft)}
              >
                Discard
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
      {discarding !== null && (
        <Confirm
          title={`Discard ${nameOf(discarding)}?`}
          action="Discard changes"
          onClose={() => setDiscarding(null)}
          onConfirm={async () => {
            drafts.drop(discarding.themeId, discarding.part)
            setLeft(some => some.filter(other => other !== discarding))
          }}
        >
          Your unsaved changes are deleted. This cannot be undone.
        </Confirm>
      )}
    </Alert>
  )
}

const BRAND = 'brand/'

/** The path of a file, or what was changed in Colors and logo. */
function nameOf({ part }: LeftDraft): string {
  if (part === `${BRAND}tokens`) return 'Colors and logo (colors)'
  return part.startsWith(BRAND) ? `Colors and logo (${part.slice(BRAND.length)})` : part
}

function fileNameOf({ part }: LeftDraft): string {
  return part.startsWith(BRAND) ? `${part.replace('/', '-')}.json` : part.slice(part.lastIndexOf('/') + 1)
}

/** The text of a file. What was changed in Colors and logo has no text before it is saved. */
function contentOf({ part, value }: LeftDraft): string {
  if (part.startsWith(BRAND)) return JSON.stringify(value, null, 2)
  return (value as { readonly text: string }).text
}
