import { describe, expect, it } from 'vitest'
import { emptyEntry } from '#shared/payout/entry-draft.ts'
import {
  adviceOn,
  bankErrorsOf,
  bankWarningsOf,
  changesOf,
  digitsOf,
  errorsOf,
  identityErrorsOf,
  noticesOf,
  requestOf,
  warningsOf,
} from '#shared/testing/preview-in-tests.ts'
import { readBankValidation } from '#shared/validation/bank-validation.ts'
import { bankValidationOffer, identityValidationOffer } from '#shared/validation/validation-questions.ts'
import { peru } from './peru.ts'

const cci = '01124100019000658270'

const person = {
  country: 'PE',
  beneficiaryFirstName: 'Milagros',
  beneficiaryLastName: 'Huamán',
  documentType: '04',
  documentNumber: '45678912',
  amount: '310.40',
}

function atBank(bankName: string, accountNumber: string, payoutAccountTypeCode = '0001') {
  return { ...person, bankName, accountNumber, payoutAccountTypeCode }
}

it('Peru: the request to a bank’s own number sends bank, type and number', () => {
  const entry = atBank('0003', digitsOf(14))
  expect(requestOf(entry)).toEqual({ ...entry, amount: 310.4, currencyCode: 'PEN' })
})

it.each(['bankName', 'payoutAccountTypeCode', 'documentType', 'documentNumber'])(
  'Peru: the request to a bank’s own number asks for %s',
  (field) => {
    expect(errorsOf({ ...atBank('0003', digitsOf(14)), [field]: '-' })).toEqual([`${field} missing`])
  },
)

it.each(['0003', '0004', '1'])('Peru: the request to a bank’s own number refuses the account type %s', (code) => {
  expect(errorsOf(atBank('0003', digitsOf(14), code))).toEqual(['payoutAccountTypeCode unknown_account_type'])
})

it.each(['accountAgencyNumber', 'recipientPixKey', 'beneficiaryType'])(
  'Peru: the request to a bank’s own number knows no %s',
  (field) => {
    expect(errorsOf({ ...atBank('0003', digitsOf(14)), [field]: 'person' })).toEqual([`${field} not_applicable`])
  },
)

it('Peru: bank 0003 takes 13 digits for a current or master account', () => {
  expect(errorsOf(atBank('0003', digitsOf(13), '0002'))).toEqual([])
})

it('Peru: bank 0003 takes 14 digits for a savings account', () => {
  expect(errorsOf(atBank('0003', digitsOf(14), '0001'))).toEqual([])
})

it.each([
  ['0001', 13],
  ['0001', 15],
  ['0002', 12],
  ['0002', 14],
])('Peru: bank 0003 type %s: refuses %i digits', (code, count) => {
  expect(errorsOf(atBank('0003', digitsOf(count), code))).toEqual(['accountNumber wrong_length'])
})

it('Peru: bank 0003 takes either length, and no other, while the account type is still open', () => {
  expect(errorsOf({ ...atBank('0003', digitsOf(13)), payoutAccountTypeCode: '' })).toEqual([
    'payoutAccountTypeCode missing',
  ])
  expect(errorsOf({ ...atBank('0003', digitsOf(12)), payoutAccountTypeCode: '' })).toContain(
    'accountNumber wrong_number',
  )
})

it.each(['0001', '0002'])('Peru: bank 0001 takes 13 digits, type %s', (code) => {
  expect(errorsOf(atBank('0001', digitsOf(13), code))).toEqual([])
})

it.each([12, 14])('Peru: bank 0001 refuses %i digits', (count) => {
  expect(errorsOf(atBank('0001', digitsOf(count)))).toEqual(['accountNumber wrong_length'])
})

it('Peru: bank 0002 takes 18 digits', () => {
  expect(requestOf(atBank('0002', digitsOf(18)))).toMatchObject({ bankName: '0002', accountNumber: digitsOf(18) })
})

it('Peru: bank 0002 takes 20 digits, which are a CCI, so the bank is not sent', () => {
  expect(requestOf(atBank('0002', cci)).accountNumber).toBe(cci)
  expect(requestOf(atBank('0002', cci))).not.toHaveProperty('bankName')
  expect(warningsOf(atBank('0002', cci))).toEqual([])
})

it.each([17, 19, 21])('Peru: bank 0002 refuses %i digits', (count) => {
  expect(errorsOf(atBank('0002', digitsOf(count)))).toEqual(['accountNumber wrong_length'])
  expect(adviceOn('accountNumber', atBank('0002', digitsOf(count)))).toContain('18 or 20 digits')
})

it('Peru: bank 0004 takes 10 digits: 3 of the agency and 7 of the account', () => {
  expect(requestOf(atBank('0004', '001-1234567')).accountNumber).toBe('0011234567')
})

