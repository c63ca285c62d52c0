import fc from 'fast-check'
import { expect, it } from 'vitest'
import { translateIssue } from '#shared/api/issue-message.ts'
import { gradeOf } from '#shared/api/warning.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { english } from '#shared/language/english.ts'
import { runs } from '#shared/testing/runs.ts'
import { looksLikePhone, notAPixKey, phoneInGroups, pixKeyKinds, readPixKey, readPixKeyField } from './pix-key.ts'

function read(typed: string) {
  const { kind, value } = readPixKey(typed)
  return { kind, value }
}

/** The phone that an error or warning about a key names. */
function phoneFor(typed: string) {
  const { errors, warnings } = readPixKeyField('recipientPixKey', typed)
  return [...errors, ...warnings].map(({ params }) => params.phone).find((phone) => typeof phone === 'string')
}

it.each(['11144477735', '111.444.777-35', ' 111 444 777 35 ', '111.444.777–35'])(
  'Pix key: CPF: %s is eleven digits',
  (typed) => {
    expect(read(typed)).toEqual({ kind: 'cpf', value: '11144477735' })
  },
)

it.each(['1114447773', '111444777350', '1114447773A'])('Pix key: CPF: %s is not', (typed) => {
  expect(read(typed).kind).toBeUndefined()
})

it.each([
  ['+5511912345678', '+5511912345678'],
  ['+55 (11) 91234-5678', '+5511912345678'],
  ['+1 212.555.0100', '+12125550100'],
  ['\u202a+55 11 91234\u20115678\u202c', '+5511912345678'],
  ['+123456789012345', '+123456789012345'],
  ['+12', '+12'],
])('Pix key: phone: %s begins with + and is sent as %s', (typed, value) => {
  expect(read(typed)).toEqual({ kind: 'phone', value })
})

it.each(['+', '+1', '+0511912345678', '+1234567890123456', '+55 11 9123A', '++5511912345678'])(
  'Pix key: phone: %s is none',
  (typed) => {
    expect(read(typed).kind).toBeUndefined()
  },
)

it('Pix key: phone a mobile number without +55 is told from a CPF only by a doubt', () => {
  expect(looksLikePhone('11912345678')).toBe(true)
  expect(looksLikePhone('11144477735')).toBe(false)
  expect(looksLikePhone('10912345678')).toBe(false)
})

it.each([
  ['11987654321', '+5511987654321'],
  ['11 98765-4321', '+5511987654321'],
  ['\u00a021\u00a099876\u20111234', '+5521998761234'],
  ['(11) 98765-4321', '+5511987654321'],
  ['(11) 3456-7890', '+551134567890'],
])('Pix key: a phone without its +55: %s may be meant as %s', (typed, phone) => {
  expect(phoneFor(typed)).toBe(phone)
  expect(read(phone).kind).toBe('phone')
})

it.each([
  ['a CPF whose third digit is no 9', '111.444.777-35'],
  ['a CPF whose third digit is 9', '119.123.458-46'],
  ['a mistyped CPF: no Brazilian number has eleven digits without that 9', '111.444.777-36'],
  ['an area code that does not exist', '01987654321'],
  ['a landline without brackets, which is no key', '1134567890'],
  ['a phone with its country code', '+55 11 98765-4321'],
  ['an address', '11987654321@example.com'],
  ['a CNPJ', '11.444.777/0001-61'],
  ['nothing', ''],
])('Pix key: a phone without its +55 is not seen in %s', (_, typed) => {
  expect(phoneFor(typed)).toBeUndefined()
})

it('Pix key: a phone without its +55 is a phone key whenever it is offered, and written in groups the same key', () => {
  const typed = fc.oneof(fc.string(), fc.stringMatching(/^\(?[0-9]{2}\)? ?[0-9]{4,5}-?[0-9]{4}$/))
  fc.assert(
    fc.property(typed, (key) => {
      const phone = phoneFor(key)
      if (phone === undefined) return
      expect(read(phone)).toEqual({ kind: 'phone', value: phone })
      expect(read(phoneInGroups(phone)).value).toBe(phone)
    }),
  )
})

it.each([
  ['+5511987654321', '+55 11 98765-4321'],
  ['+551134567890', '+55 11 3456-7890'],
  ['+12125550100', '+12125550100'],
])('Pix key: a phone without its +55: %s is read as %s', (key, inGroups) => {
  expect(phoneInGroups(key)).toBe(inGroups)
})

it.each([
  'ana@example.com',
  'ana.b-c+pix@sub.example.com.br',
  '+55@example.com',
  '11144477735@example.com',
  'ç@exämple.com',
])('Pix key: e-mail: %s is kept as it is', (typed) => {
  expect(read(` ${typed}\u200b`)).toEqual({ kind: 'email', value: typed })
})

