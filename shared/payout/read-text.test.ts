import fc from 'fast-check'
import { expect, it } from 'vitest'
import { longestText } from '#shared/api/texts.ts'
import { changesOf, errorsOf, requestOf, warningsOf } from '#shared/testing/preview-in-tests.ts'
import { runs } from '#shared/testing/runs.ts'
import { previewPayout } from './read-entry.ts'
import { longestAsTyped } from './read-text.ts'

const payout = { country: 'KE', beneficiaryFirstName: 'Wanjiru', beneficiaryLastName: 'Otieno', amount: 900 }

it.each(['O’Brien-Ñandú', 'Müller', 'Đặng', '王', 'de la Cruz, Jr.', '--', 'X Æ A-12'])(
  'Names and other texts may hold any letters: %s',
  (name) => {
    expect(requestOf({ ...payout, beneficiaryLastName: name }).beneficiaryLastName).toBe(name)
  },
)

it('Names and other texts lose what pasting brought along, each loss listed', () => {
  const entry = { ...payout, beneficiaryFirstName: ' Wan\u200bjiru \n Jose\u0301 ' }
  expect(requestOf(entry).beneficiaryFirstName).toBe('Wanjiru José')
  expect(changesOf('beneficiaryFirstName', entry).map((change) => change.split(':')[0])).toEqual([
    'invisible_removed',
    'letters_composed',
    'spaces_joined',
    'spaces_trimmed',
  ])
})

it.each(['\ufe0f', '\u034f', '\u3164', '\u2800', '\u202e', '\u{e0041}'])(
  'Names and other texts lose the invisible %j, so that it makes no other name',
  (unseen) => {
    const entry = { ...payout, beneficiaryFirstName: `Wan${unseen}jiru` }
    expect(requestOf(entry).beneficiaryFirstName).toBe('Wanjiru')
    expect(changesOf('beneficiaryFirstName', entry)[0]).toMatch(/^invisible_removed/)
    expect(errorsOf({ ...payout, beneficiaryFirstName: unseen })).toEqual(['beneficiaryFirstName missing'])
  },
)

it.each(['W\u0430njiru', 'Wan\u03b1', 'Wanj\u0456ru Otieno', 'W\u0561njiru', 'W\u1d00njiru'])(
  'Names are refused where a letter is of another script than its word: %s',
  (name) => {
    for (const field of ['beneficiaryFirstName', 'beneficiaryLastName'])
      expect(errorsOf({ ...payout, [field]: name })).toEqual([`${field} mixed_letters`])
    expect(requestOf({ ...payout, city: name }).city).toBe(name)
  },
)

it.each(['', ' ', '\u200b', '\u00a0\u2060', '\u0001', '\ufeff'])(
  'Names and other texts that hold nothing to see are missing: %j',
  (name) => {
    expect(errorsOf({ ...payout, beneficiaryFirstName: name })).toEqual(['beneficiaryFirstName missing'])
    expect(requestOf({ ...payout, city: name, PaymentReason: name })).not.toHaveProperty('city')
  },
)

it.each(['-', ' - ', '\u200b-'])('Names and other texts a lone hyphen is no name, as in a validation: %j', (name) => {
  for (const field of ['beneficiaryFirstName', 'beneficiaryLastName'])
    expect(errorsOf({ ...payout, [field]: name })).toEqual([`${field} missing`])
  expect(requestOf({ ...payout, city: '-' }).city).toBe('-')
})

it('Names and other texts may be as long as texts go, with a warning of a name of more than 60 letters', () => {
  const long = 'xy'.repeat(longestText / 2)
  expect(requestOf({ ...payout, city: long, beneficiaryLastName: long }).city).toBe(long)
  expect(warningsOf({ ...payout, beneficiaryLastName: long, accountNumber: '1' })).toEqual([
    'beneficiaryLastName odd_name',
  ])
})

it('Values as the provider asks for them have a hundred characters at most', () => {
  const account = (length: number) => errorsOf({ ...payout, accountNumber: `${'1 '.repeat(length / 2 - 1)}11` })
  expect(account(longestAsTyped)).toEqual([])
  expect(account(longestAsTyped + 2)).toEqual(['accountNumber too_long'])
})

it('Names and other texts are refused when a character is broken in two', () => {
  expect(errorsOf({ ...payout, city: 'a\ud83d' })).toEqual(['city broken_text'])
})

