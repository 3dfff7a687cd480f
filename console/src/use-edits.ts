import { useState } from 'react'
import { ApiError, isMoved } from './api.ts'
import { changes, isSame, merge } from './parts/merge.ts'
import { loaded } from './resource.ts'
import { useUnsaved } from './unsaved.ts'

/** The settings that cannot be merged if two people change them differently. */
type Plain<Sent> = {
  [Name in keyof Sent]: Sent[Name] extends boolean | readonly unknown[] ? never : Name
}[keyof Sent]

type Named<Sent> = { readonly [Name in Plain<Sent>]: string } & {
  readonly [Name in keyof Sent]?: string
}

interface Editable<Data, Form, Sent> {
  /** The settings as they were loaded, their ETag, and the path to load them again. */
  readonly data: Data
  readonly etag: string | null
  readonly path: string
  /** The settings as a form shows them, and those of a form as they are sent. */
  readonly formOf: (data: Data) => Form
  readonly tidied: (form: Form) => Sent
  /** A sent value as the form shows it, if that is not the same. */
  readonly shown?: (value: unknown) => unknown
  /**
   * What people call a setting. The name of a value follows where there are several by name. Lists have a name here if
   * they mean something else when they are empty.
   */
  readonly names: Named<Sent>
  /** The settings that together are useless, if they are. A merge does not bring them about. */
  readonly useless?: (settings: Sent) => readonly (keyof Named<Sent>)[]
  /** Sends the changed settings, and returns the new ETag. */
  readonly send: (changed: Partial<Sent>, etag: string | null, all: Sent) => Promise<string | null>
}

interface Edits<Form> {
  readonly form: Form
  readonly change: (some: Partial<Form>) => void
  /** Whether there is anything to save. */
  readonly dirty: boolean
  readonly save: () => Promise<void>
  readonly discard: () => void
  /** Ends the protection of unsaved edits. */
  readonly release: () => void
}

interface Version<Form> {
  readonly form: Form
  readonly etag: string | null
}

/** A form, and the version of the settings that somebody began to edit in it. */
interface Edited<Form> {
  readonly from: Version<Form>
  readonly form: Form
}

/** Somebody else may save again while a merge is on its way. */
const MOST_TRIES = 5

/** The edits of a form. If somebody else has changed the settings meanwhile, the changes of both are saved. */
export function useEdits<Data, Form extends object, Sent extends object>(
  settings: Editable<Data, Form, Sent>,
): Edits<Form> {
  const { path, formOf, tidied, shown = value => value, names, useless = () => [], send } = settings
  const versionOf = (data: Data, etag: string | null): Version<Form> => ({ form: formOf(data), etag })
  const current = versionOf(settings.data, settings.etag)
  const fresh: Edited<Form> = { from: current, form: current.form }
  const [state, setState] = useState(fresh)
  // A version that is loaded during the edits must not become the one that they were made to.
  const begun = (now: Edited<Form>) => (isSame(now.form, now.from.form) ? fresh : now)
  const changed = ({ from, form }: Edited<Form>) => changes(tidied(from.form), tidied(form))
  const edited = begun(state)
  const isDirty = (one: Edited<Form>) => Object.keys(changed(one)).length > 0
  const dirty = isDirty(edited)

  const merged = ({ from, form }: Edited<Form>, theirs: Version<Form>) => {
    const [before, mine, their] = [tidied(from.form), tidied(form), tidied(theirs.form)]
    const { merged: both, conflicts } = merge(before, mine, their, Object.keys(names))
    const isMade = useless(mine).length === 0 && useless(their).length === 0
    const kept = isMade ? useless(both).filter(name => isSame(mine[name], before[name])) : []
    const taken = Object.entries(changes(mine, both))
      .filter(([name]) => !kept.some(one => one === name))
      .map(([name, value]) => [name, shown(value)])
    return {
      edited: { from: theirs, form: { ...form, ...Object.fromEntries(taken) } },
      conflicts: [...conflicts, ...kept.map(name => [String(name)])],
    }
  }
  const save = async () => {
    let mine = edited
    // The merge may leave nothing to save.
    for (let tries = 1; isDirty(mine); tries += 1) {
      try {
        const etag = await send(changed(mine), mine.from.etag, tidied(mine.form))
        const from = { form: mine.form, etag }
        // Typing may have continued.
        return setState(now => ({ from, form: now.form }))
      } catch (thrown) {
        if (!isMoved(thrown) || tries === MOST_TRIES) throw thrown
        const { data, etag } = await loaded<Data>(path)
        const theirs = versionOf(data, etag)
        setState(now => merged(now, theirs).edited)
        const both = merged(mine, theirs)
        mine = both.edited
        if (both.conflicts.length > 0) throw conflict(both.conflicts, names, thrown)
      }
    }
  }
  return {
    form: edited.form,
    change: some =>
      setState(now => {
        const { from, form } = begun(now)
        return { from, form: { ...form, ...some } }
      }),
    dirty,
    save,
    discard: () => setState(fresh),
    release: useUnsaved(dirty),
  }
}

/** The error about settings that somebody else has changed differently. */
function conflict(
  conflicts: readonly (readonly string[])[],
  names: Readonly<Record<string, string>>,
  { help }: ApiError,
): ApiError {
  const named = conflicts.map(([setting = '', ...name]) => [names[setting], ...name].join(' '))
  const what = new Intl.ListFormat('en').format(named)
  const told = `Somebody else changed ${what} after you opened this page. Save again to replace their change, or discard your changes to see it.`
  return new ApiError(412, 'CONFLICT', told, help)
}