it.each([
  'ana@',
  '@example.com',
  'ana@example',
  'ana@@example.com',
  'ana b@example.com',
  'ana@example..com',
  'a@b@c.de',
])('Pix key: e-mail: %s is none', (typed) => {
  expect(read(typed).kind).toBeUndefined()
})

it('Pix key: random is hexadecimal in groups of 8, 4, 4, 4 and 12, sent in small letters', () => {
  fc.assert(
    fc.property(fc.uuid(), (key) => {
      expect(read(key)).toEqual({ kind: 'random', value: key })
      expect(read(` ${key.toUpperCase()} `)).toEqual({ kind: 'random', value: key })
    }),
  )
})

it.each([
  '123e4567e89b12d3a45642661417400',
  '123e4567-e89b-12d3-a456-42661417400',
  '123g4567-e89b-12d3-a456-426614174000',
])('Pix key: random: %s is none', (typed) => {
  expect(read(typed).kind).toBeUndefined()
})

it('Pix key: as people paste it a random key without its hyphens gets them', () => {
  fc.assert(
    fc.property(fc.uuid(), (key) => {
      expect(read(key.replaceAll('-', ''))).toEqual({ kind: 'random', value: key })
    }),
  )
})

it.each([
  ['Chave: ana@example.com', 'email', 'ana@example.com'],
  ['chave pix: +55 11 91234-5678', 'phone', '+5511912345678'],
  ['CPF: 111.444.777-35', 'cpf', '11144477735'],
])('Pix key: as people paste it the words before a colon are left out: %s', (typed, kind, value) => {
  expect(read(typed)).toEqual({ kind, value })
})

it('Pix key: as people paste it a phone without its country code is advised with it, a CNPJ by its name', () => {
  expect(translateIssue(english, notAPixKey('(11)987654321'))).toContain('+5511987654321')
  expect(read('(11) 98765-4321').kind).toBeUndefined()
  expect(translateIssue(english, notAPixKey(read('11.222.333/0001-81').value))).toContain('CNPJ')
})

it('Pix key: laws each kind fits its own example', () => {
  const kinds = Object.entries(pixKeyKinds).map(([kind, { example }]) => [kind, readPixKey(example).kind])
  expect(kinds).toEqual([
    ['cpf', 'cpf'],
    ['phone', 'phone'],
    ['email', 'email'],
    ['random', 'random'],
  ])
})

it('Pix key: laws a key that was cleaned is clean', () => {
  const some = fc.oneof(fc.stringMatching(/^[-+.() 0-9a-fA-F@x]*$/), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(some, (typed) => {
      const { value, kind } = read(typed)
      expect(kind === undefined || read(value)).toEqual(kind === undefined || { value, kind })
    }),
    { numRuns: runs(2000) },
  )
})

it('Pix key: laws what is no key comes with advice for what it looks like', () => {
  expect(translateIssue(english, notAPixKey('5511912345678'))).toMatch(/looks like a phone.*\+5511912345678/)
  expect(translateIssue(english, notAPixKey('9511912345678'))).toMatch(/11 digits.*has 13.*\+55/)
  expect(translateIssue(english, notAPixKey('+0'))).toContain('15 digits')
  expect(translateIssue(english, notAPixKey('ana@'))).toContain('e-mail')
  expect(translateIssue(english, notAPixKey('ana'))).toContain('random key')
})

it.each(Object.values(ruleBook).map((country) => [country.code, country] as const))(
  'Pix key: a phone of %s that is longer or shorter than phones there is a serious warning, and no other is one',
  (_code, { phonePrefix, phoneDigits: [min, max] }) => {
    const gradesAt = (digits: number) =>
      readPixKeyField('recipientPixKey', `+${phonePrefix}${'2'.repeat(digits)}`).warnings.map(gradeOf)
    for (let digits = 4; digits + phonePrefix.length <= 15; digits += 1)
      expect([digits, gradesAt(digits)]).toEqual([digits, digits < min || digits > max ? ['serious'] : []])
  },
)

it('Pix key: a phone of Brazil says how many digits it lacks, and one of another continent nothing', () => {
  const doubts = (typed: string) =>
    readPixKeyField('recipientPixKey', typed).warnings.map((one) => translateIssue(english, one))
  expect(doubts('+5511 1234')).toEqual([
    'A phone with +55 has 10 to 11 digits after it; this one has 6. Check it digit by digit.',
  ])
  expect(doubts('+56 9 1234')[0]).toContain('has 9 digits after it; this one has 5')
  expect(doubts('+81 3 1234')).toEqual([])
  expect(doubts('+55 11 9876-5432')).toEqual([
    'A phone with +55 11 9 has 8 digits after it; this one has 7. Check it digit by digit.',
  ])
  expect(doubts('+55 11 3333-4444')).toEqual([])
})
