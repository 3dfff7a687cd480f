const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The domain of an e-mail address, in lower case; undefined if the text is not an address. */
export function domainOf(address: string | null): string | undefined {
  const at = address?.lastIndexOf('@') ?? -1
  return at < 1 ? undefined : domainIn(address!.slice(at + 1))
}

/** A domain in lower case; undefined if the text is not a domain. */
export function domainIn(text: string): string | undefined {
  const domain = text.trim().toLowerCase()
  const labels = domain.split('.')
  return domain.length <= 253 && labels.length > 1 && labels.every(label => LABEL.test(label))
    ? domain
    : undefined
}
