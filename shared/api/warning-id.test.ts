import { expect, it } from 'vitest'
import { chile } from '#shared/countries/chile.ts'
import { mexico } from '#shared/countries/mexico.ts'
import { readEntryOf } from '#shared/payout/read-entry.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { issueOn, warningId } from './issue.ts'
import { validationIssue } from './validation-issue.ts'
import { warningTable } from './warning-codes.ts'

/** One of each warning as it is kept in the database, with all of its params. Anyone who changes a key here asks about every open payout again. */
const keys = [
  [issueOn('amount', 'amount_looks_grouped', { value: '1.5' }), '["amount","amount_looks_grouped","1.5"]'],
  [
    issueOn('amount', 'too_many_decimals', { currency: 'CLP', decimals: 0, value: '1.5', places: 1 }),
    '["amount","too_many_decimals","CLP","1.5"]',
  ],
  [
    issueOn('documentNumber', 'check_digit', {
      label: { id: 'document.cpf' },
      value: '1',
      standard: 'cpf',
      lacking: 'last',
    }),
    '["documentNumber","check_digit","cpf","1"]',
  ],
  [
    issueOn('accountNumber', 'changed_by_import', { column: 'Cuenta', from: '12', to: '0012', taken: 'probable' }),
    '["accountNumber","changed_by_import","Cuenta","12","0012","probable"]',
  ],
  [
    issueOn('recipientPixKey', 'pix_key_of_another', { value: '1', document: '2', phone: '+551' }),
    '["recipientPixKey","pix_key_of_another","1","2"]',
  ],
  [
    issueOn('recipientPixKey', 'pix_phone_length', { value: '+551', prefix: '55', digits: 1, min: 10, max: 11 }),
    '["recipientPixKey","pix_phone_length","+551"]',
  ],
  [
    issueOn('amount', 'first_unvalidated', { value: '1501', currency: 'BRL', above: 1500 }),
    '["amount","first_unvalidated","1501","BRL",1500]',
  ],
  [
    issueOn('amount', 'not_called_back', { why: 'changed', currency: 'BRL', above: 1, beneficiaryId: 'b', to: 'h' }),
    '["amount","not_called_back","h"]',
  ],
  [
    issueOn('amount', 'beneficiary_frozen', { beneficiaryId: 'b', callBackId: 'c' }),
    '["amount","beneficiary_frozen","c"]',
  ],
  [
    issueOn('accountNumber', 'bank_differs', {
      label: { id: 'account.cbu' },
      value: '1',
      bank: '7',
      name: 'A',
      given: '8',
    }),
    '["accountNumber","bank_differs","1","7",null,"8"]',
  ],
  [
    issueOn('accountNumber', 'bank_differs', { label: { id: 'account.clabe' }, value: '1', prefix: '998', given: '8' }),
    '["accountNumber","bank_differs","1",null,"998","8"]',
  ],
  [
    issueOn('accountAgencyNumber', 'leading_zero_lost', {
      label: { id: 'field.accountAgencyNumber' },
      value: '1',
      digits: 1,
    }),
    '["accountAgencyNumber","leading_zero_lost","1"]',
  ],
  [
    issueOn('accountAgencyNumber', 'long_agency', {
      label: { id: 'field.accountAgencyNumber' },
      value: '12345',
      digits: 5,
    }),
    '["accountAgencyNumber","long_agency","12345"]',
  ],
  [issueOn('bankName', 'bank_not_listed', { value: '999' }), '["bankName","bank_not_listed","999"]'],
  [
    issueOn('beneficiaryName', 'long_name', {
      letters: 31,
      max: 30,
      value: 'Ana',
      label: { id: 'field.beneficiaryLastName' },
    }),
    '["beneficiaryName","long_name","Ana",30]',
  ],
  ...(['same_beneficiary', 'document_other_account', 'document_already_saved'] as const).map(
    (code) =>
      [issueOn('documentNumber', code, { beneficiaryId: 'b' }), JSON.stringify(['documentNumber', code, 'b'])] as const,
  ),
  [
    issueOn('accountNumber', 'account_other_document', { beneficiaryId: 'b' }),
    '["accountNumber","account_other_document","b"]',
  ],
  [
    issueOn('accountNumber', 'details_changed', {
      payoutId: 'p',
      state: 'exported',
      order: 'newer',
      changes: [],
      times: [],
      from: 'old',
      to: 'new',
    }),
    '["accountNumber","details_changed","old","new"]',
  ],
  [
    issueOn('beneficiaryFirstName', 'details_once', { from: 'old', to: 'new' }),
    '["beneficiaryFirstName","details_once","old","new"]',
  ],
  [
    issueOn('beneficiaryLastName', 'beneficiary_archived', { beneficiaryId: 'b' }),
    '["beneficiaryLastName","beneficiary_archived","b"]',
  ],
  [
    validationIssue({ service: 'bank', outcome: 'NOK', reason: 'R', correlationId: 'c' }),
    '["validation:bank","validation_outcome","c","NOK","R"]',
  ],
  [
    issueOn('beneficiaryFirstName', 'odd_name', {
      value: 'Ana 2',
      why: 'digits',
      label: { id: 'field.beneficiaryFirstName' },
    }),
    '["beneficiaryFirstName","odd_name","Ana 2","digits"]',
  ],
  [
    issueOn('email', 'foreign_letter', { letter: '\u0430', codePoint: 'U+0430' }),
    '["email","foreign_letter","U+0430"]',
  ],
  [issueOn('email', 'mail_domain', { domain: 'gmial.con', meant: 'gmail.com' }), '["email","mail_domain","gmial.con"]'],
  [issueOn('amount', 'huge_amount', { digits: 12, value: '123456789012' }), '["amount","huge_amount","123456789012"]'],
  [issueOn('accountNumber', 'no_account_named', {}), '["accountNumber","no_account_named"]'],
  [
    issueOn('amount', 'amount_above_limit', { value: '1501', currency: 'BRL', limit: 1500 }),
    '["amount","amount_above_limit","1501","BRL",1500]',
  ],
  [
    issueOn('amount', 'amount_above_usual', { value: '1501', currency: 'BRL', usual: 150, times: 10 }),
    '["amount","amount_above_usual","1501","BRL"]',
  ],
  [
    issueOn('NotificationUrl', 'notification_host', { host: 'xn--pple-43d.com' }),
    '["NotificationUrl","notification_host","xn--pple-43d.com"]',
  ],
  [
    issueOn('country', 'replaces_another', { payoutId: 'p', what: 'country', to: 'h', currency: 'BRL' }),
    '["country","replaces_another","p","country","h","BRL"]',
  ],
  [issueOn('amount', 'duplicate_payout', { payoutId: 'p', at: 'then' }), '["amount","duplicate_payout","p"]'],
] as const

