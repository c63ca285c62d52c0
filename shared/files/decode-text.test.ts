import { expect, it } from 'vitest'
import { type Encoding, encodings, type FileReading, type FileReadOptions } from './table.ts'
import { readFile } from './testing/read-at-once.ts'

const text = 'Nombre;Ciudad\r\nMaría Ñuñoa;São Paulo\r\n'
const rows = [
  ['Nombre', 'Ciudad'],
  ['María Ñuñoa', 'São Paulo'],
]

async function read(bytes: Uint8Array, options: FileReadOptions = {}): Promise<FileReading> {
  const reading = await readFile(bytes, options)
  if ('refusal' in reading) throw new Error(reading.refusal)
  return reading
}

const utf16le = Buffer.from(text, 'utf16le')
const inEncodings: readonly (readonly [string, Encoding, Uint8Array])[] = [
  ['UTF-8', 'utf-8', Buffer.from(text)],
  ['UTF-8 with a mark', 'utf-8', Buffer.from(`\uFEFF${text}`)],
  ['UTF-16 LE', 'utf-16le', utf16le],
  ['UTF-16 LE with a mark', 'utf-16le', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16 BE', 'utf-16be', Buffer.from(utf16le).swap16()],
  ['UTF-16 BE with a mark', 'utf-16be', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['Windows-1252', 'windows-1252', Buffer.from(text, 'latin1')],
]

it.each(inEncodings)('Encodings: %s is told from the bytes', async (_, encoding, bytes) => {
  expect(await read(bytes)).toMatchObject({ encoding, table: { rows } })
})

it('Encodings: what the Mac wrote is told by its line ends', async () => {
  const bytes = Uint8Array.from([...'Mar\x92a;1\rS\x8bo;2\r'].map((sign) => sign.charCodeAt(0)))
  expect(await read(bytes)).toMatchObject({
    encoding: 'macintosh',
    table: {
      rows: [
        ['María', '1'],
        ['São', '2'],
      ],
    },
  })
})

it('Encodings: what a person chose is taken, and bytes that are none of it are seen', async () => {
  const bytes = Buffer.from('España', 'latin1')
  expect((await read(bytes, { encoding: 'utf-8' })).table.rows).toEqual([['Espa\uFFFDa']])
  for (const encoding of encodings) expect((await read(Buffer.from('ab'), { encoding })).encoding).toBe(encoding)
})

it('Encodings: a character of several bytes may be split between two pieces', async () => {
  for (const spare of [0, 1, 2, 3]) {
    const bytes = Buffer.from(`${'x'.repeat(spare)}\n${'ñé€😀\n'.repeat(30_000)}`)
    const { encoding, table } = await read(bytes, { separator: ',' })
    expect(encoding).toBe('utf-8')
    expect(new Set(table.rows.slice(1).flat())).toEqual(new Set(['ñé€😀']))
  }
})

it('Encodings: a file whose first letters beyond ASCII come late is read in the encoding of those', async () => {
  const before = 'Ana;1\r\n'.repeat(50_000)
  const { encoding, table } = await read(Buffer.from(`${before}Muñoz;2\r\n`, 'latin1'))
  expect([encoding, table.rows.length, table.rows.at(-1)]).toEqual(['windows-1252', 50_001, ['Muñoz', '2']])
})

it('Encodings: a zero byte among text spoils its cell, and no other', async () => {
  for (const [encoding, bytes] of [
    ['utf-8', Buffer.from('Nombre,Ciudad\nMar\0a,São Paulo\nLuis,Lima\n')],
    ['windows-1252', Buffer.from('Nombre,Ciudad\nMar\0a,São Paulo\nLuis,Lima\n', 'latin1')],
  ] as const)
    expect(await read(bytes)).toMatchObject({
      encoding,
      table: {
        rows: [
          ['Nombre', 'Ciudad'],
          [{ kind: 'unreadable', text: 'Mar\uFFFDa' }, 'São Paulo'],
          ['Luis', 'Lima'],
        ],
      },
    })
})

it('Encodings: UTF-32 is refused, and is not taken for UTF-16', async () => {
  const codes = [...`\uFEFF${text}`].map((sign) => sign.codePointAt(0) ?? 0)
  const bytes = Buffer.alloc(codes.length * 4)
  for (const [place, code] of codes.entries()) bytes.writeUInt32LE(code, place * 4)
  expect(await readFile(bytes)).toEqual({ refusal: 'utf_32', params: {} })
  expect(await readFile(bytes.swap32())).toEqual({ refusal: 'utf_32', params: {} })
  expect(await readFile(bytes.subarray(4))).toEqual({ refusal: 'binary', params: {} })
})

it('Encodings: bytes that are no text are refused', async () => {
  const bytes = Uint8Array.from({ length: 1_000 }, (_, place) => (place * 7919) % 256)
  expect(await readFile(bytes)).toEqual({ refusal: 'binary', params: {} })
})
