import { expect, it } from 'vitest'
import { readDetailsSettings } from './details-settings.ts'

const own = 'https://pay.example.com'

it.each([
  [
    { DETAILS_URL: 'https://details.example.com' },
    own,
    { url: 'https://details.example.com', port: 3001, keepDays: 30 },
  ],
  [
    { DETAILS_URL: 'http://localhost:3001/', DETAILS_PORT: '0' },
    undefined,
    { url: 'http://localhost:3001', port: 0, keepDays: 30 },
  ],
  [{}, own, undefined],
])('Details links are given by %j', (given, publicUrl, details) => {
  expect(readDetailsSettings({ PORT: '3000', ...given }, publicUrl)).toEqual({ details, errors: [] })
})

it.each([
  [{ DETAILS_URL: 'https://details.example.com/forms' }, 'an origin of its own, without a path'],
  [{ DETAILS_URL: 'http://details.example.com' }, 'must begin with https://'],
  [{ DETAILS_URL: own }, 'another name than PUBLIC_URL'],
  [{ DETAILS_URL: `${own}:8443` }, 'another name than PUBLIC_URL'],
  [{ DETAILS_URL: 'http://localhost:3000', DETAILS_PORT: '3000' }, 'must be another than PORT'],
  [{ DETAILS_URL: 'http://localhost:3001', DETAILS_PORT: '70000' }, 'a whole number from 0 to 65535'],
  [
    { DETAILS_URL: 'http://localhost:3001', DETAILS_KEEP_DAYS: '0' },
    'DETAILS_KEEP_DAYS must be a whole number from 1 to 365',
  ],
  [{ DETAILS_PORT: '3001' }, 'no effect without DETAILS_URL'],
  [{ DETAILS_KEEP_DAYS: '7' }, 'DETAILS_KEEP_DAYS has no effect without DETAILS_URL'],
])('A wrong address of details is one line: %j', (given, line) => {
  const { errors } = readDetailsSettings({ PORT: '3000', ...given }, own)
  expect(errors).toEqual([expect.stringContaining(line)])
})

it('An address that others reach needs a PUBLIC_URL', () => {
  const { errors } = readDetailsSettings({ DETAILS_URL: 'https://details.example.com' }, undefined)
  expect(errors).toEqual(['DETAILS_URL needs a PUBLIC_URL of https'])
})
