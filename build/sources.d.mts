export function sourcesNow(): string
export function isBundleCurrent(): boolean
