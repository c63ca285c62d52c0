import { type DetailField, type Details, detailFields } from '#shared/api/details.ts'

/** The names of the fields in which two details differ; blank and left out are the same. */
export function changedFields(before: Details, after: Details): readonly ('country' | 'method' | DetailField)[] {
  const fields = ['country', 'method', ...detailFields] as const
  return fields.filter((field) => (before[field] ?? '') !== (after[field] ?? ''))
}
