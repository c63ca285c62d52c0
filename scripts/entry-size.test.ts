import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { entryFiles } from './entry-size.mjs'

describe('The size of the first load', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'payout-desk-size-'))
    mkdirSync(join(folder, 'assets'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  function asset(name: string, bytes: number): void {
    writeFileSync(join(folder, 'assets', `${name}.br`), Buffer.alloc(bytes))
  }

  it('counts every script, preloaded part and style that the page names, as it is served', () => {
    asset('index.js', 10)
    asset('part.js', 20)
    asset('index.css', 30)
    asset('later.js', 40)
    writeFileSync(
      join(folder, 'index.html'),
      `<script src="/assets/index.js"></script><link rel="modulepreload" href="/assets/part.js"><link href="/assets/index.css">`,
    )
    expect(entryFiles(folder).map(({ bytes }) => bytes)).toEqual([10, 20, 30])
  })

  it('fails loudly where a part is not there in brotli', () => {
    writeFileSync(join(folder, 'index.html'), '<script src="/assets/index.js"></script>')
    expect(() => entryFiles(folder)).toThrow('index.js.br')
  })
})
