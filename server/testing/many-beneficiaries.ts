import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Entry } from '#shared/payout/entry.ts'
import { beneficiaryTerms } from '../beneficiaries/save-beneficiary.ts'
import type { BeneficiaryRow } from '../entry/beneficiary-rows.ts'
import { entryColumns } from '../entry/entry-columns.ts'
import { nameKeyOf, payeeName } from '../search/search-terms.ts'
import type { Store } from '../store/store.ts'
import { souza, writtenBeneficiary } from './beneficiaries.ts'
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

/** One of many beneficiaries, always the same for a number; every thousandth has a rare name. */
export function nthPerson(i: number): Entry {
  const pick = (names: readonly string[], step: number) =>
    names[(i * step + Math.floor(i / names.length)) % names.length]
  const first = i % 1_000 === 1 ? 'Zulema' : (pick(firstNames, 7) ?? '')
  const entry = souza({
    beneficiaryFirstName: first,
    beneficiaryLastName: `${pick(lastNames, 5)} ${pick(lastNames, 11)}`,
    documentNumber: String(10_000_000_000 + i * 7_919),
    accountNumber: String(10_000_000 + i * 13),
  })
  return i % 3 === 0 ? { ...entry, ...chilean(i) } : entry
}

function chilean(i: number): Partial<Entry> {
  return {
    country: 'CL',
    beneficiaryType: 'person',
    documentType: 'cl_rut',
    documentNumber: String(100_000_000 + i * 7),
    bankName: '012',
    accountAgencyNumber: '',
    payoutAccountTypeCode: '0001',
  }
}

/** Fills the database with beneficiaries past the app: in bulk and in one transaction, as no person would. */
export async function fillBeneficiaries(store: Store, count: number): Promise<void> {
  await addPeople(store, { id: 'clerk', name: 'Clerk' })
  await store.write(async ({ db }) => {
    for (let from = 0; from < count; from += atOnce) {
      const people = Array.from({ length: Math.min(atOnce, count - from) }, (_, i) => indexed(store, from + i))
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
    // PostgreSQL does it by itself, within a minute; SQLite is told to by the server.
    if (store.kind === 'postgres') await sql`analyze`.execute(db)
  })
}

function indexed(store: Store, i: number) {
  const written = writtenBeneficiary(store, nthPerson(i))
  const id = randomUUID()
  const at = new Date(0).toISOString()
  const row: BeneficiaryRow = {
    ...entryColumns(store, 'beneficiaries', id, written.entry),
    id,
    version: 1,
    status: i % 20 === 0 ? 'archived' : 'active',
    name_key: nameKeyOf(payeeName(written.entry, store.fields)),
    created_at: at,
    created_by: 'clerk',
    updated_at: at,
    updated_by: 'clerk',
    draft_id: null,
    last_payout_at: null,
    erased_at: null,
    external_id_hash: null,
    external_id_encrypted: null,
  }
  const { name_key: sort_key, country, status } = row
  const kind = 'beneficiary' as const
  const terms = [...new Set(beneficiaryTerms(store, written))]
  return { row, terms: terms.map((term) => ({ kind, term, sort_key, thing_id: id, country, status })) }
}

const atOnce = 500
const termsAtOnce = 4_000
