import { expect, it } from 'vitest'
import { domainMeant, mailDoubts, withDomain } from './mail-doubts.ts'

it.each([
  ['gmial.con', 'gmail.com'],
  ['gmial.com', 'gmail.com'],
  ['gmal.com', 'gmail.com'],
  ['gmaill.com', 'gmail.com'],
  ['gnail.com', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['gmail.cm', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gmail.com.br', 'gmail.com'],
  ['gmail.es', 'gmail.com'],
  ['GMAIL.CMO', 'gmail.com'],
  ['hotmial.com', 'hotmail.com'],
  ['hotmai.com', 'hotmail.com'],
  ['homail.es', 'hotmail.es'],
  ['hotmail.co', 'hotmail.com'],
  ['hotmal.com.mx', 'hotmail.com.mx'],
  ['outlok.com', 'outlook.com'],
  ['outloook.com.ar', 'outlook.com.ar'],
  ['yaho.com.br', 'yahoo.com.br'],
  ['yahooo.fr', 'yahoo.fr'],
  ['yahoo.con', 'yahoo.com'],
  ['iclod.com', 'icloud.com'],
  ['empresa.con', 'empresa.com'],
  ['correo.empresa.cmo', 'correo.empresa.com'],
])('The mail domain %s was meant as %s', (typed, meant) => {
  expect(domainMeant(typed.toLowerCase())).toBe(meant)
})

it('A domain that mail really goes to is meant as it is', () => {
  const domains =
    'gmail.com hotmail.com hotmail.es hotmail.com.br outlook.com outlook.com.ar yahoo.com yahoo.com.br yahoo.com.mx yahoo.fr ' +
    'yahoo.co.za yahoo.de icloud.com live.com live.com.mx live.cl mail.com email.com ymail.com gmx.com gmx.de aol.com me.com msn.com ' +
    'bol.com.br uol.com.br terra.com.br ig.com.br globo.com prodigy.net.mx une.net.co orange.fr proton.me protonmail.com ' +
    'empresa.com.co banco.cl alcaldia.gov.co cia.cm mail.co gmi.org.co outlay.com cloud.com yandex.com example.com'
  for (const domain of domains.split(' ')) expect(domainMeant(domain), domain).toBeUndefined()
})

it('A domain that is put right needs no other correction', () => {
  for (const typed of ['gmial.con', 'hotmail.co', 'yaho.com.br', 'x.con'])
    expect(domainMeant(domainMeant(typed) ?? '')).toBeUndefined()
})

it('An address is doubted for a slip in its domain, of which the warning says what was meant', () => {
  expect(mailDoubts('email', 'ana@Gmial.com')).toEqual([
    { field: 'email', code: 'mail_domain', params: { domain: 'Gmial.com', meant: 'gmail.com' } },
  ])
  expect(withDomain('ana.souza+x@Gmial.com', 'gmail.com')).toBe('ana.souza+x@gmail.com')
  expect(mailDoubts('email', 'josé@münchen.example')).toEqual([])
})

it.each([
  ['e…@ex.com', '…', 'U+2026'],
  ['***@ex.com', '*', 'U+002A'],
  ['a•••@ex.com', '•', 'U+2022'],
  ['ana...@ex.com', '.', 'U+002E'],
])('The address %s is doubted, as it is one that a list has masked', (address, letter, codePoint) => {
  expect(mailDoubts('recipientPixKey', address)).toEqual([
    { field: 'recipientPixKey', code: 'foreign_letter', params: { letter, codePoint } },
  ])
})

it('An address with a letter that only looks Latin is doubted, with the letter and its number', () => {
  expect(mailDoubts('recipientPixKey', 'an\u0430@example.com')).toEqual([
    { field: 'recipientPixKey', code: 'foreign_letter', params: { letter: '\u0430', codePoint: 'U+0430' } },
  ])
  expect(mailDoubts('email', 'ana@examp\u217ce.com')).toEqual([])
})
