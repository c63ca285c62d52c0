import { expect, it } from 'vitest'
import { makeWorkbook } from '#shared/files/testing/make-workbook.ts'
import { fieldNames } from '#shared/payout/fields.ts'
import { cpuTimeMs, paceMs } from '#shared/testing/cpu-time.ts'
import { createDesk } from './desk.ts'

/** A small workbook of many cells that share one long text. */
function amplified(text: string, heads: readonly string[], rows: number): Uint8Array {
  const shared = (place: number) => `<c t="s"><v>${place}</v></c>`
  const cells = shared(heads.length).repeat(40)
  return makeWorkbook({
    sheets: {
      Sheet1: `<row>${heads.map((_, place) => shared(place)).join('')}</row>${`<row>${cells}</row>`.repeat(rows)}`,
    },
    sharedStrings: [...heads, text].map((one) => `<si><t xml:space="preserve">${one}</t></si>`).join(''),
  })
}

const pieces = [
  ...['1', '1 ', '12345 ', '0', '1.', '1,', "1'", '1/1/2024 ', '1-', 'E+', '$ 1.', 'S/ 1 ', '#'],
  ...['a', 'a ', 'Ana ', 'A. ', 'de la ', 'SpA, ', 'banco ', 'Banco de Chile 123456 ', 'cta. ', 'Persona natural '],
  ...['@', 'a@a.', 'http://', '(', '[', '-', '/', '|', '=', ' ', 'á', 'e\u0301', '\u200b', '🙂'],
]

const longest = 26_000

/** A second where a pace takes 50 ms, as on a quiet machine; the worst takes half of it. */
const mostPaces = 20

/** The paces of this machine that it takes. */
async function pacesOfOpening(bytes: Uint8Array): Promise<number> {
  const desk = createDesk(() => undefined)
  const start = cpuTimeMs()
  const found = await desk.open(
    { kind: 'file', name: 'a.xlsx', bytes: new Uint8Array(bytes).buffer },
    'payouts',
    {},
    [],
  )
  const usedMs = cpuTimeMs() - start
  expect(found).not.toHaveProperty('refusal')
  // On no machine a hundred milliseconds are too many.
  return usedMs < 100 ? 0 : usedMs / paceMs()
}

it.each(pieces)(
  'A workbook of 12,000 cells that share one text of 26,000 characters, %j again and again, is understood within a second',
  async (piece) => {
    const text = piece.repeat(longest / piece.length)
    for (const heads of [[], fieldNames]) {
      const bytes = amplified(text, heads, 300)
      expect(bytes.length).toBeLessThan(100_000)
      // A busy machine changes its pace meanwhile: what takes too long is measured again.
      const tries = [await pacesOfOpening(bytes)]
      while (Math.min(...tries) >= mostPaces && tries.length < 3) tries.push(await pacesOfOpening(bytes))
      expect(Math.min(...tries)).toBeLessThan(mostPaces)
    }
  },
)

it('A text that is longer than its field takes stays whole in its cell, and is refused there', async () => {
  const long = 'a'.repeat(3_000)
  const desk = createDesk(() => undefined)
  await desk.open(
    { kind: 'paste', text: `Country,First name,Reference,Amount\nKE,Amina,${long},10` },
    'payouts',
    {},
    [],
  )
  await desk.begin()
  const [row] = desk.rows(0, 1)
  expect(row?.cells.externalReference).toBe(long)
  expect(row?.errors).toContainEqual(expect.objectContaining({ field: 'externalReference', code: 'too_long' }))
})
