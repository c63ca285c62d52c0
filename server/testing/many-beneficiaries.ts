import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Details } from '#shared/api/details.ts'
import { goodDetails } from '../beneficiaries/read-details.ts'
import type { BeneficiaryRow } from '../store/beneficiary-rows.ts'
import { beginningTerms } from '../store/beneficiary-search.ts'
import { detailColumns } from '../store/detail-columns.ts'
import { numberTerms } from '../store/search-terms.ts'
import { nameOf, searchWords } from '../store/search-words.ts'
import type { Store } from '../store/store.ts'
import { souza } from './beneficiaries.ts'
import { addPeople } from './people.ts'

const firstNames = [
  ...[
    'María',
    'José',
    'Juan',
    'Ana',
    'Luis',
    'Carlos',
    'Marcos',
    'Marta',
    'Mariana',
    'Mario',
    'Pedro',
    'Lucía',
    'Sofía',
  ],
  ...['Andrés', 'Camila', 'Diego', 'Elena', 'Fábio', 'Gabriel', 'Hugo', 'Inés', 'Júlia', 'Karen', 'Laura', 'Miguel'],
  ...['Nadia', 'Óscar', 'Paula', 'Rosa', 'Tomás', 'Valeria', 'Ximena', 'Yolanda', 'Zoe'],
]
const lastNames = [
  ...['da Silva', 'García', 'Martínez', 'López', 'Pérez', 'Gómez', 'Díaz', 'Rojas', 'Torres', 'Ramírez', 'Flores'],
  ...['Rivera', 'Vargas', 'Castro', 'Romero', 'Suárez', 'Medina', 'Aguilar', 'Mendoza', 'Zapata', 'Zamora', 'Quispe'],
  ...[
    'Mamani',
    'Huamán',
    'Souza',
    'Oliveira',
    'Pereira',
    'Marín',
    'Márquez',
    'Nuñez',
    'Conceição',
    'Barbosa',
    'Teixeira',
  ],
]

/** Somebody of a big book, always the same for a number; every thousandth has a rare name. */
export function nthPerson(i: number): Details {
  const pick = (names: readonly string[], step: number) =>
    names[(i * step + Math.floor(i / names.length)) % names.length]
  const first = i % 1_000 === 1 ? 'Zulema' : (pick(firstNames, 7) ?? '')
  const details = souza({
    beneficiaryFirstName: first,
    beneficiaryLastName: `${pick(lastNames, 5)} ${pick(lastNames, 11)}`,
    documentNumber: String(10_000_000_000 + i * 7_919),
    accountNumber: String(10_000_000 + i * 13),
  })
  return i % 3 === 0 ? { ...details, ...chilean(i) } : details
}

function chilean(i: number): Partial<Details> {
  return {
    country: 'CL',
    beneficiaryType: 'person',
    documentType: 'cl_rut',
    documentNumber: String(100_000_000 + i * 7),
    bankName: '012',
    payoutAccountTypeCode: '0001',
  }
}

/** Fills the book without its rules: in bulk and in one transaction, as no person would. */
export async function fillBeneficiaries(store: Store, count: number): Promise<void> {
  await addPeople(store, { id: 'clerk', name: 'Clerk' })
  await store.write(async ({ db }) => {
    for (let from = 0; from < count; from += atOnce) {
      const people = Array.from({ length: Math.min(atOnce, count - from) }, (_, i) => shelved(store, from + i))
      await db
        .insertInto('beneficiaries')
        .values(people.map(({ row }) => row))
        .execute()
      const terms = people.flatMap((person) => person.terms)
      for (let at = 0; at < terms.length; at += termsAtOnce) {
        await db
          .insertInto('search_terms')
          .values(terms.slice(at, at + termsAtOnce))
          .execute()
      }
    }
    await sql`analyze`.execute(db)
  })
}

function shelved({ encryption }: Store, i: number) {
  const { details, request } = goodDetails(nthPerson(i))
  const id = randomUUID()
  const at = new Date(0).toISOString()
  const row: BeneficiaryRow = {
    ...detailColumns(encryption, 'beneficiaries', id, details),
    id,
    version: 1,
    status: i % 20 === 0 ? 'archived' : 'active',
    created_at: at,
    created_by: 'clerk',
    updated_at: at,
    updated_by: 'clerk',
    account_by: null,
    draft_id: null,
    last_payout_at: null,
    erased_at: null,
  }
  const { name_key: sort_key, country, status } = row
  const terms = [...beginningTerms(searchWords(nameOf(details))), ...numberTerms(encryption, request)]
  const kind = 'beneficiary' as const
  return {
    row,
    terms: [...new Set(terms)].map((term) => ({ kind, term, sort_key, thing_id: id, country, status })),
  }
}

const atOnce = 500
const termsAtOnce = 4_000
