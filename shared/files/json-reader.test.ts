import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readFile } from './read-file.ts'
import type { Cell, FileReading, TableRow } from './table.ts'

async function read(text: string): Promise<FileReading> {
  const reading = await readFile(text)
  if ('refusal' in reading) throw new Error(reading.refusal)
  return reading
}

const records = '{"name":"Ana","amount":12.50},{"amount":1e2,"city":"São \\u0050\\"\\n","test":true,"name":null}'
const rows: readonly TableRow[] = [
  ['name', 'amount', 'city', 'test'],
  ['Ana', { kind: 'number', text: '12.50' }],
  ['', { kind: 'number', text: '1e2' }, 'São P"\n', { kind: 'boolean', text: 'true' }],
]

it.each([
  ['a list', 'json', `[${records}]`],
  ['items', 'json', `{"total": {"count": [1, {}]}, "items": [${records}], "nextCursor": null}`],
  ['payouts', 'json', `\uFEFF { "payouts" : [ ${records} ] } `],
  ['lines', 'json-lines', records.replace('},{', '}\r\n{')],
])('JSON: %s of records is a table with their keys as its heading', async (_, format, text) => {
  expect(await read(text.replace('\uFEFF', ''))).toMatchObject({ format, table: { rows } })
})

it('JSON: a single record is a table of one row', async () => {
  expect((await read('{ "name": "Ana", "amount": "1" }')).table.rows).toEqual([
    ['name', 'amount'],
    ['Ana', '1'],
  ])
})

it('JSON: numbers keep digits that a program would lose', async () => {
  const { table } = await read('[{"accountNumber":032180000118359719}]'.replace('032', '32'))
  expect(table.rows[1]).toEqual([{ kind: 'number', text: '32180000118359719' }])
})

it('JSON: an object in a record has columns of its own, and a list stays as it is written', async () => {
  const { table } = await read('[{"account":{"number":"1","bank":{"code":2}},"tags":["a", 1, {"b":[]}],"empty":{}}]')
  expect(table.rows).toEqual([
    ['account.number', 'account.bank', 'tags'],
    ['1', '{"code":2}', '["a", 1, {"b":[]}]'],
  ])
})

it.each([
  ['ends within a record', '[{"a":1},{"b":', 'broken_json', { record: 2 }],
  ['ends before its list does', '[{"a":1}', 'broken_json', { record: 2 }],
  ['goes on after its list', '[{"a":1}] x', 'broken_json', { record: 2 }],
  ['has a word that is none', '{"a":nil}', 'broken_json', { record: 1 }],
  ['has an escape that is none', '[{"a":"\\x"}]', 'broken_json', { record: 1 }],
  ['has a number with a zero before it', '[{"a":01}]', 'broken_json', { record: 1 }],
  ['lists something else', '[{"a":1}, 2]', 'not_records', { record: 2 }],
  ['has two lists', '{"items":[{"a":1}],"payouts":[{"a":1}]}', 'two_lists', {}],
  ['has an empty list', '{"items":[]}', 'empty', {}],
  ['is deeper than anyone means', `[{"a":${'['.repeat(40)}`, 'broken_json', { record: 1 }],
])('JSON: a text that %s is refused', async (_, text, refusal, params) => {
  expect(await readFile(text)).toEqual({ refusal, params })
})

it('JSON: records are read as any program reads them, wherever the pieces of the text end', async () => {
  const value = fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.boolean(), fc.integer().map(String))
  const record = fc.dictionary(fc.string({ maxLength: 5 }), value, { minKeys: 1, maxKeys: 6 })
  const filler = { filler: 'x'.repeat(32_000) }
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1 }),
      fc.nat(3),
      fc.integer({ min: 1, max: 1_000 }),
      async (list, indent, spare) => {
        const head = [...Array.from({ length: 8 }, () => filler), { spare: 'x'.repeat(spare) }]
        for (const all of [list, [...head, ...list]])
          expect(recordsOf(await read(JSON.stringify(all, null, indent)))).toEqual(all)
      },
    ),
  )
})

function recordsOf({ table }: FileReading): readonly object[] {
  const [heading = [], ...records] = table.rows
  return records.map((row) =>
    Object.fromEntries(
      row.flatMap((cell, column) => {
        const isText = typeof cell === 'string' || cell.kind === 'text'
        const value = isText ? textOf(cell) : cell.text === 'true'
        return value === '' ? [] : [[heading[column], value]]
      }),
    ),
  )
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text
}
