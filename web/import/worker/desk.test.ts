import { describe, expect, it } from 'vitest'
import type { BatchMakes } from '#shared/api/batch.ts'
import type { FileUnderstanding, ImportSource, WorkerNews } from '../worker-calls.ts'
import { isFileRefusal } from '../worker-calls.ts'
import { createDesk } from './desk.ts'

const csv = [
  'Nombre;Apellido;País;Banco;Cuenta;Tipo de cuenta;Documento;Importe',
  'Ana;Paredes;EC;0023;2200123456;0001;1710034065;1.234,50',
  ';;;;;;;',
  'Luis;Mora;EC;0023;123;0001;1710034065;20,00',
  'Eva;Ruiz;EC;0023;2200123457;0001;1710034065;30,00',
].join('\n')

const pasted = (text: string): ImportSource => ({ kind: 'paste', text })

async function opened(text: string, remembered = {}, makes: BatchMakes = 'payouts') {
  const news: WorkerNews[] = []
  const desk = createDesk((message) => news.push(message))
  const found = await desk.open(pasted(text), makes, remembered, [])
  return { desk, news, found: understood(found) }
}

function understood(found: FileUnderstanding | { refusal: string }): FileUnderstanding {
  if ('refusal' in found) throw new Error(found.refusal)
  return found
}

/** Resolves once all rows were read in the background. */
async function begun(text: string) {
  const { desk, news } = await opened(text)
  const { head } = await desk.begin()
  await expect.poll(() => desk.summary().rows.unread).toBe(0)
  return { desk, head, news }
}

describe('A file', () => {
  it('A file is understood with its separator, headings, columns and decimal separator, and its first rows', async () => {
    const { found } = await opened(csv)
    expect(found.file).toMatchObject({ format: 'separated', separator: ';' })
    expect(found).toMatchObject({ isWhole: true, headRow: 0, rows: 3, decimal: ',', hasCountry: true })
    expect(found.columns.map(({ meaning }) => (meaning.as === 'field' ? meaning.field : meaning.as))).toEqual([
      'beneficiaryFirstName',
      'beneficiaryLastName',
      'country',
      'bankName',
      'accountNumber',
      'payoutAccountTypeCode',
      'documentNumber',
      'amount',
    ])
    expect(found.preview.map(({ row }) => row)).toEqual([2, 4, 5])
    expect(found.sample.rows).toBe(3)
  })

  it('Chilean accounts of a CSV that lost their zeros and still fit are asked about as one group, and wait in the sheet until someone decides', async () => {
    const accounts = ['00012345678', '00087654321', '00123456789', '34567890', '45678901']
    const rows = accounts.map((account) => `Ana;Paredes;CL;012;${account};0001;12.345.678-5;1000`)
    const { desk, found } = await opened([csv.split('\n')[0], ...rows].join('\n'))
    expect(found.damage).toMatchObject([{ example: { code: 'zeros_missing', given: '34567890' }, rows: 2 }])
    expect(found.sample.fields).toEqual(
      expect.arrayContaining([expect.objectContaining({ field: 'accountNumber', rows: 2 })]),
    )
    await desk.begin()
    await expect.poll(() => desk.summary().rows.unread).toBe(0)
    const damaged = desk.rows(0, 5).filter(({ damage }) => damage.some(({ accepted }) => !accepted))
    expect(damaged.map(({ cells }) => cells.accountNumber)).toEqual(['34567890', '45678901'])
  })

  it('A totals line starts as skipped, is shown, and can be included again', async () => {
    const withTotal = `${csv}\nTOTAL;;;;;;;1.284,50`
    expect((await opened(withTotal)).found).toMatchObject({ rows: 4, others: 1, sample: { rows: 3 } })
    const { desk } = await begun(withTotal)
    expect(desk.summary().rows).toMatchObject({ given: 4, skipped: 1, open: 3 })
    desk.edit({ kind: 'reopen', rows: [6] })
    expect(desk.summary().rows).toMatchObject({ skipped: 0, open: 4 })
  })

  it('A file is read by the choices a person makes, and by those they made for the same layout before', async () => {
    const { desk, found } = await opened(csv)
    const columns = { 7: { as: 'ignore' } } as const
    const again = understood(await desk.choose({ headRow: null, columns, decimal: '.' }))
    expect(again).toMatchObject({ headRow: undefined, rows: 4, decimal: '.' })
    expect(again.columns[7]?.meaning).toEqual({ as: 'ignore' })
    const meanings = found.columns.map(() => ({ as: 'ignore' as const }))
    const known = (await opened(csv, { [found.layout]: meanings })).found
    expect(known.columns.every(({ by }) => by === 'remembered')).toBe(true)
  })

  it('A file that is not a table is refused', async () => {
    const desk = createDesk(() => undefined)
    const found = await desk.open(pasted('%PDF-1.7\n'), 'payouts', {}, [])
    expect(isFileRefusal(found) && found.refusal).toBe('pdf')
  })

  it('A file asks once what 1.000 means where its amounts do not show it', async () => {
    const { desk, found } = await opened('Country,Amount\nEC,1.000\nEC,2.000')
    expect(found.ask).toEqual({ typed: '1.000', mark: '.', thousands: '1000', decimal: '1.000' })
    expect(understood(await desk.choose({ decimal: ',' })).ask).toBeUndefined()
  })
})

