import type { BankName } from '#shared/api/bank-name.ts'
import { issueOn } from '#shared/api/issue.ts'
import type { Person } from '#shared/api/session.ts'
import type { Bank } from '#shared/banks/bank.ts'
import { bankIdOf } from '#shared/banks/bank-names.ts'
import { brazilianNationalBanks } from '#shared/banks/brazil-national.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { bankOfCode } from '#shared/rule-book/bank-code.ts'
import { Failure } from '../kernel/failure.ts'
import { readName } from '../people/people.ts'
import { personNames } from '../people/people-rows.ts'
import type { Reader, Transaction } from '../store/store.ts'
import {
  allBankNames,
  type BankNameRow,
  deleteBankName,
  findBankName,
  putBankName,
  usedBanks,
} from './bank-name-rows.ts'

/*
 * What the merchant calls banks and wallets whose codes have no public name: no list says what Peru's wallet 0029 is, but who pays there
 * every day knows. A name helps people to choose and to check; what is sent is the code alone.
 */

export async function listBankNames({ db }: Reader): Promise<BankNameOverview> {
  return { items: await presented(db, await allBankNames(db)), used: await usedBanks(db) }
}

interface BankNameOverview {
  readonly items: readonly BankName[]
  readonly used: readonly string[]
}

/** @throws Failure NOT_FOUND */
export async function findOneBankName({ db }: Reader, id: string): Promise<BankName> {
  const [found] = await presented(db, [await namedRow(db, id)])
  if (found === undefined) throw new Error('One row makes one name.')
  return found
}

export interface BankNameChange {
  /** Country and code, such as PE-0029. */
  readonly id: string
  readonly name: string
  /** The version that it follows; undefined where the bank has no name yet. */
  readonly version: number | undefined
}

/**
 * Names a bank, or gives it another name. The name that it has already is no conflict.
 * @throws Failure NOT_FOUND for a code that no payout takes, FIELDS_INVALID for one with a public name and for a name that is none,
 * VERSION_CONFLICT
 */
export async function nameBank(
  tx: Transaction,
  person: Person,
  { id, name: typed, version }: BankNameChange,
): Promise<void> {
  const bank = bankOf(id)
  if (bank === undefined) throw noSuchBank()
  if (bank.name !== undefined) throw namedPublicly(bank.code, bank.name)
  const { name } = readName(typed)
  const row = await findBankName(tx.db, id)
  if (row?.name === name) return
  if (row === undefined && version !== undefined) throw noSuchBank()
  if (row?.version !== version) throw changedSince(id)
  const made = { updated_at: tx.now().toISOString(), updated_by: person.id }
  await putBankName(tx.db, { id, name, version: (version ?? 0) + 1, ...made })
  const facts = { name, ...(row && { before: row.name }) }
  await tx.audit({ personId: person.id, action: 'bank.named', thing: { type: 'bank', id }, facts })
}

/**
 * Takes the merchant's name away from a bank.
 * @throws Failure NOT_FOUND, VERSION_CONFLICT
 */
export async function unnameBank(tx: Transaction, person: Person, id: string, version: number): Promise<void> {
  const row = await namedRow(tx.db, id)
  if (row.version !== version) throw changedSince(id)
  await deleteBankName(tx.db, id)
  const facts = { before: row.name }
  await tx.audit({ personId: person.id, action: 'bank.unnamed', thing: { type: 'bank', id }, facts })
}

function bankOf(id: string): Bank | undefined {
  const { country, code } = partsOf(id)
  return isCountryCode(country) && bankIdOf(country, code) === id
    ? bankOfCode(ruleBook[country], code, listed[country])
    : undefined
}

/** Lists besides those of the rule book. */
const listed: Readonly<Record<string, readonly Bank[]>> = { BR: brazilianNationalBanks }

function partsOf(id: string) {
  return { country: id.slice(0, 2), code: id.slice(3) }
}

async function namedRow(db: Reader['db'], id: string): Promise<BankNameRow> {
  const row = await findBankName(db, id)
  if (row === undefined) throw noSuchBank()
  return row
}

async function presented(db: Reader['db'], rows: readonly BankNameRow[]): Promise<readonly BankName[]> {
  const personOf = await personNames(
    db,
    rows.map(({ updated_by }) => updated_by),
  )
  return rows.map(({ id, name, version, updated_at, updated_by }) => ({
    id,
    ...partsOf(id),
    name,
    version,
    updatedAt: updated_at,
    updatedBy: personOf(updated_by),
  }))
}

function noSuchBank(): Failure {
  return new Failure('NOT_FOUND', { params: { what: 'bank' } })
}

function namedPublicly(code: string, publicName: string): Failure {
  return new Failure('FIELDS_INVALID', { errors: [issueOn('name', 'bank_named_publicly', { code, publicName })] })
}

function changedSince(id: string): Failure {
  return new Failure('VERSION_CONFLICT', { params: { what: 'bank' }, ids: [id] })
}
