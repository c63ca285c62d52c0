import { expect, it } from 'vitest'
import { makeWorkbook } from '#shared/files/testing/make-workbook.ts'
import { createDesk } from './desk.ts'

async function opened(text: string) {
  const desk = createDesk(() => undefined)
  const found = await desk.open({ kind: 'paste', text }, 'payouts', {}, [])
  if ('refusal' in found) throw new Error(found.refusal)
  return { desk, found }
}

it('A field that rows lack and no column holds is pointed out, and one that a column holds is not', async () => {
  const { found } = await opened(
    'Nombre;Apellido;País;Banco;Cuenta;Tipo de cuenta;Zzz;Importe\nAna;Paredes;EC;0023;2200123456;0001;abc;30,00',
  )
  const lacking = found.sample.fields.filter(({ isWithoutColumn }) => isWithoutColumn).map(({ field }) => field)
  expect(lacking).toContain('documentNumber')
  expect(lacking).not.toContain('accountNumber')
})

it('Rows that are broken in the file are counted, and none can be saved until it is put right', async () => {
  const row = (name: string) => `{"firstName":"${name}","lastName":"Otieno","country":"KE","amount":"10"}`
  const { found } = await opened([row('Amina'), '{"firstName":"Jane"', row('Grace')].join('\n'))
  expect(found).toMatchObject({ rows: 3, unreadable: 1, sample: { rows: 3 } })
  const spoilt = await opened(
    'Beneficiario,País,Importe,Nota\nAmina Otieno,KE,10,a\nJane\0 Doe,KE,10,a\nGrace Wairimu,KE,1\0,a',
  )
  await spoilt.desk.begin()
  const damaged = spoilt.desk.rows(0, 3).map(({ damage }) => damage.map(({ field, kind }) => `${field} ${kind}`))
  expect(damaged).toEqual([[], ['beneficiaryFirstName unreadable'], ['amount unreadable']])
  expect(spoilt.desk.ready(9).every(({ row }) => row === 1)).toBe(true)
})

it('Results of formulas are counted, of the columns that are used', async () => {
  const row = '<row><c t="inlineStr"><is><t>Ana</t></is></c><c><f>1+1</f><v>2</v></c><c><f>2*1</f><v>2</v></c></row>'
  const heads = ['Nombre', 'Monto', 'Fecha'].map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')
  const bytes = new Uint8Array(makeWorkbook({ sheets: { Sheet1: `<row>${heads}</row>${row}${row}` } })).buffer
  const desk = createDesk(() => undefined)
  expect(await desk.open({ kind: 'file', name: 'a.xlsx', bytes }, 'payouts', {}, [])).toMatchObject({
    formulas: 2,
    unreadable: 0,
  })
})