describe('A file of beneficiaries', () => {
  const people = [
    'Nombre;Apellido;País;Banco;Cuenta;Tipo de cuenta;Documento;Importe;Moneda;Teléfono',
    'Ana;Paredes;EC;0023;2200123456;0001;1710034065;1.234,50;USD;+593991234567',
    'Luis;Mora;EC;0023;2200123457;0001;0926687856;;;',
    'Ana;Paredes;EC;0023;2200123456;0001;1710034065;;;',
    'Eva;Ruiz;EC;;2200123458;0001;1710034073;;;',
  ].join('\n')

  it('has no payments: their columns are not used, no field of one can be chosen, and nothing lacks one', async () => {
    const { desk, found } = await opened(people, {}, 'beneficiaries')
    expect(found).toMatchObject({
      makes: 'beneficiaries',
      rows: 4,
      sample: { fields: [{ field: 'bankName', rows: 1 }] },
    })
    const meanings = found.columns.map(({ meaning }) => (meaning.as === 'field' ? meaning.field : meaning.as))
    expect(meanings.slice(7)).toEqual(['ignore', 'ignore', 'phone'])
    const { head } = await desk.begin()
    expect(head.makes).toBe('beneficiaries')
    expect(head.fields).not.toContain('amount')
    const { rows, totals, twins } = desk.summary()
    expect({ rows, totals, twins }).toMatchObject({
      rows: { ready: 3, withErrors: 1, draftable: 0 },
      totals: [],
      twins: 2,
    })
    expect(desk.ready(1)[0]?.entry).not.toHaveProperty('amount')
    expect(desk.unknown(9).map(({ row }) => row)).toEqual([2, 3, 4])
  })

  it('leaves how its columns are understood to files of payouts with the same headings', async () => {
    const { found } = await opened(people, {}, 'beneficiaries')
    const remembered = { [found.layout]: found.columns.map(({ meaning }) => meaning) }
    const { found: ofPayouts } = await opened(people, remembered)
    expect(ofPayouts.columns[7]?.meaning).toMatchObject({ as: 'field', field: 'amount' })
    const again = await opened(people, remembered, 'beneficiaries')
    expect(again.found.columns.every(({ by }) => by === 'remembered')).toBe(true)
  })
})

