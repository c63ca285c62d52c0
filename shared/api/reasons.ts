import type { MessageId } from '#shared/language/message.ts'

/** What a reason code of the provider means to a person. Interface, "Errors · Validation". */
export interface Reason {
  readonly code: string
  readonly service: 'identity' | 'bank'
  /** The outcome it comes with. */
  readonly status: 'OK' | 'NOK'
  /** The data was compared and did not pass, or the provider was unable to compare it, or compliance has to look. */
  readonly kind: 'mismatch' | 'unable' | 'compliance'
  /** Plain words: what the provider found. */
  readonly meaning: MessageId
  /** What to do now. */
  readonly nextStep: MessageId
  /** The entry field it points at, if it points at one. */
  readonly field: 'documentNumber' | 'beneficiaryLastName' | 'accountNumber' | undefined
}

/** All reason codes of the interface. */
export const reasons: readonly Reason[] = [
  identity('CUSTOMER_INVALID_ID', { field: 'documentNumber' }),
  identity('CUSTOMER_INVALID_AGE'),
  identity('CUSTOMER_NOT_ALIVE', { field: 'documentNumber' }),
  identity('CUSTOMER_INVALID_STATUS', { field: 'documentNumber' }),
  identity('CUSTOMER_SUSPENDED', { field: 'documentNumber' }),
  identity('CUSTOMER_IS_IN_INTERNATIONAL_LISTS', { kind: 'compliance' }),
  identity('CUSTOMER_IS_PEP', { kind: 'compliance', status: 'OK' }),
  identity('CUSTOMER_IS_PEP_RELATED', { kind: 'compliance', status: 'OK' }),
  bank('ACCOUNT_INVALID_FORMAT', { field: 'accountNumber' }),
  bank('ACCOUNT_INVALID', { field: 'accountNumber' }),
  bank('ACCOUNT_PERSONAL_ID_MISMATCH', { field: 'documentNumber' }),
  bank('ACCOUNT_NAME_MISMATCH', { field: 'beneficiaryLastName' }),
  bank('BANK_NOT_SUPPORTED', { kind: 'unable' }),
  bank('COUNTRY_NOT_SUPPORTED', { kind: 'unable' }),
  bank('MISSING_REQUIRED_FIELD', { kind: 'unable' }),
  bank('PROVIDER_AUTH_ERROR', { kind: 'unable' }),
  bank('PROVIDER_METHOD_UNAVAILABLE', { kind: 'unable' }),
  bank('PROVIDER_CONNECTION_ERROR', { kind: 'unable' }),
]

/** The entry for a reason code of one service; undefined for one that the interface does not list: show it as it is. */
export function reasonFor(service: Reason['service'], code: string): Reason | undefined {
  return reasons.find((reason) => reason.service === service && reason.code === code)
}

type ReasonDetails = Partial<Pick<Reason, 'status' | 'kind' | 'field'>>

function identity(code: ReasonCode, rest: ReasonDetails = {}): Reason {
  return { ...reason(code), service: 'identity', ...rest }
}

function bank(code: ReasonCode, rest: ReasonDetails = {}): Reason {
  return { ...reason(code), service: 'bank', ...rest }
}

function reason(code: ReasonCode) {
  const words = { meaning: `reason.${code}.meaning`, nextStep: `reason.${code}.nextStep` } as const
  return { code, ...words, status: 'NOK', kind: 'mismatch', field: undefined } as const
}

/** The reasons that the catalogs explain. */
type ReasonCode<Id = MessageId> = Id extends `reason.${infer Code}.meaning` ? Code : never
