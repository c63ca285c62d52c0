import type { Behaviour } from '#shared/api/sandbox-sentinels.ts'
import type { WireNames } from '../provider/wire-names.ts'
import type { ValidationRequest } from './read-request.ts'

/** What the field and country checks come to, when they do not pass. Not shared with the server's own checks, so that one proves the other. */

/** Interface, part B, "Document type codes, identity validation": the type is optional. */
const identityDocuments: Readonly<Record<string, string>> = {
  AR: 'DNI',
  BR: 'CPF',
  CL: 'RUT',
  CO: 'CC',
  CR: 'CI',
  EC: 'CED',
  MX: 'CURP',
  PE: 'DNI',
}

interface BankRules {
  /** Interface, "Document type codes, bank validation". */
  readonly documents: readonly string[]
  /** Interface, "Bank account fields by country": the fields that this request must hold. */
  readonly required: (request: ValidationRequest) => readonly (keyof ValidationRequest)[]
  readonly banks?: readonly string[]
}

const ecuadorianBanks =
  '0001 0002 0003 0004 0005 0010 0011 0012 0013 0015 0016 0017 0019 0020 0021 0023 0024 0025 0026 0053 0172 0177'

const bankRules: Readonly<Record<string, BankRules>> = {
  AR: { documents: ['DNI', 'CUIT'], required: () => [] },
  CL: { documents: ['RUT'], required: () => ['bankName', 'accountAgencyNumber', 'accountTypeCode'] },
  CO: { documents: ['CC', 'NIT'], required: () => ['bankName', 'accountAgencyNumber', 'accountTypeCode'] },
  EC: { documents: ['CED', 'RUC'], required: requiredInEcuador, banks: ecuadorianBanks.split(' ') },
  MX: { documents: ['RFC'], required: () => [] },
  PE: { documents: ['DNI'], required: requiredInPeru },
}

export function identityVerdict(request: ValidationRequest): Behaviour | undefined {
  const documentType = identityDocuments[request.country]
  if (documentType === undefined) return { kind: 'not-run', reason: 'COUNTRY_NOT_SUPPORTED' }
  if (isMissing(request, ['firstName', 'documentNumber'])) return { kind: 'not-run', reason: 'SANDBOX_FIELD_MISSING' }
  if (request.documentType !== '' && request.documentType !== documentType) return documentTypeRefused
  return undefined
}

/** The bank reasons come with HTTP 200. Interface, "Bank-account reasons". */
export function bankVerdict(request: ValidationRequest, names: WireNames): Behaviour | undefined {
  const rules = bankRules[request.country]
  if (rules === undefined) return nok('COUNTRY_NOT_SUPPORTED')
  const always = ['firstName', 'documentType', 'documentNumber', 'accountNumber'] as const
  if (isMissing(request, [...always, ...rules.required(request)])) return nok('MISSING_REQUIRED_FIELD')
  if (!rules.documents.includes(request.documentType)) return documentTypeRefused
  if (rules.banks?.includes(request.bankName) === false) return nok('BANK_NOT_SUPPORTED')
  if (!isAccountType(request, names)) return { kind: 'not-run', reason: 'SANDBOX_ACCOUNT_TYPE_UNKNOWN' }
  return /^\d+$/.test(request.accountNumber) ? undefined : nok('ACCOUNT_INVALID_FORMAT')
}

const documentTypeRefused: Behaviour = { kind: 'not-run', reason: 'SANDBOX_DOCUMENT_TYPE_UNKNOWN' }

function requiredInEcuador({ bankName }: ValidationRequest): (keyof ValidationRequest)[] {
  const withoutType = ['0023', '0010', '0016', '0020'].includes(bankName)
  return withoutType ? ['bankName', 'accountAgencyNumber'] : ['bankName', 'accountAgencyNumber', 'accountTypeCode']
}

function requiredInPeru({ bankName, accountNumber }: ValidationRequest): (keyof ValidationRequest)[] {
  if (bankName !== '') return ['accountAgencyNumber']
  return /^\d{20}$/.test(accountNumber) ? [] : ['bankName']
}

function isAccountType({ country, accountTypeCode }: ValidationRequest, names: WireNames): boolean {
  if (accountTypeCode === '' || /^\d{4}$/.test(accountTypeCode)) return true
  return country === 'CO' && accountTypeCode === names.MOBILE_WALLET
}

function isMissing(request: ValidationRequest, fields: readonly (keyof ValidationRequest)[]): boolean {
  return fields.some((field) => request[field] === '')
}

function nok(reason: string): Behaviour {
  return { kind: 'result', status: 'NOK', reason }
}