describe('Damage', () => {
  // Excel has dropped the zeros of the bank code.
  const damaged = csv.replaceAll(';0023;', ';23;')

  it('Damage of a column is shown with examples, and nothing is corrected automatically', async () => {
    const { desk, found } = await opened(damaged)
    expect(found.damage).toMatchObject([
      { example: { field: 'bankName', code: 'zeros_lost', probable: '0023', country: 'EC' }, rows: 3 },
    ])
    const { accepted } = await desk.begin()
    expect(accepted).toEqual([])
    expect(desk.rows(0, 1)[0]).toMatchObject({
      cells: { bankName: '23' },
      damage: [{ field: 'bankName', kind: 'zeros_lost', probable: '0023', accepted: false }],
    })
    expect(desk.summary()).toMatchObject({ damaged: 3, rows: { ready: 0 } })
  })

  it('What is foreseen before the table is opened is what is there afterwards, whatever was decided about damage', async () => {
    const text = [
      'Nombre;Apellido;País;Tipo doc;Documento;Banco;Cuenta;Tipo de cuenta;Importe',
      'Ana;Paredes;CO;01;52345678;7;06530501666;0001;20,00',
      'Luis;Mora;CO;01;52345679;0007;06530501667;0001;20,00',
      'Eva;Ruiz;CO;01;52345670;7;06530501668;0001;',
    ].join('\n')
    const foreseen: number[] = []
    for (const taken of [undefined, 'probable'] as const) {
      const { desk, found } = await opened(text)
      const keys = found.damage.map(({ key }) => key)
      const damage = taken === undefined ? {} : Object.fromEntries(keys.map((key) => [key, taken]))
      const { sample } = understood(await desk.choose({ damage }))
      await desk.begin()
      await expect.poll(() => desk.summary().rows.unread).toBe(0)
      const { ready, waiting } = desk.summary().rows
      expect([taken, sample.ready, sample.waiting]).toEqual([taken, ready, waiting])
      foreseen.push(sample.ready + sample.waiting)
      if (taken !== undefined)
        expect(desk.ready(9).map(({ decided }) => decided)).toEqual([
          [{ field: 'bankName', column: 'Banco', from: '7', taken: 'probable' }],
          [],
        ])
    }
    expect(foreseen).toEqual([1, 2])
  })

  it('A reference that two rows of a file have is foreseen as what holds them', async () => {
    const [head = '', ...rows] = csv.split('\n')
    const text = [
      `${head};Referencia`,
      ...['F-1', '', 'F-2', 'F-1'].map((reference, place) => `${rows[place]};${reference}`),
    ]
    const { desk, found } = await opened(text.join('\n'))
    await desk.begin()
    await expect.poll(() => desk.summary().rows.unread).toBe(0)
    expect(found.sample.ready).toBe(desk.summary().rows.ready)
    expect(found.sample.fields).toContainEqual({ field: 'externalReference', rows: 2, isWithoutColumn: false })
  })

  it('Damage that a person accepts for a column and country is accepted in every row of it, and counted', async () => {
    const { desk, found } = await opened(damaged)
    const [first] = found.damage
    await desk.choose({ damage: { [first!.key]: 'probable' } })
    const { accepted } = await desk.begin()
    expect(accepted).toEqual([
      { column: 'Banco', field: 'bankName', code: 'zeros_lost', country: 'EC', taken: 'probable', count: 3 },
    ])
    expect(desk.rows(0, 9).map(({ cells }) => cells.bankName)).toEqual(['0023', '0023', '0023'])
    expect(desk.summary().damaged).toBe(0)
  })

  it('A decision about the accounts of one country leaves those of another in the same column unchanged', async () => {
    const mixed = [
      'Nombre;Apellido;País;Banco;Cuenta;Tipo de cuenta;Documento;Importe',
      'Ana;Paredes;CO;0007;06530501666;0001;52345678;20,00',
      'Luis;Mora;CO;0007;3,721,921,317;0001;52345679;20,00',
      'Eva;Ruiz;CL;012;12,345,678;0001;10.083.480-0;30',
    ].join('\n')
    const { desk, found } = await opened(mixed)
    expect(found.damage.map(({ example, rows }) => [example.country, example.code, rows])).toEqual([
      ['CL', 'grouped', 1],
      ['CO', 'grouped', 1],
    ])
    await desk.choose({ damage: { [found.damage[0]!.key]: 'probable' } })
    await desk.begin()
    expect(desk.rows(0, 9).map(({ cells }) => cells.accountNumber)).toEqual([
      '06530501666',
      '3,721,921,317',
      '12345678',
    ])
  })
})

