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
