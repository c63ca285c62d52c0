import { describe, expect, it } from 'vitest'
import { fieldNames } from '#shared/payout/fields.ts'
import { labelsOf } from './column-labels.ts'
import { columnMeaningSchema } from './column-meaning.ts'
import { matchColumns } from './match-columns.ts'
import { sheetFieldSchema } from './sheet-field.ts'

function fieldsOf(head: readonly string[], data: readonly (readonly string[])[] = []) {
  return matchColumns([head, ...data]).columns.map(({ meaning }) =>
    meaning.as === 'field' ? meaning.field : meaning.as,
  )
}

describe('The columns of a file', () => {
  it.each([
    ['as they are', (name: string) => name],
    ['in small letters', (name: string) => name.toLowerCase()],
    ['with underscores', (name: string) => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()],
    ['as words', (name: string) => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`)],
    ['in capitals', (name: string) => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toUpperCase()],
  ])('Columns named as in the interface are matched %s', (_, written) => {
    expect(fieldsOf(fieldNames.map(written))).toEqual(fieldNames)
  })

  it('The second spelling of the currency is matched, and the method of a payout', () => {
    expect(fieldsOf(['CurrencyCode', 'method'])).toEqual(['currencyCode', 'method'])
  })

  it.each([0, 1, 2, 3])('Columns named as the labels of a form are matched in language %i', (language) => {
    expect(fieldsOf(fieldNames.map((field) => labelsOf(`field.${field}`)[language] ?? ''))).toEqual(fieldNames)
  })

  it('A lone name is the whole one, beside a last name the first, and beside Prénom the last', () => {
    expect(fieldsOf(['Nombre', 'Monto'])).toEqual(['full-name', 'amount'])
    expect(fieldsOf(['Nombre', 'Apellidos', 'Monto'])).toEqual([
      'beneficiaryFirstName',
      'beneficiaryLastName',
      'amount',
    ])
    expect(fieldsOf(['Prénom', 'Nom', 'Montant'])).toEqual(['beneficiaryFirstName', 'beneficiaryLastName', 'amount'])
  })

  it('A title above the headings is passed over, and a file without headings is told by its values', () => {
    const head = ['Nombre', 'Banco', 'Cuenta', 'Monto']
    const row = ['Ana Souza', 'Banco Pichincha', '2200123456', '150,25']
    expect(matchColumns([['Pagos de noviembre'], [], head, row])).toMatchObject({ headRow: 2, firstRow: 3 })
    const bare = matchColumns([row, ['Luis Pérez', 'Banco Guayaquil', '0012345678', '20,00']])
    expect(bare.headRow).toBeUndefined()
    expect(bare.columns.map(({ meaning }) => meaning.as)).toEqual(['full-name', 'field', 'ignore', 'field'])
  })

  it('A document or number that one country alone has speaks for that country', () => {
    expect(matchColumns([['Nombre', 'CLABE', 'CURP', 'Monto']]).country).toBe('MX')
    expect(matchColumns([['Nome', 'CPF', 'Chave Pix', 'Valor']]).country).toBe('BR')
    expect(matchColumns([['Nombre', 'País', 'CLABE', 'Monto']]).country).toBeUndefined()
  })

  it('A bare number after a type is the number of that document or account, and a count of rows is not used', () => {
    const rows = [
      ['1', 'Rosa Vera', 'CC', '1020304050', 'Ahorros', '12345678901', '10,00'],
      ['2', 'Luis Mora', 'NIT', '800.197.268-4', 'Corriente', '00998877665', '20,00'],
    ]
    expect(fieldsOf(['Nº', 'Beneficiario', 'Tipo Doc.', 'Número', 'Tipo de cuenta', 'Nro.', 'Importe'], rows)).toEqual([
      'ignore',
      'full-name',
      'documentType',
      'documentNumber',
      'payoutAccountTypeCode',
      'accountNumber',
      'amount',
    ])
    const counted = rows.map(([count = '', name = '', type = '', document = '']) => [name, type, count, document])
    expect(fieldsOf(['Beneficiario', 'Tipo Doc.', 'Nº', 'Documento'], counted)[2]).toBe('ignore')
    expect(fieldsOf(['Beneficiario', 'Tipo Doc.', 'Nº'], counted)[2]).toBe('ignore')
  })

  it('A column of the type that a heading does not tell is told by its values', () => {
    const rows = [
      ['CC', 'Ahorros'],
      ['NIT', 'Corriente'],
      ['CE', 'Ahorros'],
    ]
    expect(fieldsOf(['Documento', 'Cuenta'], rows)).toEqual(['documentType', 'payoutAccountTypeCode'])
  })

  it.each([
    ['Clase', ['Natural', 'Jurídica', 'Natural']],
    ['Tipo de entidad', ['Persona natural', 'Empresa', 'Persona jurídica']],
    ['Régimen', ['Persona física', 'Persona moral', 'Persona moral']],
    ['Kind', ['Person', 'Company', 'Company']],
    ['', ['Pessoa jurídica', 'Pessoa física', 'Pessoa jurídica']],
    ['Statut juridique', ['Personne physique', 'Société', 'Personne morale']],
  ])('A column %j of people and companies is told by its values', (heading, values) => {
    const rows = values.map((value, place) => [`Ana Gómez ${'abc'[place]}`, value, '100,50'])
    expect(fieldsOf(['Nombre', heading, 'Monto'], rows)).toEqual(['full-name', 'beneficiaryType', 'amount'])
  })

  it('A column whose heading says what it is stays that, whatever its words are', () => {
    const rows = [
      ['Empresa', 'Persona', 'P'],
      ['Persona', 'Empresa', 'E'],
    ]
    expect(fieldsOf(['Ciudad', 'Banco', 'Categoría'], rows)).toEqual(['city', 'bankName', 'ignore'])
  })

  it('A heading names the currency of its amounts', () => {
    const implied = (heading: string) => matchColumns([['Nombre', heading]]).columns[1]?.meaning
    for (const [heading, currency] of [
      ['Monto (USD)', 'USD'],
      ['Valor R$', 'BRL'],
      ['Importe MXN', 'MXN'],
      ['Monto S/', 'PEN'],
    ])
      expect(implied(heading ?? '')).toEqual({ as: 'field', field: 'amount', implied: { currency } })
  })

  it('What a person made of a layout counts when a file of that layout comes again, and for no other', () => {
    const head = ['Nombre', 'Ref', 'Monto']
    const { layout, columns } = matchColumns([head])
    const corrected = columns.map(({ meaning }, place) => (place === 1 ? { as: 'ignore' as const } : meaning))
    const remembered = (asked: string) => (asked === layout ? corrected : undefined)
    expect(matchColumns([head, ['a', 'b', '1']], { remembered }).columns.map(({ by }) => by)).toEqual(
      head.map(() => 'remembered'),
    )
    expect(matchColumns([['Nombre', 'Refs', 'Monto']], { remembered }).columns[0]?.by).toBe('synonym')
    expect(corrected.map((meaning) => columnMeaningSchema.parse(meaning))).toEqual(corrected)
    expect(sheetFieldSchema.safeParse('amounts').success).toBe(false)
  })
})
