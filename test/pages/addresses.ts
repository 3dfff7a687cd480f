export const LOGIN = '/idaas/mtfim/sps/idaas/login'
export const THEMES = '/v1.0/branding/themes'
export const STATIC = '/template/v1.0/static'
export const PREVIEW = '/v1.0/tabard/preview'
export const EXPLAIN = '/v1.0/tabard/explain'

/** Where the files of the sign-in page stand in a package. */
export const FILES = {
  login: 'authentication/login/cloud_directory/user_login/default/cloud_directory_login.html',
  choice:
    'authentication/login/identity_source/identity_source_selection/default/combined_login_selection.html',
  footer: 'common/page_components/default/page_footer.html',
  header: 'common/page_components/page_header.html',
  style: 'common/page_style.css',
  labels: 'common/default/template_labels.properties',
} as const

const FORM =
  '<form method="post" action="@ACTION@"><input name="username"><input type="password" name="password"><button>Go</button></form><p>@ERROR_MESSAGE@</p>'

/** A template of a sign-in page with what no such page may lack, for tests that are about something else. */
export function whole(template: string): string {
  return `${template}${FORM}`
}

/** Files of a package whose sign-in pages lack nothing. */
export function wholeFiles<T>(files: Record<string, T>): Record<string, T | string> {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' && /(?:cloud_directory_login|combined_login_selection)\.html$/.test(path)
        ? whole(content)
        : content,
    ]),
  )
}

/** A page as its template has it without that. */
export function bare(page: string): string {
  return page.replace(
    /<form method="post" action="[^"]*"><input name="username">.*?<\/form><p>[^<]*<\/p>/,
    '',
  )
}
