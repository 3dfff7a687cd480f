import { Alert } from '@mantine/core'
import { Icon } from '../parts/icon.tsx'
import { useSession } from '../session.ts'

/** Says why the scripts of themes do not run, if they are turned off. */
export function ScriptsOff() {
  const { scripts, pagesUrl } = useSession()
  if (scripts) return null
  return (
    <Alert
      color="yellow"
      role="status"
      mb="lg"
      icon={<Icon name="warning" />}
      title="Scripts of customized themes do not run"
    >
      The pages are served over plain HTTP ({pagesUrl}). Over plain HTTP, the service cannot tell requests of
      scripts from requests of people. A script of one theme could then act for people in every application.
      Ask the operator to serve the pages over HTTPS, or to accept the risk with TABARD_SCRIPTS_OVER_HTTP.
    </Alert>
  )
}
