import { describe, expect, it } from 'vitest'
import { emptyEntry } from '#shared/payout/entry-draft.ts'
import {
  adviceOn,
  bankErrorsOf,
  bankWarningsOf,
  digitsOf,
  doubtAbout,
  errorsOf,
  identityErrorsOf,
  noticesOf,
  requestOf,
  warningsOf,
} from '#shared/testing/preview-in-tests.ts'
import { readBankValidation } from '#shared/validation/bank-validation.ts'
import { bankValidationOffer, identityValidationOffer } from '#shared/validation/validation-questions.ts'
import { mexico } from './mexico.ts'

const clabe = '032180000118359719'

const payout = {
  country: 'MX',
  beneficiaryFirstName: 'Itzel',
  beneficiaryLastName: 'Cárdenas',
  documentType: '40',
  documentNumber: 'BOXW310820HNERXN09',
  bankName: '40032',
  payoutAccountTypeCode: '0001',
  accountNumber: clabe,
  amount: '999.99',
}

const toBanamex = { ...payout, bankName: '40002', accountNumber: '002010077777777771' }

it('Mexico: the request sends bank, CLABE and CURP', () => {
  expect(requestOf(toBanamex)).toEqual({ ...toBanamex, amount: 999.99, currencyCode: 'MXN' })
  expect(warningsOf(toBanamex)).toEqual([])
})

it.each(['bankName', 'accountNumber', 'payoutAccountTypeCode', 'documentNumber'])(
  'Mexico: the request asks for %s, which a hyphen does not replace',
  (field) => {
    expect(errorsOf({ ...toBanamex, [field]: '-' })).toEqual([`${field} missing`])
  },
)

it.each(['accountAgencyNumber', 'recipientPixKey', 'beneficiaryType'])('Mexico: the request knows no %s', (field) => {
  expect(errorsOf({ ...toBanamex, [field]: 'person' })).toEqual([`${field} not_applicable`])
})

it.each([16, 17, 19])('Mexico: CLABE (type 0001) refuses %i digits and names the rule', (count) => {
  const entry = { ...toBanamex, accountNumber: digitsOf(count) }
  expect(errorsOf(entry)).toEqual(['accountNumber wrong_length'])
  expect(adviceOn('accountNumber', entry)).toMatch(new RegExp(`CLABE has ${count} digits.*18 digits`))
})

it('Mexico: CLABE (type 0001) is cleaned of its spaces, also of those that do not break', () => {
  expect(requestOf({ ...toBanamex, accountNumber: '002 010\u00a007777777777 1' }).accountNumber).toBe(
    '002010077777777771',
  )
})

it('Mexico: CLABE (type 0001) names its bank; another bank than the one chosen is doubted', () => {
  expect(noticesOf(toBanamex)).toContain('bank_recognised')
  const other = { ...toBanamex, bankName: '40012' }
  expect(warningsOf(other)).toEqual(['accountNumber bank_differs'])
  expect(doubtAbout('accountNumber', other)).toMatch(/Banamex.*BBVA México/)
})

it('Mexico: CLABE (type 0001) is doubted when its check digit does not fit', () => {
  expect(warningsOf({ ...toBanamex, accountNumber: '002010077777777772' })).toEqual(['accountNumber check_digit'])
})

describe('Mexico: debit card (type 0010)', () => {
  const toCard = { ...toBanamex, payoutAccountTypeCode: '0010', accountNumber: '4111 1111 1111 1111' }

  it('Mexico: debit card (type 0010) takes 16 digits, printed in fours', () => {
    expect(requestOf(toCard).accountNumber).toBe('4111111111111111')
    expect(warningsOf(toCard)).toEqual([])
  })

  it.each([15, 17, 18])('Mexico: debit card (type 0010) refuses %i digits', (count) => {
    expect(errorsOf({ ...toCard, accountNumber: digitsOf(count) })).toEqual(['accountNumber wrong_length'])
  })

  it('Mexico: debit card (type 0010) is doubted when its check digit does not fit', () => {
    expect(warningsOf({ ...toCard, accountNumber: '4111111111111112' })).toEqual(['accountNumber check_digit'])
  })
})

it.each(['0002', '0003', '1', '10'])('Mexico: account types: %s is none', (payoutAccountTypeCode) => {
  expect(errorsOf({ ...toBanamex, payoutAccountTypeCode })).toContain('payoutAccountTypeCode unknown_account_type')
})

describe('Mexico: bank codes', () => {
  const listed = `2001 37006 37009 37019 37135 37166 37168 40002 40012 40014 40021 40030 40036 40042 40044 40058 40059
    40060 40062 40072 40103 40106 40108 40110 40112 40113 40124 40126 40127 40128 40129 40130 40131 40132 40133 40136
    40137 40138 40140 40141 40143 40145 40147 40148 40150 40151 40152 40154 40155 40156 40157 40158 40159 40160 40638
    90600 90601 90602 90605 90606 90608 90613 90616 90617 90620 90630 90631 90634 90636 90642 90646 90648 90652 90653
    90656 90659 90661 90670 90677 90680 90683 90684 90685 90686 90688 90689 90699 90703 90706 90710 90722 90723 90728
    90901 90902 90903`
  const apiOnly = '2001 40154 40159 90661 90670 90688 90699 90703 90706 90710 90722 90723 90728 90901'

  it.each(listed.split(/\s+/))('Mexico: bank codes takes %s', (bankName) => {
    expect(errorsOf({ ...toBanamex, bankName })).toEqual([])
  })

  it('Mexico: bank codes says of fourteen codes, and of no others, that only an API request can use them', () => {
    const marked = listed
      .split(/\s+/)
      .filter((bankName) => noticesOf({ ...toBanamex, bankName }).includes('api_only_bank'))
    expect(marked).toEqual(apiOnly.split(' '))
  })

  it.each(['40032', '002', '02001', '40 002', '40999'])('Mexico: bank codes refuses %s', (bankName) => {
    expect(errorsOf({ ...toBanamex, bankName })).toEqual(['bankName unknown_bank'])
  })

  it('Mexico: bank codes takes the CLABE of an institution that is not listed: the number is not refused for its bank', () => {
    expect(errorsOf(payout)).toEqual(['bankName unknown_bank'])
    expect(errorsOf({ ...toBanamex, accountNumber: clabe })).toEqual([])
    expect(warningsOf({ ...toBanamex, accountNumber: clabe })).toContain('accountNumber bank_differs')
  })
})

