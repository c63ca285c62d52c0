import { afterEach, expect, it, vi } from 'vitest'
import { findBrowser } from './browser.mjs'

afterEach(() => vi.unstubAllEnvs())

it('The browser of the end-to-end tests is the one that PAYOUT_DESK_CHROMIUM names', () => {
  vi.stubEnv('PAYOUT_DESK_CHROMIUM', process.execPath)
  expect(findBrowser('')).toEqual({ executablePath: process.execPath })
})

it('The browser of the end-to-end tests is not silently another one when that does not exist', () => {
  vi.stubEnv('PAYOUT_DESK_CHROMIUM', '/nowhere/chromium')
  expect(() => findBrowser(process.execPath)).toThrow('/nowhere/chromium')
})
