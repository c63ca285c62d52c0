import { describe, expect, it } from 'vitest'
import { translateIssue } from '#shared/api/issue-message.ts'
import type { TableRow } from '#shared/files/table.ts'
import { english } from '#shared/language/english.ts'
import { amountStyle } from './amount-style.ts'
import { type ImportPlan, planOf } from './import-plan.ts'
import { matchColumns } from './match-columns.ts'
import { readRow } from './read-row.ts'

function readFirst(rows: readonly TableRow[], options: Partial<ImportPlan> = {}) {
  const matching = matchColumns(rows)
  const row = rows[matching.firstRow] ?? []
  return readRow(
    row,
    planOf(matching, {
      decimal: ',',
      ...options,
      forAll: { ...(matching.country && { country: matching.country }), ...options.forAll },
    }),
  )
}

describe('A row of a file', () => {
  it.each([
    ['Chile', 'CLP'],
    ['Ecuador', 'USD'],
    ['Peru', '$'],
  ])('%s: a bare $ in a column of currencies is what it is in an amount, %s', (country, code) => {
    const { entry } = readFirst([
      ['Country', 'Currency', 'Amount'],
      [country, '$', '$ 1500'],
    ])
    expect(entry.currencyCode).toBe(code)
  })

  it('A row of names is read into codes, each with a change that says so', () => {
    const { entry, errors, changes } = readFirst([
      ['País', 'Beneficiario', 'Tipo doc', 'N.º documento', 'Banco', 'Tipo de cuenta', 'Cuenta', 'Moneda', 'Monto'],
      [
        'Colombia',
        'Gómez Ruiz, Ana María',
        'CC',
        '1.020.304.050',
        'Bancolombia',
        'Ahorros',
        '123-456789-01',
        'pesos',
        '$ 1.500.000,50',
      ],
    ])
    expect(errors).toEqual([])
    expect(entry).toEqual({
      country: 'CO',
      beneficiaryFirstName: 'Ana María',
      beneficiaryLastName: 'Gómez Ruiz',
      documentType: '01',
      documentNumber: '1.020.304.050',
      bankName: '0007',
      payoutAccountTypeCode: '0001',
      accountNumber: '123-456789-01',
      currencyCode: 'COP',
      amount: '$ 1500000.50',
    })
    expect(changes.map(({ field, code }) => `${field} ${code}`)).toEqual(
      expect.arrayContaining([
        'country by_word',
        'beneficiaryFirstName name_parted',
        'documentType by_word',
        'bankName by_name',
        'payoutAccountTypeCode by_word',
        'currencyCode by_word',
        'amount amount_style',
        'documentNumber separators_removed',
      ]),
    )
  })

  it('A heading and the number itself fill in what the row leaves open', () => {
    const { entry, errors, changes } = readFirst([
      ['Nombre', 'Apellido', 'CURP', 'CLABE', 'Importe'],
      ['Ana', 'Souza', 'BOXW310820HNERXN09', '002010077777777771', '150,25'],
    ])
    expect(errors).toEqual([])
    expect(entry).toMatchObject({ country: 'MX', documentType: '40', bankName: '40002', payoutAccountTypeCode: '0001' })
    expect(changes.map(({ field, code }) => `${field} ${code}`)).toEqual(
      expect.arrayContaining([
        'country for_the_file',
        'documentType by_heading',
        'payoutAccountTypeCode by_heading',
        'bankName by_number',
      ]),
    )
  })

  it('A bank that two may be is left to the person, with those that are meant', () => {
    const { errors, candidates } = readFirst([
      ['País', 'Nombre', 'Banco', 'Cuenta', 'Monto'],
      ['EC', 'Ana Souza', 'Banco de', '2200123456', '150,25'],
    ])
    expect(errors).toContainEqual(expect.objectContaining({ field: 'bankName', code: 'unknown_bank' }))
    expect(candidates[0]?.choices.length).toBeGreaterThan(1)
  })

  it('A whole name in a column of surnames alone is parted at its comma, and not where a first name is given', () => {
    const read = (names: readonly string[], cells: readonly string[]) =>
      readFirst([
        ['Country', ...names, 'Bank', 'Amount'],
        ['EC', ...cells, 'Banco Pichincha', '1'],
      ])
    const parted = read(['Apellidos'], ['QUISPE, Ana Paula'])
    expect(parted.entry).toMatchObject({ beneficiaryFirstName: 'Ana Paula', beneficiaryLastName: 'QUISPE' })
    expect(parted.changes).toContainEqual(
      expect.objectContaining({ field: 'beneficiaryFirstName', code: 'name_parted', from: 'QUISPE, Ana Paula' }),
    )
    const whole = read(['Apellidos', 'Nombres'], ['QUISPE, Rojas', 'Ana'])
    expect(whole.entry).toMatchObject({ beneficiaryFirstName: 'Ana', beneficiaryLastName: 'QUISPE, Rojas' })
    expect(read(['Apellidos'], ['QUISPE,']).entry).not.toHaveProperty('beneficiaryFirstName')
  })

  it('Argentina: the bank of a CBU and “CBU” as the type of the account are left to the number, another bank is refused', () => {
    const read = (bank: string) =>
      readFirst([
        ['País', 'Nombre', 'DNI', 'Banco', 'Tipo cta.', 'Cuenta', 'Monto'],
        ['Argentina', 'Ana Souza', '12345678', bank, 'CBU', '28505909 40090418135201', '1500'],
      ])
    const { entry, errors, changes } = read('Banco Macro')
    expect(errors).toEqual([])
    expect(entry).toMatchObject({ bankName: '-', payoutAccountTypeCode: '-' })
    expect(changes).toContainEqual(
      expect.objectContaining({ field: 'payoutAccountTypeCode', from: 'CBU', message: 'why.cbuIsEnough' }),
    )
    const { errors: refused } = read('Banco Galicia')
    expect(refused).toMatchObject([{ field: 'bankName', code: 'not_applicable' }])
    expect(refused.map((issue) => translateIssue(english, issue))).toEqual([
      'Bank: leave it empty. But the account number belongs to Banco Macro S.A., so first check that it is the beneficiary’s.',
    ])
  })

  it('Peru: “CCI” as the type of the account is the way it is paid, and a number that is none is refused as before', () => {
    const read = (account: string) =>
      readFirst([
        ['País', 'Nombre', 'DNI', 'Banco', 'Tipo cta.', 'Cuenta', 'Monto'],
        ['Perú', 'Ana Souza', '12345678', 'BCP', 'CCI', account, '1500'],
      ])
    const { entry, errors } = read('01124100019000658270')
    expect(errors).toEqual([])
    expect(entry).toMatchObject({ method: 'cci', accountNumber: '01124100019000658270' })
    expect(entry).not.toHaveProperty('payoutAccountTypeCode')
    expect(read('19412345678012').errors).toMatchObject([{ field: 'accountNumber', code: 'wrong_length' }])
  })

  it('A bank and an account in one cell are parted, and so are an agency and an account', () => {
    const [bank, agency] = [
      readFirst([
        ['País', 'Nombre', 'Banco y cuenta', 'Monto'],
        ['Ecuador', 'Ana Souza', 'Banco Pichincha cta. ahorros 2200123456', '1'],
      ]),
      readFirst([
        ['Nome', 'CPF', 'Banco', 'Ag/Conta', 'Valor'],
        ['Ana Souza', '111.444.777-35', '341', '4321-0 / 65432-0', '1'],
      ]),
    ]
    expect(bank.entry).toMatchObject({ bankName: '0023', payoutAccountTypeCode: '0001', accountNumber: '2200123456' })
    expect(agency.entry).toMatchObject({ accountAgencyNumber: '4321-0', accountNumber: '65432-0' })
  })

  it('Where the bank is “PIX”, the account is the Pix key, and a spreadsheet’s damage to it is found', () => {
    const head = ['País', 'Nombre', 'Banco', 'Tipo cta.', 'Cuenta', 'Monto']
    const key = readFirst([head, ['Brasil', 'Ana Souza', 'PIX', '', 'ana@example.com', '1']])
    expect(key.texts).toMatchObject({ recipientPixKey: 'ana@example.com' })
    expect(key.texts).not.toHaveProperty('bankName')
    expect(key.reading).toMatchObject({ method: { id: 'pix' } })
    expect(key.changes).toContainEqual(
      expect.objectContaining({ field: 'recipientPixKey', code: 'pix_as_bank', from: 'ana@example.com' }),
    )
    const phone = { kind: 'number', text: '5511940741289' } as const
    expect(readFirst([head, ['Brasil', 'Ana Souza', 'Pix', 'PIX', phone, '1']]).damage).toMatchObject([
      { field: 'recipientPixKey', code: 'plus_lost', probable: '+5511940741289' },
    ])
    expect(readFirst([head, ['Brasil', 'Ana Souza', 'Pix', 'Corrente', '12345-6', '1']]).texts.bankName).toBe('Pix')
    expect(readFirst([head, ['Perú', 'Ana Souza', 'Pix', '', '12345-6', '1']]).texts.bankName).toBe('Pix')
  })

  it('An agency before an account is parted from it where the country asks for one and no cell has it', () => {
    const head = ['País', 'Nombre', 'Banco', 'Agencia', 'Cuenta', 'Monto']
    const read = (...cells: readonly string[]) => readFirst([head, [...cells, '1']])
    const parted = read('Brasil', 'Ana Souza', 'Itaú', '', '0757-1 / 799136-9')
    expect(parted.texts).toMatchObject({ accountAgencyNumber: '0757-1', accountNumber: '799136-9' })
    expect(parted.changes).toContainEqual(
      expect.objectContaining({ field: 'accountAgencyNumber', code: 'cell_parted' }),
    )
    const whole = '0757-1 / 799136-9'
    expect(read('Brasil', 'Ana Souza', 'Itaú', '0757', whole).texts.accountNumber).toBe(whole)
    expect(read('Chile', 'Ana Souza', 'BCI', '', whole).texts.accountNumber).toBe(whole)
    expect(read('Brasil', 'Ana Souza', 'Itaú', '', '799 136-9').texts.accountNumber).toBe('799 136-9')
  })

  it('The terms for dollars that were accepted for the file go to the rows in dollars alone', () => {
    const forAll = { TermsApproved: 'true' }
    const head = ['País', 'Nombre', 'Moneda', 'Monto']
    expect(readFirst([head, ['Ecuador', 'Ana Souza', '', '1']], { forAll }).entry.TermsApproved).toBe(true)
    expect(readFirst([head, ['Peru', 'Ana Souza', '', '1']], { forAll }).entry).not.toHaveProperty('TermsApproved')
    expect(readFirst([head, ['Peru', 'Ana Souza', 'dólares', '1']], { forAll }).entry.TermsApproved).toBeUndefined()
  })
})

