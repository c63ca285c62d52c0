import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptedDamageSchema, damageCodes, mayStay } from '#shared/api/damage.ts'
import { hasValidClabeDigits } from '#shared/check-digits/clabe.ts'
import type { Cell, TableRow } from '#shared/files/table.ts'
import { english } from '#shared/language/english.ts'
import { fieldUses } from '#shared/payout/field-uses.ts'
import { isFieldName } from '#shared/payout/fields.ts'
import { readEntry } from '#shared/payout/read-entry.ts'
import { bankRulesOf } from '#shared/rule-book/bank-code.ts'
import { type Shape, shapePattern } from '#shared/rule-book/shape.ts'
import { runs } from '#shared/testing/runs.ts'
import { type SampleEntry, sampleEntries } from '#shared/testing/sample-entries.ts'
import { damageMessage, numberFields } from './damage.ts'
import { planOf } from './import-plan.ts'
import { matchColumns } from './match-columns.ts'
import { readRow } from './read-row.ts'
import { zeroedColumns } from './row-damage.ts'
import { asCsvText, asDecimalText, asNumberCell } from './testing/spreadsheet-damage.ts'

type Entry = SampleEntry['entry']

/** Reads an entry out of a file of one row, with another cell in one of its columns. */
function damageIn(entry: Entry, field?: string, cell?: Cell) {
  const head = Object.keys(entry)
  const row: TableRow = head.map((name) => (name === field && cell !== undefined ? cell : String(entry[name])))
  const matching = matchColumns([head, row], { headRow: 0 })
  return readRow(row, planOf(matching, { decimal: '.' })).damage.map(({ field: name, code, probable }) => ({
    field: name,
    code,
    probable,
  }))
}

const named = sampleEntries.map((sample) => [sample.name, sample] as const)

/** Values that the number fields of a sample take: its own, those of the rules without check digits, every bank code. */
function valuesOf({ country, method, entry }: SampleEntry): fc.Arbitrary<Entry> {
  const uses = fieldUses(country, method)
  const own = Object.entries(entry).map(([field, value]): readonly [string, fc.Arbitrary<string | boolean>] => {
    const use = isFieldName(field) ? uses[field] : undefined
    if (use?.use !== 'asked' || typeof value === 'boolean') return [field, fc.constant(value)]
    if (use.rule.kind === 'as-typed') return [field, fc.constantFrom(value, '0012', '00123456')]
    if (use.rule.kind !== 'number') return [field, fc.constant(value)]
    const free = use.rule.numbers.filter(
      (rule) =>
        rule.checks === undefined &&
        rule.when === undefined &&
        rule.shape.alphabet === 'digits' &&
        rule.shape.startsWith === undefined,
    )
    return [field, fc.oneof(fc.constant(value), ...free.map(({ shape }) => numberOf(shape)))]
  })
  return fc.record(Object.fromEntries(own))
}

function numberOf(shape: Shape): fc.Arbitrary<string> {
  const longest = shape.lengths.at(-1) ?? 14
  const pattern = new RegExp(
    shapePattern({ ...shape, lengths: shape.lengths.length === 0 ? [5, 10, 14] : shape.lengths }),
  )
  // Not three zeros and more at the beginning, nor at the end of more than fifteen digits.
  return fc
    .stringMatching(pattern)
    .filter((text) => !text.startsWith('000') && !(longest > 15 && text.slice(15).match(/^0+$/)))
}

