import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Cell, FileReading, TableRow } from './table.ts'
import { readFile } from './testing/read-at-once.ts'

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
  ['breaks off', '{"b":'],
  ['has a word that is none', '{"b":nil,"c":1}'],
  ['has a mark that is not closed', '{"b":"x}'],
  ['is no record', '42'],
  ['goes on behind its record', '{"b":"2"} x'],
  ['gives a field twice', '{"b":"1","b":"2"}'],
  ['gives a field of an object twice', '{"b.c":"1","b":{"c":"2"}}'],
  ['has a zero byte', '{"b":"1\0"}'],
])('JSON: a line that %s is a row that cannot be read, and holds no other, wherever it is', async (_, broken) => {
  const good = ['{"a":"1"}', '{"a":"2"}', '{"a":"3"}']
  for (const place of broken.startsWith('{') ? [0, 1, 2, 3] : [1, 2, 3]) {
    const lines = good.toSpliced(place, 0, broken).join('\n')
    const { format, table } = await read(lines)
    const texts = table.rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : cell.kind)).join())
    expect(format).toBe('json-lines')
    expect(texts.filter((text) => ['1', '2', '3'].includes(text.replace(/^,/, '')))).toHaveLength(3)
    expect(texts.filter((text) => text.includes('unreadable'))).toEqual(['unreadable'])
  }
})

it('JSON: broken lines are told wherever the pieces of the text end, and a comma behind each line is none', async () => {
  const { table } = await read('{"a":"1"},\n{"a":"2",\n'.repeat(20_000))
  expect(table.rows.slice(0, 4)).toEqual([['a'], ['1'], [{ kind: 'unreadable', text: '{"a":"2",' }], ['1']])
  expect(table.rows).toHaveLength(40_001)
})

it.each([
  ['ends within a record', '[{"a":1},{"b":', 'broken_json', { record: 2 }],
  ['ends before its list does', '[{"a":1}', 'broken_json', { record: 2 }],
  ['goes on after its list', '[{"a":1}] x', 'broken_json', { record: 2 }],
  ['has a word that is none', '{"a":nil}', 'broken_json', { record: 1 }],
  ['has an escape that is none', '[{"a":"\\x"}]', 'broken_json', { record: 1 }],
  ['has a number with a zero before it', '[{"a":01}]', 'broken_json', { record: 1 }],
  ['lists something else', '[{"a":1}, 2]', 'not_records', { record: 2 }],
  ['gives a field twice', '[{"a":1},{"a":1,"b":2,"a":1}]', 'key_twice', { record: 2, key: 'a' }],
  ['has no line that can be read', '{"a":nil}\n{"a":nil}', 'broken_json', { record: 1 }],
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
