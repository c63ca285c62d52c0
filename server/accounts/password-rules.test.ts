import { expect, it } from 'vitest'
import { weakness } from './password-rules.ts'

const ana = { name: 'Ana Souza', email: 'ana.souza@acme-tools.example' }
const whyOf = (password: string) => weakness(password, ana)?.params.why

it.each([
  'seven grey herons wade',
  'tres tristes tigres tragaban trigo',
  'Lluvia-Lunes-Lámpara',
  '馬鹿野郎お前は今日もよく眠れましたか今',
  'gK4!zq9Lw2#xTr8v',
  'mi hermana vende pan de yuca',
  'o gato pulou a janela azul',
])('Password: %s is taken', (password) => {
  expect(whyOf(password)).toBeUndefined()
})

it.each([
  'password12345678',
  'P@ssw0rd-P@ssw0rd',
  'Contraseña123456',
  'correct horse battery staple',
  '123456789012345',
  'qwertyuiopasdfghjkl',
  '987654321987654321',
  'aaaaaaaaaaaaaaaaaaaa',
  'abcabcabcabcabcabc',
  '1q2w3e4r5t6y7u8i',
  'iloveyouforever!!!',
  'Flamengo-Flamengo-2026',
  'motdepasse2026motdepasse',
  'Welcome2026Welcome',
  '!!!!!!!!!!!!!!!!!!!!!',
  'monkeydragonqwerty',
])('Password: %s is refused as common', (password) => {
  expect(whyOf(password)).toBe('common')
})

it.each([
  'Ana-Souza-2026-Ana',
  'ana.souza@acme-tools',
  'PayoutDesk-Souza-77',
  'acme.tools.payouts',
  'P4yoUt-D3sk-Ana-Souza',
])('Password: %s is refused as built on a name, an address or this program', (password) => {
  expect(whyOf(password)).toBe('personal')
})

it('Password: 15 to 128 characters, counted as a person counts them', () => {
  const pangrams =
    'El pingüino Wenceslao hizo kilómetros bajo exhaustiva lluvia y frío; añoraba a su querido cachorro. Vejo xá gritando que fez show sem playback.'
  const ofLength = (length: number) => pangrams.slice(0, length)
  const lengths = [14, 15, 128, 129]
  expect(lengths.map((length) => whyOf(ofLength(length)))).toEqual(['short', undefined, undefined, 'long'])
  expect(lengths.map((length) => whyOf(ofLength(length).normalize('NFD')))).toEqual([
    'short',
    undefined,
    undefined,
    'long',
  ])
})
