import { expect, it } from 'vitest'
import { readNames } from './names-sheet.ts'

const nothing = { country: undefined, language: undefined, email: '', phone: '' }

it('A pasted list of names alone is read as names', async () => {
  expect(await readNames('Ana Souza\nKofi Mensah\n\nFrete Sul Ltda\n')).toEqual({
    payees: ['Ana Souza', 'Kofi Mensah', 'Frete Sul Ltda'].map((name) => ({ ...nothing, name })),
    left: [],
  })
})

it('Countries, languages, mail addresses and telephones are read by their headings, as people write them', async () => {
  const sheet = [
    'Nombre;País;Idioma;Correo;Teléfono',
    'Ana Souza;Brasil;português;ana@example.com;+55 81 91234-5678',
    'Marta Leal;MX;;;',
    'Kofi Mensah;Ghana;English;;',
    ';Ghana;en;;',
    'Rui;Atlantis;en;;',
    'Ama;GH;Twi;;',
  ].join('\n')
  expect(await readNames(new TextEncoder().encode(sheet))).toEqual({
    payees: [
      { name: 'Ana Souza', country: 'BR', language: 'pt-BR', email: 'ana@example.com', phone: '+55 81 91234-5678' },
      { ...nothing, name: 'Marta Leal', country: 'MX' },
      { ...nothing, name: 'Kofi Mensah', country: 'GH', language: 'en' },
    ],
    left: [
      { row: 5, why: 'name' },
      { row: 6, why: 'country' },
      { row: 7, why: 'language' },
    ],
  })
})

it('What is no sheet is refused as an import refuses it', async () => {
  expect(await readNames(new TextEncoder().encode('%PDF-1.7 …'))).toMatchObject({ refusal: expect.any(String) })
})