it.each([7, 9, 11])('Peru: bank 0004 refuses %i digits', (count) => {
  expect(errorsOf(atBank('0004', digitsOf(count)))).toEqual(['accountNumber wrong_length'])
})

describe('Peru: any other bank', () => {
  const others = `0005 0006 0007 0008 0009 0010 0011 0012 0013 0014 0015 0016 0017
    0019 0020 0021 0022 0023 0024 0025 0026 0027 0028`.split(/\s+/)

  it.each(others)('Peru: any other bank: %s takes a CCI and nothing shorter or longer', (bankName) => {
    expect(requestOf(atBank(bankName, cci)).accountNumber).toBe(cci)
    for (const count of [10, 13, 14, 18, 19, 21])
      expect(errorsOf(atBank(bankName, digitsOf(count)))).toEqual(['accountNumber wrong_length'])
    expect(adviceOn('accountNumber', atBank(bankName, digitsOf(14)))).toContain('20 digits')
  })
})

it.each(['0000', '0018', '0031', '0033', '0036', '0038', '18', '003'])('Peru: bank codes refuses %s', (bankName) => {
  expect(errorsOf(atBank(bankName, digitsOf(14)))).toEqual(['bankName unknown_bank'])
})

it('Peru: bank codes reads 3 as 0003, with the account numbers of that bank', () => {
  expect(requestOf(atBank('3', digitsOf(14))).bankName).toBe('0003')
  expect(errorsOf(atBank('3', digitsOf(13)))).toEqual(['accountNumber wrong_length'])
})

it('Peru: bank codes reads 29 as the wallet 0029', () => {
  const entry = { ...person, bankName: '29', accountNumber: '987654321' }
  expect(requestOf(entry)).toMatchObject({ bankName: '0029', accountNumber: '987654321' })
})

it('Peru: bank codes never reads 002 as 0002: it is the national number of BCP, and 0002 is BBVA', () => {
  expect(errorsOf(atBank('002', digitsOf(18)))).toEqual(['bankName unknown_bank'])
  expect(adviceOn('bankName', atBank('003', digitsOf(14)))).toContain('0003')
})

describe('Peru: CCI', () => {
  const entry = { ...person, accountNumber: cci }

  it('Peru: CCI is enough by itself: no bank, no account type, and it goes in real time', () => {
    expect(requestOf(entry)).toEqual({ ...person, accountNumber: cci, amount: 310.4, currencyCode: 'PEN' })
    expect(noticesOf(entry)).toEqual(expect.arrayContaining(['cci_real_time', 'bank_recognised']))
  })

  it('Peru: CCI may carry the account type', () => {
    expect(requestOf({ ...entry, payoutAccountTypeCode: '0002' }).payoutAccountTypeCode).toBe('0002')
    expect(errorsOf({ ...entry, payoutAccountTypeCode: '0009' })).toEqual([
      'payoutAccountTypeCode unknown_account_type',
    ])
  })

  it.each(['0001', '0002', '0003', '0004', '0005', '0029'])(
    'Peru: CCI leaves a bank that was chosen out: %s',
    (bankName) => {
      expect(requestOf({ ...entry, bankName })).not.toHaveProperty('bankName')
      expect(changesOf('bankName', { ...entry, bankName })).toEqual([`left_out: ${bankName} → ∅`])
    },
  )

  it('Peru: CCI refuses a bank that is no text, without asking for one in quotes', () => {
    expect(errorsOf({ ...entry, bankName: 2 })).toEqual(['bankName not_applicable'])
  })

  it('Peru: CCI doubts a bank that differs from the one it names', () => {
    expect(warningsOf({ ...entry, bankName: '0002' })).toEqual([])
    expect(warningsOf({ ...entry, bankName: '0003' })).toEqual(['accountNumber bank_differs'])
  })

  it('Peru: CCI is cleaned of the dashes of its groups, whichever dash it is', () => {
    expect(requestOf({ ...entry, accountNumber: '011-241-000190006582-70' }).accountNumber).toBe(cci)
    expect(requestOf({ ...entry, accountNumber: '011–241–000190006582–70' }).accountNumber).toBe(cci)
  })

  it.each(['CCI: 011-241-000190006582-70', 'Cuenta: 01124100019000658270', 'CCI BBVA: 011 241 000190006582 70'])(
    'Peru: CCI is known by its twenty digits whatever text is before them: %s',
    (accountNumber) => {
      for (const bankName of ['0002', '0001', '0029'])
        expect(requestOf({ ...entry, accountNumber, bankName })).not.toHaveProperty('bankName')
      const customer = { country: 'PE', firstName: 'Luz', lastName: 'Vera', documentType: 'DNI' }
      const reading = readBankValidation({ ...customer, documentNumber: '45678912', accountNumber })
      expect(reading).toMatchObject({ ok: true, value: { accountNumber: cci } })
    },
  )

  it('Peru: CCI is doubted when its check digits do not fit', () => {
    expect(warningsOf({ ...entry, accountNumber: '01124100019000658271' })).toEqual(['accountNumber check_digit'])
  })

  it.each([19, 21])('Peru: CCI has 20 digits, not %i', (count) => {
    expect(errorsOf({ ...person, accountNumber: digitsOf(count) })).toEqual(['accountNumber wrong_length'])
  })
})