describe('The style of a file’s amounts', () => {
  it.each([
    [['1.234,56', '1.000'], ',', '1000'],
    [['1,234.56', '1.000'], '.', '1'],
    [['1234.5', '1,000'], '.', '1000'],
    [['1’234.50', '1,000'], '.', '1000'],
    [['1 234,50', '1.000'], ',', '1000'],
    [['1.234.567', '2.500'], ',', '2500'],
  ] as const)('%j is decided by %s, and the other amount is %s', (amounts, decimal, plain) => {
    const style = amountStyle(amounts)
    expect(style).toMatchObject({ decimal, ask: undefined })
    const { texts } = readFirst(
      [
        ['Nombre', 'Monto'],
        ['Ana', amounts[1]],
      ],
      { decimal: style.decimal },
    )
    expect(texts.amount).toBe(plain)
  })

  it('Where all amounts of a file are like 1.000, their meaning is asked, and they are errors until it is answered', () => {
    const style = amountStyle(['1.000', '15', '2.500', undefined])
    expect(style).toMatchObject({
      decimal: undefined,
      counts: { '.': 0, ',': 0, unclear: 2 },
      ask: { typed: '1.000', mark: '.', thousands: '1000', decimal: '1.000' },
    })
    const { errors } = readFirst(
      [
        ['País', 'Nombre', 'Monto'],
        ['Chile', 'Ana', '1.000'],
      ],
      { decimal: undefined },
    )
    expect(errors).toContainEqual(expect.objectContaining({ field: 'amount', code: 'amount_looks_grouped' }))
  })

  it('A number of a spreadsheet is no evidence, and is taken as it shows', () => {
    const cell = { kind: 'number', text: '1234.5600000000001' } as const
    expect(amountStyle([cell])).toMatchObject({ decimal: undefined, ask: undefined })
    expect(
      readFirst([
        ['Nombre', 'Monto'],
        ['Ana', cell],
      ]).texts.amount,
    ).toBe('1234.56')
  })
})
