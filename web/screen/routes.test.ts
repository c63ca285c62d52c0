import { expect, it } from 'vitest'
import { addressOf, paths } from './routes.ts'

it('the addresses of the page are absolute, without a slash at the end, and unique', () => {
  const addresses = Object.values(paths)
  expect(addresses.filter((path) => !/^\/$|^(?:\/:?[a-z-]+)+$/.test(path))).toEqual([])
  expect(new Set(addresses).size).toBe(addresses.length)
})

it('the addresses of the page leave /api to the server', () => {
  expect(Object.values(paths).filter((path) => path.startsWith('/api'))).toEqual([])
})

it('the addresses of the page lead to a screen each, with the id in its place', () => {
  for (const address of Object.values(addressOf)) {
    const made = address('a1', 'b2')
    const [path = ''] = made.split(/[?#]/)
    const patterns = Object.values(paths).filter((pattern) => matches(pattern, path))
    expect(patterns, made).not.toEqual([])
    expect(made).toContain('a1')
  }
})

it('the addresses of the page keep an id in one piece, whatever is in it', () => {
  expect(addressOf.payout('a/b?c#d')).toBe('/payouts/a%2Fb%3Fc%23d')
})

function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replaceAll(/:[a-z]+/g, '[^/]+')}$`).test(path)
}