it.each([12, true, null, ['Nairobi'], {}])('Names and other texts are text: %j has the wrong type', (city) => {
  expect(errorsOf({ ...payout, city })).toEqual(['city wrong_type'])
})

it.each(['ana@example.com', 'a.b+c@d.co', 'ñ@ü.example'])(
  'E-mail address: %s is taken, without spaces around',
  (email) => {
    expect(requestOf({ ...payout, email: ` ${email}\n` }).email).toBe(email)
  },
)

it.each(['ana', 'ana@', '@b.co', 'a b@c.co', 'a@b', 'a@b..co', 'a@b@c.co', '"a"@b.co'])(
  'E-mail address: %s is refused',
  (email) => {
    expect(errorsOf({ ...payout, email })).toEqual(['email not_an_email'])
  },
)

it.each(['', '-'])('E-mail address: “%s” is none', (email) => {
  expect(requestOf({ ...payout, email })).not.toHaveProperty('email')
})

it.each([
  'https://example.com',
  'https://example.com:8443/paid?x=1#y@z',
  'HTTPS://Example.com/A',
  'https://exämple.com/ü',
  'https://example.com./',
  'https://93.184.216.34/paid',
  'https://172.32.0.1',
  'https://[2606:2800:21f:cb07::1]/',
])('Notification address: %s is taken as it is', (url) => {
  expect(requestOf({ ...payout, NotificationUrl: ` ${url} ` }).NotificationUrl).toBe(url)
})

it.each([
  'example.com',
  'ftp://example.com',
  'javascript:alert(1)',
  'https:example.com',
  'https:/example.com',
  'https://',
  'https://exa mple.com',
  'https://example.com/a b',
  'https://exa\nmple.com',
])('Notification address: %j is refused', (url) => {
  expect(errorsOf({ ...payout, NotificationUrl: url })).toEqual(['NotificationUrl not_a_url'])
})

const whyRefused = (NotificationUrl: string) => {
  const reading = previewPayout({ ...payout, NotificationUrl })
  return reading.ok ? undefined : reading.errors.map(({ params }) => params.why)
}

it.each([
  ['example.com', 'form'],
  ['http://example.com/paid', 'http'],
  ['HTTP://example.com', 'http'],
  ['https://ana:secret@example.com', 'credentials'],
  ['https://ana@example.com', 'credentials'],
])('Notification address: %s is refused for its %s', (url, why) => {
  expect(whyRefused(url)).toEqual([why])
})

it.each([
  'localhost',
  'localhost.',
  'paid.localhost',
  'intranet',
  'printer.local',
  'desk.internal',
  'router.home.arpa',
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '１２７.0.0.1',
  '127。0。0。1',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::10.0.0.1]',
  '[2002:7f00:1::]',
  '[2001::7f00:1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
])('Notification address: the host %s is refused, as the provider cannot or must not call it', (host) => {
  for (const url of [`https://${host}`, `https://${host}:8443/paid?a=b#c`]) expect(whyRefused(url)).toEqual(['private'])
})

it('Notification address: no spelling of a private IPv4 address is taken, and each of a public one is', () => {
  const spellings = ([a, b, c, d]: readonly [number, number, number, number]) => {
    const whole = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d
    const octal = [a, b, c, d].map((byte) => `0${byte.toString(8)}`).join('.')
    return [`${a}.${b}.${c}.${d}`, `${whole}`, `0x${whole.toString(16)}`, octal, `${a}.${whole % 2 ** 24}`]
  }
  const byte = fc.nat(255)
  const privately = fc.oneof(
    fc.tuple(fc.constantFrom(10, 127, 0), byte, byte, byte),
    fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
    fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
  )
  const publicly = fc.tuple(fc.integer({ min: 11, max: 99 }), byte, byte, byte)
  fc.assert(
    fc.property(privately, publicly, (hidden, open) => {
      for (const host of spellings(hidden)) expect([host, whyRefused(`https://${host}/`)]).toEqual([host, ['private']])
      for (const host of spellings(open)) expect([host, whyRefused(`https://${host}/`)]).toEqual([host, undefined])
    }),
    { numRuns: runs(200) },
  )
})

it('Notification address is left out when empty, as in the interface’s sample', () => {
  expect(requestOf({ ...payout, NotificationUrl: '' })).not.toHaveProperty('NotificationUrl')
})
