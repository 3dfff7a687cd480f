import { Anchor, Button, Group, Select, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { Link } from 'wouter'
import { capital } from '../parts/capital.ts'
import { Empty } from '../parts/empty.tsx'
import { giveBack } from '../parts/focus.ts'
import { Icon } from '../parts/icon.tsx'
import { useListQuery } from '../parts/list-query.ts'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { type Catalogue, PAGES } from '../preview/calls.ts'
import { usePageNames } from '../preview/page-names.ts'
import { useResource } from '../resource.ts'
import type { ThemeDetail } from '../theme/theme.tsx'
import { counted, countsInWords, numeral } from './counts.ts'
import { FileFindings } from './file-findings.tsx'
import { type LintReport, SEVERITIES } from './finding.ts'
import { byFile, filtered, rulesIn } from './grouping.ts'
import classes from './lint.module.css'
import { useReport } from './use-report.ts'
import { useShown } from './use-shown.ts'

/** The findings in a theme, on all its pages and in all its languages. */
export function ThemeProblems({ theme }: { readonly theme: ThemeDetail }) {
  const { report, failure, busy, reload } = useReport(theme.id, theme.revision)
  const button = useRef<HTMLButtonElement>(null)
  const asked = useRef(false)
  // The button is disabled during the check, and is another one if there are no problems any more.
  useEffect(() => {
    if (busy || !asked.current) return
    asked.current = false
    giveBack(button.current)
  }, [busy])
  const check = async () => {
    asked.current = true
    await reload()
  }
  if (failure !== null) return <Problem failure={failure} title="The theme was not checked" retry={check} />
  if (report === null) return <Placeholder h={320} label="Loading the problems" />
  const again = (
    <Group gap="md">
      <Button
        ref={button}
        variant="default"
        leftSection={<Icon name="check" size={15} />}
        loading={busy}
        onClick={() => void check()}
      >
        Check again
      </Button>
      <Anchor component={Link} href="/linter" size="sm">
        Rules and their levels
      </Anchor>
    </Group>
  )
  if (report.findings.length === 0) {
    return (
      <Empty title="No problems" action={again}>
        All pages and mails were checked in every language of the theme. Files of the master are not checked.
      </Empty>
    )
  }
  return <Findings theme={theme} report={report} again={again} />
}

interface FindingsProps {
  readonly theme: ThemeDetail
  readonly report: LintReport
  readonly again: ReactNode
}

function Findings({ theme, report, again }: FindingsProps) {
  const { findings, counts } = report
  const { data: catalogue } = useResource<Catalogue>(PAGES)
  const pageName = usePageNames(catalogue)
  const [severity, setSeverity] = useListQuery('severity')
  const [rule, setRule] = useListQuery('rule')
  const matching = useMemo(() => filtered(findings, { severity, rule }), [findings, severity, rule])
  const { shown, more } = useShown(matching, `${severity} ${rule}`)
  const files = useMemo(() => byFile(shown), [shown])
  const inFiles = useMemo(() => byFile(findings).length, [findings])
  const total = SEVERITIES.reduce((sum, one) => sum + counts[one], 0)
  return (
    <Stack gap="md">
      <div className={classes.controls}>
        <Select
          label="Severity"
          w={210}
          data={[
            { value: '', label: `All (${numeral(total)})` },
            ...SEVERITIES.filter(one => counts[one] > 0).map(one => ({
              value: one,
              label: capital(counted(one, counts[one])),
            })),
          ]}
          value={severity}
          onChange={value => setSeverity(value ?? '')}
          allowDeselect={false}
        />
        <Select
          label="Rule"
          w={280}
          data={[
            { value: '', label: 'All rules' },
            ...rulesIn(findings).map(([id, count]) => ({ value: id, label: `${id} (${numeral(count)})` })),
          ]}
          value={rule}
          onChange={value => setRule(value ?? '')}
          searchable
          allowDeselect={false}
        />
        {again}
      </div>
      <Text size="sm" c="dimmed" role="status">
        {countsInWords(counts)} in {inFiles === 1 ? 'one file' : `${numeral(inFiles)} files`}
        {total > findings.length && `. The worst ${numeral(findings.length)} are listed`}
        {shown.length < total && `. ${numeral(shown.length)} of ${numeral(total)} shown`}.
      </Text>
      {matching.length === 0 ? (
        <Empty title="Nothing matches">No problem has this severity and this rule.</Empty>
      ) : (
        <ul className={classes.files} aria-label="Files with problems">
          {files.map(([file, some]) => (
            <FileFindings key={file} theme={theme} file={file} findings={some} pageName={pageName} />
          ))}
        </ul>
      )}
      {more !== null && (
        <Group justify="center">
          <Button variant="default" onClick={more}>
            Show more
          </Button>
        </Group>
      )}
    </Stack>
  )
}
