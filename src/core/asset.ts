/** The path of theme assets, below the service's address. */
export const STATIC_PATH = '/template/v1.0/static/'

const ASSET = /\.(?:css|js|mjs|json|map|png|jpe?g|gif|webp|avif|ico|bmp|svg|woff2?|ttf|otf|eot|mp4|webm)$/i

/** Whether a file may be served at a URL. Templates, labels and unknown files never are. */
export function isAsset(path: string): boolean {
  return ASSET.test(path)
}

/** The name of an asset in its URL. */
export function assetName(address: string): string | undefined {
  return /^\/?template\/v1\.0\/static\/([^?#]+)/.exec(address)?.[1]
}
