import { Command } from 'commander'
import type { Finding } from './finding.ts'

interface DoctorOptions {
  readonly offline?: boolean
  readonly themes?: boolean
  readonly json?: boolean
}

/** `tabard doctor`: checks an installation, and changes nothing. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check data, settings, addresses, mail server, clock, disk and themes')
    .option('--offline', 'skip checks that contact the running service or the mail server')
    .option(
      '--no-themes',
      'skip the pages of themes, which take about 0.15 seconds for each customized theme',
    )
    .option('-j, --json', 'print JSON')
    .action(doctor)
}

async function doctor({ offline = false, themes = true, json = false }: DoctorOptions): Promise<void> {
  // Loaded on demand, because the checks depend on nearly every module and no other command needs them.
  const { examined } = await import('./doctor-examination.ts')
  const findings: Finding[] = []
  for await (const finding of examined({ offline, themes })) {
    findings.push(finding)
    const { check, state, text } = finding
    if (!json) console.log(`${state.padEnd(7)}  ${check.padEnd(15)}  ${text}`)
  }
  if (json) console.log(JSON.stringify(findings, null, 2))
  if (findings.some(({ state }) => state === 'failed')) process.exitCode = 1
}