it.each(keys)('The key that confirms a warning: %j is %s', (warning, key) => {
  expect(warningId(warning)).toBe(key)
})

it('The key that confirms a warning is pinned here for each warning', () => {
  expect(new Set(keys.map(([{ code }]) => code))).toEqual(new Set(Object.keys(warningTable)))
})

it('The key that confirms a warning holds no words, so that rewording asks nothing again', () => {
  const [one, other] = ['Surname', 'Last name'].map((label) =>
    issueOn('beneficiaryLastName', 'long_name', { letters: 31, max: 30, value: 'Ana', label }),
  )
  expect(one && warningId(one)).toBe(other && warningId(other))
})

it('The key that confirms a warning is another for another bank, so that a tick for the one does not confirm the other', () => {
  const keysAt = (bankName: string) =>
    keysOf(mexico, { bankName, accountNumber: '998010077777777771' }).filter((key) => key.includes('bank_differs'))
  expect(keysAt('40012')).toHaveLength(1)
  expect(keysAt('40012')).not.toEqual(keysAt('40072'))
})

it('The key that confirms a warning is another for another number', () => {
  const keysAt = (documentNumber: string) => keysOf(chile, { documentNumber })
  expect(keysAt('123456781')).toHaveLength(1)
  expect(keysAt('123456781')).not.toEqual(keysAt('123456782'))
})

it('The key that confirms a warning is another for the same digits of another document', () => {
  const [cpf, cuit] = (['cpf', 'cuit'] as const).map((standard) =>
    issueOn('documentNumber', 'check_digit', { label: standard, value: '12345678901', standard }),
  )
  expect(cpf && warningId(cpf)).not.toBe(cuit && warningId(cuit))
})

function keysOf(country: Country, change: Readonly<Record<string, string>>): readonly string[] {
  const [method] = country.methods
  return readEntryOf(country, { ...method.sample, ...change, method: method.id }).warnings.map(warningId)
}
