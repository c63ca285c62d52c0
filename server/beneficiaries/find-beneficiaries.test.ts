import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BeneficiarySearch } from '#shared/api/beneficiary.ts'
import { completeEntry, type Entry } from '#shared/payout/entry.ts'
import { runs } from '#shared/testing/runs.ts'
import { writeCursor } from '../kernel/page-cursor.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import type { Store } from '../store/store.ts'
import { named, souza, writtenBeneficiary } from '../testing/beneficiaries.ts'
import { failureOf } from '../testing/client-under-test.ts'
import { addPeople, memberOf } from '../testing/people.ts'
import { type Place, stores } from '../testing/stores.ts'
import { findOne, searchBeneficiaries } from './find-beneficiaries.ts'
import { saveChange, saveNew } from './save-beneficiary.ts'
import { setStatus } from './set-status.ts'

const clerk = memberOf({ id: 'clerk-1', name: 'Clerk' })

describe.each(stores)('saved beneficiaries on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  const save = (entry: Entry) => store.write((tx) => saveNew(tx, clerk, writtenBeneficiary(tx, entry)))
  const found = async (search: BeneficiarySearch = {}) =>
    (await searchBeneficiaries(store, search)).items.map(({ name }) => name)
  const open = async () => {
    place = await makePlace()
    store = await place.open()
    await addPeople(store, clerk)
  }
  const close = async () => {
    await store.close()
    await place.remove()
  }

  describe('searched by what was saved', () => {
    beforeAll(async () => {
      await open()
      await save(souza())
      await save(
        souza({
          beneficiaryFirstName: 'José',
          beneficiaryLastName: 'da Conceição',
          documentNumber: '529.982.247-25',
          accountNumber: '555000-1',
        }),
      )
      await save(
        souza({
          method: 'pix',
          beneficiaryFirstName: 'Mariana',
          beneficiaryLastName: "D'Ávila Conceição",
          documentNumber: '39053344705',
          recipientPixKey: '+5511912347788',
        }),
      )
      await save(
        completeEntry({
          country: 'CL',
          method: 'bank',
          beneficiaryType: 'person',
          beneficiaryFirstName: 'Mario',
          beneficiaryLastName: 'Ñuñez',
          documentType: 'cl_rut',
          documentNumber: '12.345.678-5',
          bankName: '012',
          payoutAccountTypeCode: '0001',
          accountNumber: '0012345678',
        }),
      )
      const gone = await save(named('Kofi', 'Mensah'))
      await store.write((tx) => setStatus(tx, clerk, gone, 'archived'))
    })
    afterAll(close)

    it.each([
      ['nothing', '', ['Ana Souza', 'José da Conceição', 'Kofi Mensah', "Mariana D'Ávila Conceição", 'Mario Ñuñez']],
      ['blanks', '  ', ['Ana Souza', 'José da Conceição', 'Kofi Mensah', "Mariana D'Ávila Conceição", 'Mario Ñuñez']],
      ['one letter', 'm', ['Kofi Mensah', "Mariana D'Ávila Conceição", 'Mario Ñuñez']],
      ['three letters', 'mar', ["Mariana D'Ávila Conceição", 'Mario Ñuñez']],
      ['more letters', 'mari', ["Mariana D'Ávila Conceição", 'Mario Ñuñez']],
      ['a whole word', 'mariana', ["Mariana D'Ávila Conceição"]],
      ['a letter too many', 'marianas', []],
      ['the middle of a word', 'iana', []],
      ['other case and no accents', 'CONCEICAO', ['José da Conceição', "Mariana D'Ávila Conceição"]],
      ['accents that the name does not have', 'sóuzà', ['Ana Souza']],
      ['an apostrophe', "d'avila", ["Mariana D'Ávila Conceição"]],
      ['words in another order', 'souza ana', ['Ana Souza']],
      ['a beginning of each word', 'con jo', ['José da Conceição']],
      ['long beginnings of two words', 'conce maria', ["Mariana D'Ávila Conceição"]],
      ['words of two people', 'ana mario', []],
      ['signs that no word has', '%', []],
      ['a document as typed', '111.444.777-35', ['Ana Souza']],
      ['a document as sent', '11144477735', ['Ana Souza']],
      ['a document grouped otherwise', '111 444 777 35', ['Ana Souza']],
      ['a document of another country', '12345678-5', ['Mario Ñuñez']],
      ['the beginning of a document', '11144477', []],
      ['the end of a document', '4725', ['José da Conceição']],
      ['the end of an account', '6543', ['Ana Souza']],
      ['the end of a Pix key', '7788', ["Mariana D'Ávila Conceição"]],
      ['a whole Pix key', '+55 11 91234-7788', ["Mariana D'Ávila Conceição"]],
      ['a Pix key that is nobody’s', '+5511912347789', []],
      ['fewer last digits than four', '543', []],
      ['more last digits than four', '76543', []],
    ])('finds by %s (%s)', async (_, text, names) => {
      expect(await found({ text })).toEqual(names)
    })

    it('keeps to a country and to a status, with a text and without', async () => {
      expect(await found({ country: 'CL' })).toEqual(['Mario Ñuñez'])
      expect(await found({ country: 'CL', text: 'm' })).toEqual(['Mario Ñuñez'])
      expect(await found({ country: 'BR', text: 'mari' })).toEqual(["Mariana D'Ávila Conceição"])
      expect(await found({ country: 'BR', status: 'active', text: '12.345.678-5' })).toEqual([])
      expect(await found({ status: 'archived' })).toEqual(['Kofi Mensah'])
      expect(await found({ status: 'archived', text: 'mensah' })).toEqual(['Kofi Mensah'])
      expect(await found({ status: 'active', text: 'mensah' })).toEqual([])
      expect(await found({ status: 'archived', country: 'BR' })).toEqual([])
    })

    it.each([{}, { text: 'm' }, { text: 'mari' }, { text: 'o' }, { text: 'a c' }])(
      'pages through %j without repeating or skipping',
      async (search) => {
        const pages: string[] = []
        let cursor: string | null = null
        do {
          const page = await searchBeneficiaries(store, { ...search, limit: 1, ...(cursor !== null && { cursor }) })
          expect(page.items.length).toBeLessThanOrEqual(1)
          pages.push(...page.items.map(({ name }) => name))
          cursor = page.nextCursor
        } while (cursor !== null)
        expect(pages).toEqual(await found(search))
      },
    )

    it('refuses a country without payouts', async () => {
      const { code, particulars } = await failureOf(searchBeneficiaries(store, { country: 'X\u0000' }))
      expect(code).toBe('FIELDS_INVALID')
      expect(particulars.errors).toMatchObject([{ field: 'country', code: 'unknown_country' }])
    })

    it.each([
      'x',
      Buffer.from('["beneficiaries","a","\\u0000"]').toString('base64url'),
      '',
      'bnVsbA',
      Buffer.from('["beneficiaries","a"]').toString('base64url'),
      Buffer.from('["beneficiaries","a","b",1]').toString('base64url'),
      writeCursor('exports', 'a', 'b'),
    ])('refuses %j as a cursor', async (cursor) => {
      const { code, particulars } = await failureOf(searchBeneficiaries(store, { cursor }))
      expect(code).toBe('FIELDS_INVALID')
      expect(particulars.errors).toMatchObject([{ field: 'cursor', code: 'wrong_cursor' }])
    })
  })

  describe('that changes', () => {
    beforeEach(open)
    afterEach(close)

    it('finds by the new name and document, and by the old ones no more', async () => {
      const saved = await save(souza())
      const bia = souza({ beneficiaryFirstName: 'Bia', documentNumber: '52998224725' })
      await store.write((tx) => saveChange(tx, clerk, saved, writtenBeneficiary(tx, bia)))
      expect(await found({ text: 'ana' })).toEqual([])
      expect(await found({ text: 'bia' })).toEqual(['Bia Souza'])
      expect(await found({ text: '11144477735' })).toEqual([])
      expect(await found({ text: '52998224725' })).toEqual(['Bia Souza'])
    })

    it('shows the rest of a list no matter who is added while it is read', async () => {
      for (const letter of 'bdfh') await save(named(`${letter}ola`, 'Mensah'))
      const first = await searchBeneficiaries(store, { text: 'mensah', limit: 2 })
      await save(named('Aola', 'Mensah'))
      await save(named('gola', 'Mensah'))
      const second = await searchBeneficiaries(store, { text: 'mensah', cursor: first.nextCursor ?? '' })
      const names = [...first.items, ...second.items].map(({ name }) => name)
      expect(names).toEqual(['bola Mensah', 'dola Mensah', 'fola Mensah', 'gola Mensah', 'hola Mensah'])
    })

    it('keeps people of the same name apart', async () => {
      for (let i = 0; i < 3; i += 1) await save(named('Kofi', 'Mensah'))
      const first = await searchBeneficiaries(store, { text: 'kofi', limit: 2 })
      const second = await searchBeneficiaries(store, { text: 'kofi', limit: 2, cursor: first.nextCursor ?? '' })
      expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(3)
    })

    it('finds every name by the beginning of each of its words', async () => {
      const word = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.string({ unit: 'binary', maxLength: 60 }))
      await fc.assert(
        fc.asyncProperty(word, word, fc.nat(), fc.nat(), async (first, last, at, length) => {
          const entry = named(`Q${first}`, `ΟΔΟΣ${last}`)
          const { id } = await save(entry).catch((error: unknown) => {
            if (error instanceof Error && error.message.startsWith('FIELDS_INVALID')) return { id: undefined }
            throw error
          })
          fc.pre(id !== undefined)
          const words = `${entry.beneficiaryFirstName} ${entry.beneficiaryLastName}`.split(/\s+/u)
          const letters = Array.from(words[at % words.length] ?? '')
          const text = letters.slice(0, 1 + (length % letters.length)).join('')
          fc.pre(/[\p{L}\p{N}]/u.test(text.normalize('NFKD')))
          const ids = []
          let cursor: string | null = null
          do {
            const page = await searchBeneficiaries(store, { text, limit: 100, ...(cursor !== null && { cursor }) })
            ids.push(...page.items.map((item) => item.id))
            cursor = page.nextCursor
          } while (cursor !== null)
          expect(ids).toContain(id)
        }),
        { numRuns: runs(120) },
      )
    })

    it('decrypts the entry of the one who is looked at once', async () => {
      const { id } = await save(souza())
      const decrypted: string[] = []
      const decrypt: Encryption['decrypt'] = (encrypted, at) => {
        decrypted.push(at.column)
        return store.encryption.decrypt(encrypted, at)
      }
      await findOne({ ...store, encryption: { ...store.encryption, decrypt } }, clerk, id)
      expect(decrypted).toEqual(['entry_encrypted'])
    })

    it('keeps a name of two thousand letters, and finds it', async () => {
      const letters = Array.from({ length: 2_000 }, (_, i) =>
        String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000)),
      ).join('')
      await save(named(letters, letters))
      expect(await found({ text: letters.slice(0, 150) })).toHaveLength(1)
    })
  })
})
