import { shownError } from './form-store.ts'
import { useFormPart } from './form-store-context.tsx'

export interface FieldMessages {
  readonly error: string | undefined
  readonly warning: string | undefined
  readonly note: string | undefined
}

/** What stands below a field: its error, what to look at again, and how what was typed will be sent. */
export function useFieldMessages(name: string): FieldMessages {
  const error = useFormPart((state) => shownError(state, name))
  const warning = useFormPart(({ reading }) => joined(reading.warnings, name))
  const change = useFormPart(({ reading }) => {
    const typed = reading.changes.filter(({ field, from }) => field === name && from !== '')
    const last = typed.at(-1)
    if (last === undefined) return undefined
    return last.to === null ? last.detail : `Sent as ${last.to}. ${typed.map(({ detail }) => detail).join(' ')}`
  })
  const notice = useFormPart(({ reading }) => joined(reading.notices, name))
  const note = [notice, change].filter((text) => text !== undefined).join(' ')
  return { error, warning, note: note === '' ? undefined : note }
}

function joined(remarks: readonly { field: string; detail: string }[], name: string): string | undefined {
  const details = remarks.filter(({ field }) => field === name).map(({ detail }) => detail)
  return details.length === 0 ? undefined : details.join(' ')
}
