/** What a reason code of the provider means to a person. Interface, "Errors · Validation". */
export interface Reason {
  readonly code: string
  readonly service: 'identity' | 'bank'
  /** The outcome it comes with. */
  readonly status: 'OK' | 'NOK'
  /** The data was compared and did not pass, or the provider was unable to compare it, or compliance has to look. */
  readonly kind: 'mismatch' | 'unable' | 'compliance'
  /** Plain words: what the provider found. */
  readonly meaning: string
  /** What to do now. */
  readonly nextStep: string
  /** The entry field it points at, if it points at one. */
  readonly field: 'documentNumber' | 'beneficiaryLastName' | 'accountNumber' | undefined
}

/** All reason codes of the interface, each with plain words and a next step. */
export const reasons: readonly Reason[] = [
  identity('CUSTOMER_INVALID_ID', 'The document number is not in the official records.', {
    nextStep: 'Compare the document number and its type with the document, correct it and check again.',
    field: 'documentNumber',
  }),
  identity('CUSTOMER_INVALID_AGE', 'The person is under age.', {
    nextStep: 'Do not pay this person. Ask for an adult beneficiary.',
  }),
  identity('CUSTOMER_NOT_ALIVE', 'The records say that the person has died.', {
    nextStep: 'Do not pay. Compare the document number; if it is right, ask the client who is to be paid.',
    field: 'documentNumber',
  }),
  identity('CUSTOMER_INVALID_STATUS', 'The document is not in good standing in the official records.', {
    nextStep: 'Ask the beneficiary to put the document in order with its issuer, or for another document.',
    field: 'documentNumber',
  }),
  identity('CUSTOMER_SUSPENDED', 'The CPF is suspended at the Brazilian tax office.', {
    nextStep: 'Ask the beneficiary to regularise the CPF with the Receita Federal, then check again.',
    field: 'documentNumber',
  }),
  identity('CUSTOMER_IS_IN_INTERNATIONAL_LISTS', 'The name or document is on a sanctions or international list.', {
    kind: 'compliance',
    nextStep: 'Do not pay. Pass the case to your compliance officer with the trace identifier.',
  }),
  identity('CUSTOMER_IS_PEP', 'The identity matches; the person is politically exposed.', {
    kind: 'compliance',
    status: 'OK',
    nextStep: 'Follow your compliance rules for politically exposed persons before you pay.',
  }),
  identity('CUSTOMER_IS_PEP_RELATED', 'The identity matches; the person is related to a politically exposed person.', {
    kind: 'compliance',
    status: 'OK',
    nextStep: 'Follow your compliance rules for relatives of politically exposed persons before you pay.',
  }),
  bank('ACCOUNT_INVALID_FORMAT', 'The bank does not know account numbers of this form.', {
    nextStep: 'Compare the account number digit by digit, and the bank and account type with it.',
    field: 'accountNumber',
  }),
  bank('ACCOUNT_INVALID', 'The bank has no such account.', {
    nextStep: 'Ask the beneficiary for the account number again; it may be closed or mistyped.',
    field: 'accountNumber',
  }),
  bank('ACCOUNT_PERSONAL_ID_MISMATCH', 'The account belongs to another document number.', {
    nextStep: 'Compare the document number; if it is right, the account is not this beneficiary’s.',
    field: 'documentNumber',
  }),
  bank('ACCOUNT_NAME_MISMATCH', 'The account is held under another name.', {
    nextStep: 'Compare the name with the bank statement; the account may be a relative’s or a company’s.',
    field: 'beneficiaryLastName',
  }),
  bank('BANK_NOT_SUPPORTED', 'The provider cannot check accounts of this bank.', {
    kind: 'unable',
    nextStep: 'Nothing is wrong with what you typed. Confirm the account with the beneficiary another way.',
  }),
  bank('COUNTRY_NOT_SUPPORTED', 'The provider cannot check bank accounts in this country.', {
    kind: 'unable',
    nextStep: 'Confirm the account with the beneficiary another way.',
  }),
  bank('MISSING_REQUIRED_FIELD', 'The provider wanted a field that was not sent.', {
    kind: 'unable',
    nextStep: 'Fill in what the bank check asks for and check again; if all is filled in, quote the trace identifier.',
  }),
  bank('PROVIDER_AUTH_ERROR', 'The provider could not sign in to the service behind it.', {
    kind: 'unable',
    nextStep: 'Nothing is wrong with what you typed. Try again later; if it stays, quote the trace identifier.',
  }),
  bank('PROVIDER_METHOD_UNAVAILABLE', 'This kind of check is out of service for now.', {
    kind: 'unable',
    nextStep: 'Nothing is wrong with what you typed. Try again later.',
  }),
  bank('PROVIDER_CONNECTION_ERROR', 'The provider could not reach the service behind it.', {
    kind: 'unable',
    nextStep: 'Nothing is wrong with what you typed. Try again later.',
  }),
]

/** The entry for a reason code of one service; undefined for one that the interface does not list: show it as it is. */
export function reasonFor(service: Reason['service'], code: string): Reason | undefined {
  return reasons.find((reason) => reason.service === service && reason.code === code)
}

interface Rest {
  readonly nextStep: string
  readonly status?: Reason['status']
  readonly kind?: Reason['kind']
  readonly field?: Reason['field']
}

function identity(code: string, meaning: string, rest: Rest): Reason {
  return { code, service: 'identity', meaning, status: 'NOK', kind: 'mismatch', field: undefined, ...rest }
}

function bank(code: string, meaning: string, rest: Rest): Reason {
  return { code, service: 'bank', meaning, status: 'NOK', kind: 'mismatch', field: undefined, ...rest }
}
