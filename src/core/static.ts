/** Where the assets of themes are below the service's address. */
export const STATIC_PATH = '/template/v1.0/static/'

const ASSET = /\.(?:css|js|mjs|json|map|png|jpe?g|gif|webp|avif|ico|bmp|svg|woff2?|ttf|otf|eot|mp4|webm)$/i

/** Whether a file may be delivered by its address: templates, labels and whatever is unknown never are. */
export function isAsset(path: string): boolean {
  return ASSET.test(path)
}

/** Where the file of a static address can stand in a theme, the first one that exists counts. */
export function staticPaths(name: string): string[] {
  if (name === 'theme.css') {
    return [
      'common/page_components/default/page_style.css',
      'common/page_components/page_style.css',
      'common/page_style.css',
    ]
  }
  // Where a theme has no logo for dark pages, the one logo is for both.
  const logo = /^logo-dark(\.\w+)$/.exec(name)
  if (logo !== null)
    return [`common/logo/default/${name}`, `common/logo/default/logo${logo[1]}`].filter(isAsset)
  return [`common/static/${name}`, `common/logo/default/${name}`, `common/${name}`].filter(isAsset)
}

/** The address of a page's static file without what comes before and after its name. */
export function staticName(address: string): string | undefined {
  return /^\/?template\/v1\.0\/static\/([^?#]+)/.exec(address)?.[1]
}
