import { describe, expect, it } from 'vitest'
import type { Language } from '#shared/language/languages.ts'
import { worded } from './catalog.ts'
import compiledNames from './name-words/es.json'
import spanishNames from './name-words/es.json?raw'
import frenchNames from './name-words/fr.json?raw'
import portugueseNames from './name-words/pt-BR.json?raw'
import { phraseBook } from './phrase-book.ts'
import compiled from './rule-words/es.json'
import spanish from './rule-words/es.json?raw'
import french from './rule-words/fr.json?raw'
import portuguese from './rule-words/pt-BR.json?raw'
import { say } from './rule-words.ts'
import { rulePhrases } from './testing/rule-phrases.ts'
import { speltAlike } from './testing/same-in-all.ts'

const phrases = [...rulePhrases()]

const catalogs = {
  es: messagesIn(spanishNames, spanish),
  'pt-BR': messagesIn(portugueseNames, portuguese),
  fr: messagesIn(frenchNames, french),
} satisfies Record<Exclude<Language, 'en'>, unknown>

it('The walk through the rule book finds what it can show', () => {
  expect(phrases.length).toBeGreaterThan(300)
  expect(phrases).toEqual(expect.arrayContaining(['Ghana', '8 to 16 digits', 'CLABE or debit card number']))
})

describe.each(Object.entries(catalogs))('The rule book in %s', (_, messages) => {
  it('has every phrase', () => {
    const find = phraseBook(messages, filled)
    const missing = phrases.filter((phrase) => find(phrase) === undefined)
    // Ready to be pasted into the file.
    expect(missing.map((phrase) => `  ${JSON.stringify(phrase)}: "",`).join('\n')).toBe('')
  })

  it('has no phrase that nothing shows', () => {
    const used = new Set<string>()
    const keys = Object.fromEntries(Object.keys(messages).map((key) => [key, key]))
    const find = phraseBook(keys, (key, parts) => {
      used.add(String(key))
      return filled(key, parts)
    })
    for (const phrase of phrases) find(phrase)
    expect(Object.keys(messages).filter((key) => !used.has(key))).toEqual([])
  })

  it('says something for each, with the same parts', () => {
    for (const [key, message] of Object.entries(messages)) {
      expect([key, message.trim()]).not.toEqual([key, ''])
      expect([key, partsOf(message)]).toEqual([key, partsOf(key)])
    }
  })

  it('leaves nothing in English but names', () => {
    const left = Object.keys(messages).filter((key) => messages[key] === key && !speltAlike.includes(key))
    expect(left).toEqual([])
  })

  it('has no straight apostrophe, which would quote what follows it in an ICU message', () => {
    expect(Object.values(messages).filter((message) => message.includes("'"))).toEqual([])
  })

  it('stands in the order of the others', () => {
    expect(Object.keys(messages)).toEqual(Object.keys(messagesIn(spanishNames, spanish)))
  })
})

describe('A phrase', () => {
  const find = phraseBook({ ...compiledNames, ...compiled }, worded)

  it.each([
    ['Savings (ahorros)', 'Ahorros'],
    ['12 or 13 letters and digits', '12 o 13 letras y dígitos'],
    ['Account number at BBVA Perú', 'Número de cuenta en BBVA Perú'],
    ['Check digits of the card number that do not fit draw a warning.', /\(número de tarjeta\)\.$/],
    ['8 digits, such as 12.345.678-9.', '8 dígitos, por ejemplo 12.345.678-9.'],
    ['CI for Ivory Coast.', 'CI para Costa de Marfil.'],
  ])('"%s" is found by itself or by its frame, its parts translated', (text, expected) => {
    expect(find(text)).toMatch(expected)
  })

  it.each(['CLABE', 'BRL', '0012-X'])('"%s", a code or a name in capitals, is the same in every language', (text) => {
    expect(find(text)).toBe(text)
  })

  it.each(['constructor', 'Banco Macro S.A.', 'AT for Atlantis.', 'many digits'])('"%s" is not in the book', (text) => {
    expect(find(text)).toBeUndefined()
  })

  it('is itself in English, for which nothing is loaded', () => {
    expect(say('Savings (ahorros)')).toBe('Savings (ahorros)')
  })
})

function messagesIn(nameFile: string, file: string): Readonly<Record<string, string>> {
  return { ...JSON.parse(nameFile), ...JSON.parse(file) }
}

function filled(message: unknown, parts: Readonly<Record<string, string>>): string {
  return `${message}`.replaceAll(/\{([a-z]+)\}/g, (_, name: string) => parts[name] ?? '')
}

function partsOf(message: string): readonly string[] {
  return (message.match(/\{[^}]*\}/g) ?? []).toSorted()
}
