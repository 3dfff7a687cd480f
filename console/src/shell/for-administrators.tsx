import { NotFound } from './not-found.tsx'

/** What developers see on screens that are only for administrators. */
export function ForAdministrators({ title, why }: { readonly title: string; readonly why: string }) {
  return <NotFound title={title} why={`You are signed in as a theme developer. ${why}`} />
}
