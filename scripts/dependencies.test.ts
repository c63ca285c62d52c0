import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isSupported, supportedNode } from '../bin/node-version.mjs'
import { findLack } from './dependencies.mjs'

const locked = {
  '': {},
  'node_modules/kept': { version: '1.0.0', integrity: 'sha512-kept' },
  'node_modules/for-another-machine': { version: '1.0.0', optional: true, os: ['none'] },
}

const installed = { 'node_modules/kept': locked['node_modules/kept'] }

describe('What is lacking in node_modules', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'payout-desk-packages-'))
    write('package-lock.json', { packages: locked })
    write('node_modules/.package-lock.json', { packages: installed })
    write('node_modules/kept/package.json', {})
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  function write(file: string, content: object) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), JSON.stringify(content))
  }

  it('What is lacking in node_modules is nothing when every package is the locked one', () => {
    expect(findLack(folder)).toBeUndefined()
  })

  it('What is lacking in node_modules is everything when nothing is installed, or npm was interrupted before it wrote its record', () => {
    rmSync(join(folder, 'node_modules/.package-lock.json'))
    expect(findLack(folder)).toContain('missing or incomplete')
  })

  it('What is lacking in node_modules is a package whose version the lockfile has raised', () => {
    write('package-lock.json', { packages: { ...locked, 'node_modules/kept': { version: '1.0.1' } } })
    expect(findLack(folder)).toContain('node_modules/kept')
  })

  it('What is lacking in node_modules is a package that the lockfile has gained', () => {
    write('package-lock.json', { packages: { ...locked, 'node_modules/gained': { version: '1.0.0' } } })
    expect(findLack(folder)).toContain('node_modules/gained')
  })

  it('What is lacking in node_modules is a package whose folder was deleted', () => {
    rmSync(join(folder, 'node_modules/kept'), { recursive: true })
    expect(findLack(folder)).toContain('node_modules/kept')
  })

  it('What is lacking in node_modules also counts a package that the lockfile has lost', () => {
    const lost = { version: '1.0.0' }
    write('node_modules/.package-lock.json', { packages: { ...installed, 'node_modules/lost': lost } })
    expect(findLack(folder)).toContain('node_modules/lost')
  })

  it('What is lacking in node_modules also counts node_modules copied from another kind of machine', () => {
    write('node_modules/.package-lock.json', {
      packages: { ...installed, 'node_modules/for-another-machine': locked['node_modules/for-another-machine'] },
    })
    write('node_modules/for-another-machine/package.json', {})
    expect(findLack(folder)).toContain('node_modules/for-another-machine')
  })
})

it.each(['20.19.0', '20.20.2', '22.13.0', '24.0.0', '25.1.0'])('The version of Node: %s is supported', (version) => {
  expect(isSupported(version)).toBe(true)
})

it.each(['16.20.0', '18.20.8', '20.18.3', '21.7.0', '22.12.0', '23.11.0'])(
  'The version of Node: %s is not',
  (version) => {
    expect(isSupported(version)).toBe(false)
  },
)

it('The version of Node is the same range that npm is told', () => {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(engines.node).toBe(supportedNode)
})
