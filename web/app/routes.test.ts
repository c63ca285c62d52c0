import { describe, expect, it } from 'vitest'
import { navigation, paths } from './routes.ts'

describe('the addresses of the page', () => {
  it('are absolute, without a slash at the end, and each its own', () => {
    const addresses = Object.values(paths)
    expect(addresses.filter((path) => !/^\/$|^(?:\/[a-z-]+)+$/.test(path))).toEqual([])
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it('leave /api to the server', () => {
    expect(Object.values(paths).filter((path) => path.startsWith('/api'))).toEqual([])
  })

  it('are in the navigation once at most, and never the one that only redirects', () => {
    const offered = navigation.map((entry) => entry.path)
    expect(new Set(offered).size).toBe(offered.length)
    expect(offered).not.toContain(paths.home)
  })
})