describe.each(named)('Law for %s', (_, sample) => {
  it('Damage: nothing is found where nothing was damaged', () => {
    fc.assert(
      fc.property(valuesOf(sample), (entry) => {
        const readable = damageIn(entry).filter(({ field }) => isSound(sample, entry, field))
        expect(readable).toEqual([])
      }),
      { numRuns: runs(60) },
    )
  })

  it('Damage: every number that a workbook has changed is found, and where zeros were lost in a number of known length, they come back', () => {
    fc.assert(
      fc.property(valuesOf(sample), (entry) => {
        for (const [field, value] of changedBy(entry, asNumberCell)) {
          if (!isSound(sample, entry, field)) continue
          const found = damageIn(entry, field, value).filter((one) => one.field === field)
          expect([field, entry[field], found.length]).toEqual([field, entry[field], 1])
          const [{ code, probable } = { code: 'date', probable: undefined }] = found
          if (probable !== undefined) expect([field, code, probable]).toEqual([field, code, entry[field]])
        }
      }),
      { numRuns: runs(60) },
    )
  })

  it('Damage: powers of ten and decimals in a text are found', () => {
    for (const field of numberFields) {
      const value = sample.entry[field]
      if (typeof value !== 'string') continue
      for (const damaged of [asCsvText(value), asDecimalText(value)]) {
        if (damaged === undefined || !/[E.]/.test(damaged)) continue
        const [found] = damageIn(sample.entry, field, damaged)
        expect([field, damaged, found?.field]).toEqual([field, damaged, field])
        // Zeros before a number of any length cannot be known.
        if (found?.probable !== undefined) expect(value.replace(/^0+/, '')).toBe(found.probable.replace(/^0+/, ''))
      }
    }
  })

  it('Damage: a date in place of a code is found', () => {
    for (const field of numberFields) {
      if (typeof sample.entry[field] !== 'string') continue
      const date = { kind: 'date', text: '45567', shown: '2024-10-02' } as const
      for (const cell of [date, '2024-10-02', '02/10/2024', '2-oct', 'oct-24', '1-ene'])
        expect(damageIn(sample.entry, field, cell)).toContainEqual(expect.objectContaining({ field, code: 'date' }))
    }
  })

  it('Damage: every bank code that lost its zeros is found with what it probably was', () => {
    if (sample.method.fields.bankName?.use !== 'asked') return
    for (const { code } of sample.method.fields.bankName.rule.banks) {
      const lost = code.replace(/^0+/, '')
      if (lost === code) continue
      const wanted = { field: 'bankName', code: 'zeros_lost', probable: code }
      expect(damageIn(sample.entry, 'bankName', lost)).toContainEqual(wanted)
      expect(damageIn(sample.entry, 'bankName', { kind: 'number', text: lost })).toContainEqual(wanted)
    }
    expect(bankRulesOf(sample.country).length).toBeGreaterThan(0)
  })
})

/** Whether a value is valid in its field: only then can damage to it be recognised. No document of varying length begins with a zero. */
function isSound({ country }: SampleEntry, entry: Entry, field: string): boolean {
  const value = String(entry[field])
  if (field === 'documentNumber' && country.code === 'CO' && value.startsWith('0')) return false
  if (field === 'accountAgencyNumber' && value.length < 4) return false
  return !readEntry(entry).errors.some((error) => error.field === field)
}

function changedBy(entry: Entry, damage: (text: string) => Cell | undefined): readonly (readonly [string, Cell])[] {
  return numberFields.flatMap((field) => {
    const value = entry[field]
    const cell = typeof value === 'string' ? damage(value) : undefined
    return cell === undefined || (typeof cell !== 'string' && cell.text === value) ? [] : [[field, cell] as const]
  })
}

