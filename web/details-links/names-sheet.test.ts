import { expect, it } from 'vitest'
import { readNames } from './names-sheet.ts'

const nothing = { country: undefined, method: undefined, language: undefined, email: '', phone: '' }

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
      {
        ...nothing,
        name: 'Ana Souza',
        country: 'BR',
        language: 'pt-BR',
        email: 'ana@example.com',
        phone: '+55 81 91234-5678',
      },
      { ...nothing, name: 'Marta Leal', country: 'MX' },
      { ...nothing, name: 'Kofi Mensah', country: 'GH', language: 'en' },
    ],
    left: [
      { row: 5, why: 'name', text: '' },
      { row: 6, why: 'country', text: 'Atlantis' },
      { row: 7, why: 'language', text: 'Twi' },
    ],
  })
})

it('How each is to be paid is read by the words and the codes of their country', async () => {
  const sheet = [
    'Name,Country,Payment method',
    'Ana Souza,Brazil,Cheque',
    'Rui Prado,BR,Pix',
    'Lia Reis,BR,pix-with-bank',
    'Rosa Quispe,Perú,billetera móvil',
    'Kofi Mensah,Ghana,',
    'Marta Leal,MX,Transferencia',
    'Noa Lima,PE,Pix',
    'Ama,,Pix',
  ].join('\n')
  expect(await readNames(sheet)).toEqual({
    payees: [
      { ...nothing, name: 'Rui Prado', country: 'BR', method: 'pix' },
      { ...nothing, name: 'Lia Reis', country: 'BR', method: 'pix-with-bank' },
      { ...nothing, name: 'Rosa Quispe', country: 'PE', method: 'wallet' },
      { ...nothing, name: 'Kofi Mensah', country: 'GH' },
      // There is one way only.
      { ...nothing, name: 'Marta Leal', country: 'MX', method: 'bank' },
    ],
    left: [
      { row: 2, why: 'method', text: 'Cheque' },
      { row: 8, why: 'method', text: 'Pix' },
      { row: 9, why: 'method', text: 'Pix' },
    ],
  })
})

it('What is no sheet is refused as an import refuses it', async () => {
  expect(await readNames(new TextEncoder().encode('%PDF-1.7 …'))).toMatchObject({ refusal: expect.any(String) })
})
