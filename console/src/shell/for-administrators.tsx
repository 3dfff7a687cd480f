import { NotFound } from './not-found.tsx'

/** What a developer sees where only administrators work. */
export function ForAdministrators({ title, why }: { readonly title: string; readonly why: string }) {
  return <NotFound title={title} why={`You are signed in as a theme developer. ${why}`} />
}