describe('Peru: wallets', () => {
  const wallets = ['0029', '0030', '0032', '0037']

  it.each(wallets)('Peru: wallets: %s takes 9 digits that begin with 9, and no account type', (bankName) => {
    const entry = { ...person, bankName, accountNumber: '987 654 321' }
    expect(requestOf(entry)).toEqual({
      ...person,
      bankName,
      accountNumber: '987654321',
      amount: 310.4,
      currencyCode: 'PEN',
    })
  })

  it('Peru: wallets loses the +51 that phones show before the number', () => {
    const { accountNumber } = requestOf({ ...person, bankName: '0029', accountNumber: '+51 987 654 321' })
    expect(accountNumber).toBe('987654321')
  })

  it.each(wallets)('Peru: wallets: %s refuses another length or another first digit', (bankName) => {
    const errors = ['98765432', '9876543210', '876543219'].map((accountNumber) =>
      errorsOf({ ...person, bankName, accountNumber }),
    )
    expect(errors).toEqual([
      ['accountNumber wrong_length'],
      ['accountNumber wrong_length'],
      ['accountNumber wrong_start'],
    ])
  })
})

describe('Peru: documents', () => {
  const entry = { ...person, accountNumber: cci }

  it.each([
    ['02', 8, 'wrong'],
    ['02', 9, 'right'],
    ['02', 10, 'wrong'],
    ['03', 6, 'wrong'],
    ['03', 7, 'right'],
    ['03', 12, 'right'],
    ['03', 13, 'wrong'],
    ['04', 7, 'wrong'],
    ['04', 8, 'right'],
    ['04', 9, 'wrong'],
    ['05', 10, 'wrong'],
    ['05', 11, 'right'],
    ['05', 12, 'wrong'],
  ])('Peru: documents type %s: %i digits are %s', (documentType, count, verdict) => {
    const errors = errorsOf({ ...entry, documentType, documentNumber: digitsOf(count) })
    expect(errors).toEqual(verdict === 'right' ? [] : ['documentNumber wrong_length'])
  })

  it.each(['1', '01', '06', 'DNI'])('Peru: documents refuses the type %s', (documentType) => {
    expect(errorsOf({ ...entry, documentType })).toEqual(['documentType unknown_document_type'])
  })

  it.each(['45678912-3', '45678912 – 3', '45.678.912-3'])(
    'Peru: documents: 04: %s loses what follows the dash',
    (documentNumber) => {
      expect(requestOf({ ...entry, documentNumber }).documentNumber).toBe('45678912')
      expect(changesOf('documentNumber', { ...entry, documentNumber })[0]).toContain('verification_removed')
    },
  )

  it.each(['02', '03', '05'])('Peru: documents: %s keeps what follows a dash', (documentType) => {
    const documentNumber = { '02': '001234-567', '03': '1234-567', '05': '2013131295-5' }[documentType]
    expect(requestOf({ ...entry, documentType, documentNumber }).documentNumber).toBe(documentNumber?.replace('-', ''))
  })

  it('Peru: documents: 05: doubts a RUC whose check digit does not fit', () => {
    const ruc = { ...entry, documentType: '05' }
    expect(warningsOf({ ...ruc, documentNumber: '20131312955' })).toEqual([])
    expect(warningsOf({ ...ruc, documentNumber: '20131312956' })).toEqual(['documentNumber check_digit'])
  })
})

