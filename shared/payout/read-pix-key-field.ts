import { type Issue, issueOn } from '#shared/api/issue.ts'
import { hasValidCpfDigits } from '#shared/check-digits/cpf.ts'
import { type FieldReading, faulty, sent } from './field-reading.ts'
import { notAPixKey, type PixKeyKind, phoneReadingOf, pixKeyKinds, readPixKey } from './pix-key.ts'

/** Reads a Pix key; which kind it is follows from its shape and is said. Interface, "Brazil", rule 6. */
export function readPixKeyField(field: string, typed: string): FieldReading {
  const { value, kind, notes } = readPixKey(typed)
  if (kind === undefined) return faulty({ field, ...notAPixKey(value) })
  return sent(field, value, notes, {
    warnings: kind === 'cpf' ? cpfDoubts(field, value) : [],
    notices: [kindNotice(field, kind)],
  })
}

function cpfDoubts(field: string, value: string): readonly Issue[] {
  if (hasValidCpfDigits(value)) return []
  const phone = phoneReadingOf(value)
  const params = {
    label: { id: 'document.cpf' },
    value,
    standard: 'cpf',
    readAs: 'pix-key',
    ...(phone && { phone }),
  } as const
  return [issueOn(field, 'check_digit', params)]
}

function kindNotice(field: string, kind: PixKeyKind): Issue {
  const { label } = pixKeyKinds[kind]
  return issueOn(field, 'pix_key_kind', { kind, label: { id: label } })
}
