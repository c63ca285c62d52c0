import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cpuTimeMs } from '#shared/testing/cpu-time.ts'
import { runs } from '#shared/testing/runs.ts'
import { makeWorkbook, rowXml } from './testing/make-workbook.ts'
import { makeZip } from './testing/make-zip.ts'
import { readFile } from './testing/read-at-once.ts'

/** Any outcome but an exception, in time. */
async function expectAnswer(source: Uint8Array | string): Promise<void> {
  const start = cpuTimeMs()
  const reading = await readFile(source)
  expect('refusal' in reading || reading.table.rows.length > 0).toBe(true)
  expect(cpuTimeMs() - start).toBeLessThan(5_000)
}

const signatures = [
  '',
  '{"a":',
  '[{"',
  'sep=;\n',
  '\xef\xbb\xbf',
  '\xff\xfe',
  '\xfe\xff',
  'PK\x03\x04',
  '\xd0\xcf\x11\xe0',
  '<',
]

it('Any bytes: a table or a refusal, never an exception', async () => {
  const bytes = fc
    .tuple(fc.constantFrom(...signatures), fc.uint8Array({ maxLength: 2_000 }))
    .map(([start, rest]) => Buffer.concat([Buffer.from(start, 'latin1'), rest]))
  await fc.assert(fc.asyncProperty(bytes, expectAnswer), { numRuns: runs(500) })
})

it('Any bytes: text of the signs that mean something ends in a table or a refusal', async () => {
  const unit = fc.constantFrom(...'",;\t|\r\n\\{}[]:0e-.a \uFEFF=\'', 'true', 'null', '"a":', '{"items":[')
  const text = fc.string({ unit, maxLength: 200 })
  await fc.assert(fc.asyncProperty(text, expectAnswer), { numRuns: runs(1_000) })
})

it('Any bytes: any XML in a part of a workbook ends in a table or a refusal', async () => {
  const unit = fc.constantFrom(
    ...['<', '>', '/', '"', "'", '=', ' ', '&', ';', '<c>', '</c>', '<v>', '</v>', '<row>', '</row>', '1', ' r="A1"'],
    ...[
      '<c t="s"',
      '<is><t>',
      '</is>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '&#',
      '<f>',
      '<si>',
      'x:',
      '<sheet r:id="rId1"',
    ],
  )
  const content = fc.string({ unit, maxLength: 100 })
  const part = fc.constantFrom(
    ...['xl/worksheets/sheet1.xml', 'xl/workbook.xml', 'xl/styles.xml', 'xl/sharedStrings.xml', '_rels/.rels'],
    'xl/_rels/workbook.xml.rels',
  )
  const workbook = fc.tuple(part, content).map(([name, xml]) => {
    const sheets = { Sheet1: `${rowXml(1, ['a', 1])}<row r="2"><c t="s"><v>0</v></c></row>` }
    const sharedStrings = '<si><t>b</t></si>'
    return makeWorkbook({ sheets, sharedStrings, others: [{ name, content: xml }] })
  })
  await fc.assert(fc.asyncProperty(workbook, expectAnswer), { numRuns: runs(500) })
})

it('Any bytes: a workbook with bytes changed, or without its end, ends in a table or a refusal', async () => {
  const good = makeWorkbook({ sheets: { Sheet1: rowXml(1, ['Ana', 12.5]) + rowXml(2, ['Luis', 3]) }, formats: [14] })
  const changes = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(changes, fc.integer({ min: 1, max: good.length }), async (changed, length) => {
      const bytes = Buffer.from(good.subarray(0, changed.length > 0 ? good.length : length))
      for (const [place, byte] of changed) bytes[place] = byte
      await expectAnswer(bytes)
    }),
    { numRuns: runs(1_000) },
  )
})

it('Any bytes: any archive ends in a table or a refusal', async () => {
  const name = fc.constantFrom(
    '[Content_Types].xml',
    'xl/workbook.bin',
    'mimetype',
    'content.xml',
    '_rels/.rels',
    'a.iwa',
    '',
  )
  const entry = fc.record({
    name,
    content: fc.string(),
    isStored: fc.boolean(),
    isWide: fc.boolean(),
    isEncrypted: fc.boolean(),
  })
  await fc.assert(fc.asyncProperty(fc.array(entry, { maxLength: 4 }), (files) => expectAnswer(makeZip(files))))
})
