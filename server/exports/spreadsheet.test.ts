import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { requestsToCsv } from '#shared/payout/testing/read-request-csv.ts'

describe.skipIf(inject('testSet') !== 'soak')('LibreOffice', () => {
  let directory = ''
  beforeEach(({ skip }) => {
    skip(spawnSync('soffice', ['--version']).status !== 0)
    directory = mkdtempSync(join(tmpdir(), 'payout-desk-'))
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  /** The formulas that LibreOffice finds in a CSV file with a separator. */
  function formulasIn(csv: string, separator: string): readonly string[] {
    writeFileSync(join(directory, 'requests.csv'), csv)
    const profile = `-env:UserInstallation=file://${directory}/profile`
    // Separator, quotation mark, UTF-8, from the first line; quoted cells are not forced to be text, special numbers are read as such.
    const asCsv = `--infilter=CSV:${separator.charCodeAt(0)},34,76,1,,0,false,true`
    const asSheet = ['--convert-to', 'fods', '--outdir', directory]
    execFileSync('soffice', [profile, '--headless', asCsv, ...asSheet, join(directory, 'requests.csv')])
    const sheet = readFileSync(join(directory, 'requests.fods'), 'utf8')
    expect(sheet).toContain('beneficiaryFirstName')
    return sheet.match(/table:formula="[^"]*"/g) ?? []
  }

  const part = fc.constantFrom(
    ';',
    '\t',
    '\r',
    '\n',
    ',',
    '"',
    "'",
    '=1+1',
    '=',
    '+1',
    '-1',
    '@A1',
    '＝1',
    ' ',
    'Rent',
    '1',
  )
  const text = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''))
  const request = fc.record({ beneficiaryFirstName: text, city: text, PaymentReason: text })

  it.each([',', ';', '\t'])(
    'LibreOffice with the separator %j takes no cell of an export for a formula',
    (separator) => {
      const formula = `beneficiaryFirstName${separator}city\r\nRent${separator}=1+1\r\n`
      expect(formulasIn(formula, separator)).toHaveLength(1)
      expect(formulasIn(requestsToCsv(fc.sample(request, 3_000)), separator)).toEqual([])
    },
  )
})