describe('Peru: validations', () => {
  const customer = {
    country: 'PE',
    firstName: 'Milagros',
    lastName: 'Huamán',
    documentType: 'DNI',
    documentNumber: '45678912',
  }

  it('Peru: validations identity: takes the DNI without what follows the dash', () => {
    expect(identityErrorsOf(customer)).toEqual([])
    expect(identityErrorsOf({ ...customer, documentNumber: '45678912-3' })).toEqual([])
    expect(identityErrorsOf({ ...customer, documentNumber: '456789123' })).toEqual(['documentNumber wrong_length'])
    expect(identityErrorsOf({ ...customer, documentType: 'RUC' })).toEqual(['documentType unknown_document_type'])
  })

  const body = { ...customer, bankName: '0003', accountAgencyNumber: '194', accountNumber: digitsOf(14) }

  it.each(['documentType', 'bankName', 'accountNumber'])(
    'Peru: validations bank: requires %s for a bank’s own number',
    (field) => {
      expect(bankErrorsOf(body)).toEqual([])
      expect(bankErrorsOf({ ...body, [field]: undefined })).toContain(`${field} missing`)
    },
  )

  it('Peru: validations bank: requires the agency when the bank is used', () => {
    expect(bankErrorsOf({ ...body, accountAgencyNumber: undefined })).toEqual(['accountAgencyNumber missing'])
    expect(bankErrorsOf({ ...body, accountAgencyNumber: undefined, accountNumber: cci })).toEqual([
      'accountAgencyNumber missing',
    ])
  })

  it.each([cci, '011-241-000190006582-70', '011–241–000190006582–70'])(
    'Peru: validations bank: a CCI needs neither bank nor agency: %s',
    (accountNumber) => {
      const reading = readBankValidation({ ...customer, accountNumber })
      expect(reading.ok && reading.value).toEqual({ ...customer, accountNumber: cci })
    },
  )

  it('Peru: validations bank: a CCI is recognised whatever the bank field holds, and however it is written', () => {
    for (const accountNumber of [cci, 'CCI: 011-241-000190006582-70'])
      for (const bankName of ['0001', '0003']) expect(bankErrorsOf({ ...body, bankName, accountNumber })).toEqual([])
  })

  it('Peru: validations bank: the method CCI asks for no bank before the number is typed', () => {
    expect(bankValidationOffer(peru, { ...form, accountNumber: '' })).toMatchObject({
      state: 'incomplete',
      errors: [{ field: 'accountNumber', code: 'missing' }],
    })
    expect(
      bankValidationOffer(peru, { ...form, method: 'bank', accountNumber: '', validationAgency: '194' }),
    ).toMatchObject({
      errors: [
        { field: 'accountNumber', code: 'missing' },
        { field: 'bankName', code: 'missing' },
      ],
    })
  })

  it('Peru: validations bank: does not use an account type, so a number of bank 0003 may have 13 or 14 digits', () => {
    expect(bankErrorsOf({ ...body, accountTypeCode: '0001' })).toEqual(['accountTypeCode not_applicable'])
    expect(bankErrorsOf({ ...body, accountNumber: digitsOf(13) })).toEqual([])
    expect(bankWarningsOf({ ...body, accountNumber: digitsOf(15) })).toEqual(['accountNumber wrong_number'])
  })

  const form = {
    ...emptyEntry(peru),
    beneficiaryFirstName: 'Milagros',
    beneficiaryLastName: 'Huamán',
    documentType: '04',
    documentNumber: '45678912-3',
    accountNumber: cci,
  }

  it('Peru: validations: 04 is DNI; the other documents have no validation', () => {
    expect(identityValidationOffer(peru, form)).toMatchObject({
      state: 'ready',
      request: { documentType: 'DNI', documentNumber: '45678912' },
    })
    for (const documentType of ['02', '03', '05']) {
      expect(identityValidationOffer(peru, { ...form, documentType })).toMatchObject({ state: 'not-offered' })
      expect(bankValidationOffer(peru, { ...form, documentType })).toMatchObject({ state: 'not-offered' })
    }
  })

  it('Peru: validations the bank check of a CCI sends neither bank nor agency, whatever the form holds', () => {
    const left = { method: 'bank', bankName: '0003', validationAgency: '194' }
    const offer = bankValidationOffer(peru, { ...form, ...left })
    expect(offer.state === 'ready' && offer.request).toEqual({ ...customer, accountNumber: cci })
  })

  it('Peru: validations bank: of bank 0004 the agency and the account of seven digits go apart, with a warning about the payout’s ten', () => {
    const own = { method: 'bank', bankName: '0004', payoutAccountTypeCode: '0001', accountNumber: '4567890' }
    const offer = bankValidationOffer(peru, { ...form, ...own, validationAgency: '123' })
    expect(offer).toMatchObject({
      state: 'ready',
      request: { bankName: '0004', accountAgencyNumber: '123', accountNumber: '4567890' },
      warnings: [{ field: 'accountNumber', code: 'wrong_length' }],
    })
  })

  it('Peru: validations the bank check of a bank’s own number sends both', () => {
    const own = { method: 'bank', bankName: '0003', payoutAccountTypeCode: '0001', accountNumber: digitsOf(14) }
    expect(bankValidationOffer(peru, { ...form, ...own, validationAgency: '194' })).toEqual({
      state: 'ready',
      request: body,
      warnings: [],
    })
    expect(bankValidationOffer(peru, { ...form, ...own })).toMatchObject({
      state: 'incomplete',
      errors: [{ field: 'accountAgencyNumber', code: 'missing' }],
    })
  })
})