describe('A sheet', () => {
  it('A sheet has the rows of its file with their row numbers, and amounts as plain decimals', async () => {
    const { desk, head } = await begun(csv)
    expect(head).toMatchObject({ decimal: ',', rows: 3 })
    expect(desk.rows(0, 9).map(({ row, cells }) => [row, cells.amount])).toEqual([
      [2, '1234.50'],
      [4, '20.00'],
      [5, '30.00'],
    ])
    expect(desk.summary().rows).toMatchObject({ given: 3, open: 3, unread: 0 })
  })

  it('A sheet has a column for what its rows lack, so that it can be filled in', async () => {
    const { head } = await begun(
      ['Nombre;Apellido;País;Documento;Banco;Cuenta;Importe', 'Ana;Paredes;Chile;15.905.258-3;BCI;12345678;1000'].join(
        '\n',
      ),
    )
    expect(head.fields).toContain('beneficiaryType')
    expect((await begun(csv)).head.fields).not.toContain('beneficiaryType')
  })

  it('A sheet reads an amount that is typed into it by the decimal separator of its file', async () => {
    const { desk } = await begun(csv)
    desk.edit({ kind: 'set', cells: [{ row: 5, field: 'amount', text: '2.000' }] })
    expect(desk.rows(2, 1)[0]).toMatchObject({ cells: { amount: '2.000' } })
    expect(desk.rows(2, 1)[0]?.errors.filter(({ field }) => field === 'amount')).toEqual([])
  })

  it('A sheet that is saved and restored is the same, with what was skipped, saved and refused', async () => {
    const { desk, head, news } = await begun(csv)
    desk.edit({ kind: 'skip', rows: [2] })
    desk.answered([
      { row: 4, refusal: { code: 'VERSION_CONFLICT', errors: [] } },
      { row: 5, savedId: 'p' },
    ])
    expect(news.some((message) => message.news === 'unsaved')).toBe(true)
    const parts = desk.unsaved(500)
    expect(parts.map(({ part, rows }) => [part, rows.length])).toEqual([[0, 3]])
    expect(desk.unsaved(500)).toEqual([])
    const other = createDesk(() => undefined)
    other.restore(JSON.parse(JSON.stringify(parts)), [])
    await other.restored(head, [])
    expect(other.rows(0, 9)).toEqual(desk.rows(0, 9))
  })

  it('A row that was saved before its page could record that is restored as saved, and recorded then', async () => {
    const { desk, head } = await begun(csv)
    const parts = desk.unsaved(500)
    const news: WorkerNews[] = []
    const other = createDesk((message) => news.push(message))
    other.restore(JSON.parse(JSON.stringify(parts)), [{ row: 5, id: 'p' }])
    const { rows } = await other.restored(head, [])
    expect(rows).toMatchObject({ given: 3, saved: 1, open: 2 })
    expect(other.ready(9).map(({ row }) => row)).not.toContain(5)
    expect(news).toContainEqual({ news: 'unsaved' })
    expect(JSON.stringify(other.unsaved(500))).toContain('"savedId":"p"')
  })

  it('A sheet offers rows again whose saving failed, in parts of a hundred rows', async () => {
    const rows = Array.from({ length: 250 }, (_, row) => `EC,${row + 1}`)
    const { desk } = await begun(['Country,Amount', ...rows].join('\n'))
    expect(desk.unsaved(200).map(({ part }) => part)).toEqual([0, 1])
    desk.unsavedAgain([1])
    expect(desk.unsaved(500).map(({ part, rows: saved }) => [part, saved.length])).toEqual([
      [2, 50],
      [1, 100],
    ])
  })
})