describe('Damage', () => {
  const chile = sampleEntries.find(({ country }) => country.code === 'CL')?.entry ?? {}
  const brazil = sampleEntries.find(({ country, method }) => country.code === 'BR' && method.id === 'pix')?.entry ?? {}
  const argentina = sampleEntries.find(({ country }) => country.code === 'AR')?.entry ?? {}

  it.each([
    [chile, 'payoutAccountTypeCode', '1', 'zeros_lost', '0001'],
    [argentina, 'documentNumber', '1234567', 'zeros_lost', '01234567'],
    [argentina, 'documentNumber', '12,345,678', 'grouped', '12345678'],
    [brazil, 'documentNumber', '191', 'zeros_lost', '00000000191'],
    [brazil, 'recipientPixKey', '5511912345678', 'plus_lost', '+5511912345678'],
    [brazil, 'documentNumber', '1.1144477735E+10', 'exponent', '11144477735'],
    [brazil, 'documentNumber', '1.11445E+10', 'exponent', undefined],
    [brazil, 'documentNumber', '#N/A', 'error_value', undefined],
    [brazil, 'beneficiaryFirstName', '#¡REF!', 'error_value', undefined],
    [brazil, 'amount', '1.5E+12', 'exponent', undefined],
  ] as const)('In %o, %s “%s” is %s', (entry, field, given, code, probable) => {
    expect(damageIn(entry, field, given)).toEqual([{ field, code, probable }])
  })

  it('Nothing is proposed for a number that was rounded, though zeros and what is left fit its check digits', () => {
    const text = '177910160575051300000'
    const argentine = { country: 'AR', documentType: '1', documentNumber: '12345678', accountNumber: text }
    expect(damageIn(argentine, 'accountNumber', { kind: 'number', text })).toEqual([
      { field: 'accountNumber', code: 'digits_zeroed', probable: undefined },
    ])
    const exact = { kind: 'number', text: '177910160575051293926' } as const
    expect(damageIn(argentine, 'accountNumber', exact)).toEqual([
      { field: 'accountNumber', code: 'zeros_lost', probable: '0177910160575051293926' },
    ])
  })

  it('No zeros are proposed for a Chilean account that is short, as it may have had any number of them', () => {
    const chilean = { country: 'CL', documentType: 'cl_rut', documentNumber: '123456785', bankName: '012' }
    const account = { ...chilean, payoutAccountTypeCode: '0001', accountNumber: '46027' }
    expect(damageIn(account, 'accountNumber', { kind: 'number', text: '46027' })).toEqual([
      { field: 'accountNumber', code: 'zeros_lost', probable: undefined },
    ])
  })

  it('A number in the format 0012 is the text that it shows', () => {
    expect(damageIn(chile, 'bankName', { kind: 'number', text: '12', shown: '012' })).toEqual([])
  })

  it('No zero counts as lost where a number has one, whatever kept the number', () => {
    for (const { entry } of sampleEntries)
      for (const field of numberFields) {
        const value = entry[field]
        if (typeof value !== 'string' || !/^0\d{1,13}$/.test(value)) continue
        for (const cell of [value, { kind: 'number', text: value } as const])
          expect(damageIn(entry, field, cell).filter((found) => found.field === field)).toEqual([])
      }
  })

  it('A number of a file that no spreadsheet has saved keeps its digits', () => {
    expect(damageIn(argentina, 'accountNumber', { kind: 'number', text: '2850590940090418135201' })).toEqual([])
  })

  it('Zeros at the end of one long number among others are its own, in most of them they are damage', () => {
    const head = ['country', 'accountNumber', 'amount']
    const zeroed = Array.from({ length: 1_000 }, (_, place) => `01218${String(place).padStart(10, '0')}000`).find(
      hasValidClabeDigits,
    )
    const own = '012180000118359719'
    const rows = (numbers: readonly string[]) => numbers.map((number): TableRow => ['MX', number, '1'])
    const codes = (numbers: readonly string[]) => {
      const matching = matchColumns([head, ...rows(numbers)])
      const plan = planOf(matching, { decimal: '.', zeroed: zeroedColumns(rows(numbers), matching.columns) })
      return readRow(rows(numbers)[0] ?? [], plan).damage.map(({ code }) => code)
    }
    expect(codes([zeroed ?? '', own, own])).toEqual([])
    expect(codes([zeroed ?? '', zeroed ?? '', own])).toEqual(['digits_zeroed'])
  })

  it('A text that begins with a zero has lost none: a CLABE of 17 digits lacks one that cannot be known, wherever it was', () => {
    const mexico = sampleEntries.find(({ country }) => country.code === 'MX')?.entry ?? {}
    expect(damageIn(mexico, 'accountNumber', '01479633591526906')).toEqual([])
  })

  it('Two columns for one field that say different things are pointed out', () => {
    const rows = [
      ['Nombre', 'País', 'Cuenta', 'CCI', 'Monto'],
      ['Ana Souza', 'PE', '19412345678012', '01124100019000658270', '1'],
    ]
    const { damage } = readRow(rows[1] ?? [], planOf(matchColumns(rows)))
    expect(damage).toMatchObject([{ field: 'accountNumber', code: 'columns_differ', heading: 'CCI' }])
  })

  it('What a person accepts of a column says nothing of its values', () => {
    const accepted = { column: 'Banco', field: 'bankName', code: 'zeros_lost', taken: 'probable', count: 12 }
    expect(acceptedDamageSchema.parse(accepted)).toEqual(accepted)
    expect(acceptedDamageSchema.safeParse({ ...accepted, given: '12' }).success).toBe(false)
  })

  it('A text that is no value cannot be accepted as it is', () => {
    expect(damageCodes.filter((code) => !mayStay(code))).toEqual([
      'exponent',
      'date',
      'decimals',
      'grouped',
      'error_value',
      'unreadable',
    ])
  })

  it('Every damage has a sentence, with or without the probable value', () => {
    const sentences = damageCodes.map((code) => english(damageMessage({ code, given: '12' })))
    expect(new Set(sentences).size).toBe(damageCodes.length)
    expect(english(damageMessage({ code: 'zeros_lost', given: '12', probable: '0012' }))).toContain('0012 is probable')
  })
})
