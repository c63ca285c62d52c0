import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { beginBuild, isStale } from './build-stamp.mjs'

describe('The build', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'payout-desk-build-'))
    write('server/main.ts', 'one')
    write('web/index.html', 'page')
    write('package.json', '{}')
    const putStamp = beginBuild(folder)
    write('dist/server/main.js', 'built')
    write('dist/web/index.html', 'built')
    putStamp()
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  function write(file: string, content: string) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), content)
  }

  it('is fresh after it was made', () => {
    expect(isStale(folder)).toBe(false)
  })

  it('is fresh when a checkout has changed times alone', () => {
    utimesSync(join(folder, 'server/main.ts'), new Date(), new Date(Date.now() + 60_000))
    expect(isStale(folder)).toBe(false)
  })

  it('is fresh when a test has changed', () => {
    write('server/main.test.ts', 'a test')
    expect(isStale(folder)).toBe(false)
  })

  it('is stale when a source has changed, came or went', () => {
    write('server/main.ts', 'two')
    expect(isStale(folder)).toBe(true)
    write('server/main.ts', 'one')
    write('shared/new.ts', '')
    expect(isStale(folder)).toBe(true)
    rmSync(join(folder, 'shared/new.ts'))
    rmSync(join(folder, 'web/index.html'))
    expect(isStale(folder)).toBe(true)
  })

  it('is stale when a built file is missing', () => {
    rmSync(join(folder, 'dist/web/index.html'))
    expect(isStale(folder)).toBe(true)
  })

  it('is stale when a later one was begun and did not end', () => {
    beginBuild(folder)
    expect(isStale(folder)).toBe(true)
  })
})