it('Mexico: CURP is sent in capitals', () => {
  expect(requestOf({ ...toBanamex, documentNumber: 'boxw 310820 hnerxn09' }).documentNumber).toBe('BOXW310820HNERXN09')
})

it.each(['BOXW310820HNERXN0', 'BOXW310820HNERXN090'])(
  'Mexico: CURP has 18 characters: refuses %s',
  (documentNumber) => {
    expect(errorsOf({ ...toBanamex, documentNumber })).toEqual(['documentNumber wrong_length'])
  },
)

it('Mexico: CURP is doubted when its check digit does not fit', () => {
  expect(warningsOf({ ...toBanamex, documentNumber: 'BOXW310820HNERXN08' })).toEqual(['documentNumber check_digit'])
})

it.each(['04', 'CURP', 'RFC'])('Mexico: CURP is document type 40; %s is refused', (documentType) => {
  expect(errorsOf({ ...toBanamex, documentType })).toEqual(['documentType unknown_document_type'])
})

describe('Mexico: validations', () => {
  const customer = { country: 'MX', firstName: 'Itzel', lastName: 'Cárdenas' }

  it('Mexico: validations identity: takes the CURP and not the RFC', () => {
    const body = { ...customer, documentNumber: 'BOXW310820HNERXN09' }
    expect(identityErrorsOf({ ...body, documentType: 'CURP' })).toEqual([])
    expect(identityErrorsOf({ ...body, documentType: 'RFC' })).toEqual(['documentType unknown_document_type'])
  })

  const body = { ...customer, documentType: 'RFC', documentNumber: 'GODE561231GR8', accountNumber: clabe }

  it('Mexico: validations bank: takes the RFC and not the CURP', () => {
    expect(bankErrorsOf(body)).toEqual([])
    expect(bankErrorsOf({ ...body, documentType: 'CURP' })).toContain('documentType unknown_document_type')
    expect(bankErrorsOf({ ...body, documentType: '' })).toContain('documentType missing')
  })

  it.each([
    ['gode-561231-gr8', 'GODE561231GR8'],
    ['EKU9003173C9', 'EKU9003173C9'],
    ['Ñ&A930714AB1', 'Ñ&A930714AB1'],
    ['n\u0303uma560101ab1', 'ÑUMA560101AB1'],
  ])('Mexico: validations bank: takes the RFC %s', (documentNumber, sent) => {
    const reading = readBankValidation({ ...body, documentNumber })
    expect(reading.ok && reading.value.documentNumber).toBe(sent)
  })

  it.each(['GODE561231GR', 'GODE561231GR88'])(
    'Mexico: validations bank: a person’s RFC has 13 characters, a company’s 12: %s',
    (text) => {
      expect(bankErrorsOf({ ...body, documentNumber: text })).toEqual(
        text.length === 12 ? [] : ['documentNumber wrong_length'],
      )
    },
  )

  it.each(['bankName', 'accountAgencyNumber', 'accountTypeCode'])(
    'Mexico: validations bank: does not use %s',
    (field) => {
      expect(bankErrorsOf({ ...body, [field]: '0001' })).toEqual([`${field} not_applicable`])
    },
  )

  it('Mexico: validations bank: takes a CLABE of 18 digits or a card of 16', () => {
    expect(bankErrorsOf({ ...body, accountNumber: digitsOf(16) })).toEqual([])
    expect(bankWarningsOf({ ...body, accountNumber: digitsOf(17) })).toEqual(['accountNumber wrong_number'])
  })

  const form = {
    ...emptyEntry(mexico),
    beneficiaryFirstName: 'Itzel',
    beneficiaryLastName: 'Cárdenas',
    documentNumber: 'boxw310820hnerxn09',
    accountNumber: clabe,
    payoutAccountTypeCode: '0001',
  }

  it('Mexico: validations the identity check sends the payout’s CURP', () => {
    expect(identityValidationOffer(mexico, form)).toMatchObject({
      state: 'ready',
      request: { documentType: 'CURP', documentNumber: 'BOXW310820HNERXN09' },
    })
  })

  it('Mexico: validations the bank check asks for the RFC, which the payout does not have', () => {
    expect(bankValidationOffer(mexico, form)).toMatchObject({
      state: 'incomplete',
      errors: [{ field: 'documentNumber', code: 'missing' }],
    })
    const offer = bankValidationOffer(mexico, { ...form, validationDocumentNumber: 'gode561231gr8' })
    expect(offer.state === 'ready' && offer.request).toEqual({
      ...customer,
      documentType: 'RFC',
      documentNumber: 'GODE561231GR8',
      accountNumber: clabe,
    })
  })
})
