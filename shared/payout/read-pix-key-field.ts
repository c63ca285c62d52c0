import type { Remark } from '#shared/api/fault.ts'
import { hasValidCpfDigits } from '#shared/checks/cpf.ts'
import type { EntryField } from '#shared/rule-book/entry-fields.ts'
import { type FieldReading, refused, sent } from './field-reading.ts'
import { looksLikePhone, type PixKeyKind, pixKeyAdvice, pixKeyKinds, readPixKey } from './pix-key.ts'

/** Reads a Pix key; which kind it is follows from its shape and is said. Interface, "Brazil", rule 6. */
export function readPixKeyField(field: EntryField, typed: string): FieldReading {
  const { value, kind, notes } = readPixKey(typed)
  if (kind === undefined) return refused(field, 'not_a_pix_key', { given: value }, pixKeyAdvice(value))
  return sent(field, value, notes, {
    warnings: kind === 'cpf' ? cpfDoubts(field, value) : [],
    notices: [kindNotice(field, kind)],
  })
}

function cpfDoubts(field: EntryField, value: string): readonly Remark[] {
  if (hasValidCpfDigits(value)) return []
  const phone = looksLikePhone(value) ? ` If it is a phone, write +55${value}.` : ''
  const detail = `Read as a CPF, but its check digits do not fit.${phone} Compare it digit by digit.`
  return [{ field, code: 'check_digit', params: { label: 'CPF', value }, detail }]
}

function kindNotice(field: EntryField, kind: PixKeyKind): Remark {
  const { label } = pixKeyKinds[kind]
  return { field, code: 'pix_key_kind', params: { kind }, detail: `Kind of key: ${label}.` }
}
