import { issueContent } from '#shared/api/issue.ts'
import type { NumberStandard } from '#shared/api/number-standards.ts'
import type { MessageId } from '#shared/language/message.ts'
import type { NumberCheck } from './country.ts'

/** A check of the digits that a public standard defines: confirmed by a person, never refused. */
export function checkDigits(
  standard: NumberStandard,
  holds: (number: string) => boolean,
  lacking?: 'last',
): NumberCheck {
  return {
    code: 'check_digit',
    rule: { id: 'rule.checkDigits', params: { number: { id: standards[standard] } } },
    issue: (value, _given, label) =>
      holds(value) ? undefined : issueContent('check_digit', { label, value, standard, ...(lacking && { lacking }) }),
  }
}

/** For numbers that people often write without their check digit. */
export const lastMissing = 'last'

const standards: Readonly<Record<NumberStandard, MessageId>> = {
  cbu: 'account.cbu',
  cci: 'account.cci',
  'cedula-ec': 'document.cedula',
  clabe: 'account.clabe',
  cpf: 'document.cpf',
  cuit: 'document.cuit',
  curp: 'document.curp',
  luhn: 'account.debitCard',
  nit: 'document.nit',
  rfc: 'document.rfc',
  'ruc-ec': 'document.ruc',
  'ruc-pe': 'document.ruc',
  rut: 'document.rut',
}
