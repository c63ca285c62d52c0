import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isSupported, supportedNode } from './node-version.mjs'

describe('The version of Node', () => {
  it.each(['20.19.0', '20.20.2', '22.13.0', '24.0.0', '25.1.0'])('%s is supported', (version) => {
    expect(isSupported(version)).toBe(true)
  })

  it.each(['16.20.0', '18.20.8', '20.18.3', '21.7.0', '22.12.0', '23.11.0'])('%s is not', (version) => {
    expect(isSupported(version)).toBe(false)
  })

  it('is the same range that npm is told', () => {
    const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    expect(engines.node).toBe(supportedNode)
  })
})
