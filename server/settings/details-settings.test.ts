import { expect, it } from 'vitest'
import { readDetailsSettings } from './details-settings.ts'

const own = 'https://pay.example.com'

it.each([
  [
    { DETAILS_URL: 'https://details.example.com' },
    own,
    {
      url: 'https://details.example.com',
      port: 3100,
      name: undefined,
      privacy: {},
      keepDays: 30,
      receivedDays: 180,
      embedOrigins: [],
    },
  ],
  [
    { DETAILS_URL: 'http://localhost:3100/', DETAILS_PORT: '0', DETAILS_NAME: ' Frete Sul ' },
    undefined,
    {
      url: 'http://localhost:3100',
      port: 0,
      name: 'Frete Sul',
      privacy: {},
      keepDays: 30,
      receivedDays: 180,
      embedOrigins: [],
    },
  ],
  // Of two servers on one machine, each with the same settings but for its port.
  [
    { DETAILS_URL: 'https://details.example.com', PORT: '3002' },
    own,
    {
      url: 'https://details.example.com',
      port: 3102,
      name: undefined,
      privacy: {},
      keepDays: 30,
      receivedDays: 180,
      embedOrigins: [],
    },
  ],
  [
    {
      DETAILS_URL: 'https://details.example.com',
      DETAILS_EMBED_ORIGINS: 'https://app.example.com/, https://pay.example.org',
    },
    own,
    {
      ...{
        url: 'https://details.example.com',
        port: 3100,
        name: undefined,
        privacy: {},
        keepDays: 30,
        receivedDays: 180,
      },
      embedOrigins: ['https://app.example.com', 'https://pay.example.org'],
    },
  ],
  [
    {
      DETAILS_URL: 'https://details.example.com',
      DETAILS_PRIVACY_EN: ' We keep it for ten years.\nhttps://shop.example/privacy ',
      DETAILS_PRIVACY_PT_BR: 'Guardamos seus dados.',
    },
    own,
    {
      ...{ url: 'https://details.example.com', port: 3100, name: undefined, keepDays: 30, receivedDays: 180 },
      privacy: { en: 'We keep it for ten years.\nhttps://shop.example/privacy', 'pt-BR': 'Guardamos seus dados.' },
      embedOrigins: [],
    },
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
  [{ DETAILS_URL: 'http://localhost:3100', DETAILS_PORT: '70000' }, 'a whole number from 0 to 65535'],
  [
    { DETAILS_URL: 'http://localhost:3100', DETAILS_KEEP_DAYS: '0' },
    'DETAILS_KEEP_DAYS must be a whole number from 1 to 365',
  ],
  [
    { DETAILS_URL: 'http://localhost:3100', DETAILS_RECEIVED_DAYS: '366' },
    'DETAILS_RECEIVED_DAYS must be a whole number from 1 to 365',
  ],
  [{ DETAILS_KEEP_DAYS: '7' }, 'DETAILS_KEEP_DAYS has no effect without DETAILS_URL'],
  [{ DETAILS_PORT: '3100' }, 'no effect without DETAILS_URL'],
  [
    {
      DETAILS_URL: 'https://details.example.com',
      DETAILS_EMBED_ORIGINS: 'https://app.example.com, http://app.example.com',
    },
    'DETAILS_EMBED_ORIGINS must be origins of https',
  ],
  [
    { DETAILS_URL: 'https://details.example.com', DETAILS_EMBED_ORIGINS: 'https://*.example.com' },
    'must be origins of https',
  ],
  [{ DETAILS_NAME: 'Frete Sul' }, 'no effect without DETAILS_URL'],
  [{ DETAILS_URL: 'https://details.example.com', DETAILS_NAME: 'x'.repeat(101) }, 'at most 100 characters'],
  [{ DETAILS_PRIVACY_FR: 'Nous gardons tout.' }, 'no effect without DETAILS_URL'],
  [{ DETAILS_URL: 'https://details.example.com', DETAILS_PRIVACY_ES: 'x'.repeat(2001) }, 'at most 2000 characters'],
  [{ DETAILS_URL: 'https://details.example.com', DETAILS_PRIVACY_EN: 'Sent to \u202eknab ruoy' }, 'that show nothing'],
  [
    { DETAILS_URL: 'https://details.example.com', DETAILS_PRIVACY_EN: 'See http://shop.example/' },
    'DETAILS_PRIVACY_EN may link to https',
  ],
  [
    { DETAILS_URL: 'https://details.example.com', DETAILS_PRIVACY_EN: 'See https://shop.example@evil.example/' },
    'DETAILS_PRIVACY_EN may link to https',
  ],
  [
    { DETAILS_URL: 'https://details.example.com', DETAILS_PRIVACY_EN: 'See HTTPS://10.0.0.7/' },
    'DETAILS_PRIVACY_EN may link to https',
  ],
])('What is wrong about details links is one line: %j', (given, line) => {
  const { errors } = readDetailsSettings({ PORT: '3000', ...given }, own)
  expect(errors).toEqual([expect.stringContaining(line)])
})

it('An address that others reach needs a PUBLIC_URL', () => {
  const { errors } = readDetailsSettings({ PORT: '3000', DETAILS_URL: 'https://details.example.com' }, undefined)
  expect(errors).toEqual(['DETAILS_URL needs a PUBLIC_URL of https'])
})
