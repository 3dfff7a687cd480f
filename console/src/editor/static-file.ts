import { assetName, STATIC_PATH } from '../../../src/core/asset.ts'
import { assetPlaces } from '../../../src/core/places.ts'

/** The file of a theme that is served at a static URL. */
export function staticFile(address: string, isThere: (path: string) => boolean): string | undefined {
  const at = address.indexOf(STATIC_PATH)
  const name = at === -1 ? undefined : assetName(address.slice(at))
  return name === undefined ? undefined : assetPlaces(name).find(isThere)
}
