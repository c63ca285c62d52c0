import type * as z from 'zod/mini'
import type { CallBackFlaw, CallBackWrite, callBacksSchema } from '#shared/api/call-back.ts'
import { type Issue, issueOn } from '#shared/api/issue.ts'
import { showsNothing } from '#shared/api/texts.ts'
import { type BeneficiaryRow, findBeneficiary } from '../entry/beneficiary-rows.ts'
import { addCallBack, callBacksTo, calledDetails, wordsOf } from '../entry/call-back-rows.ts'
import { detailsHash } from '../entry/details.ts'
import { detailsIn } from '../entry/details-trail.ts'
import { beneficiaryEntry } from '../entry/entry-columns.ts'
import { visibleEnd } from '../entry/masked.ts'
import { findPayout } from '../entry/payout-rows.ts'
import { type SavedPhone, savedPhones } from '../entry/phone-rows.ts'
import { readSaved } from '../entry/written-entry.ts'
import { Failure } from '../kernel/failure.ts'
import { authorsInRow } from '../payout-state/approval-columns.ts'
import { requireIntact } from '../payout-state/genuine.ts'
import { noSuchPayout } from '../payout-state/saved-payout.ts'
import type { Actor } from '../people/member.ts'
import { personNames } from '../people/people-rows.ts'
import { neverCalled } from '../store/audit/call-backs.ts'
import type { Hosts } from '../store/audit/hosts.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { currentRow, noSuchBeneficiary, type Version } from './save-beneficiary.ts'

/**
 * Records that a beneficiary was called back about the details of the version that was seen, or about those of a payout. Audited. A denial stops all
 * payouts to them.
 * @throws Failure NOT_FOUND, ERASED, VERSION_CONFLICT, FIELDS_INVALID, TAMPERED
 */
export async function recordCallBack(
  tx: Transaction,
  person: Actor,
  version: Version,
  body: CallBackWrite,
): Promise<void> {
  const row = await currentRow(tx, version)
  const phones = await savedPhones(tx, row.id)
  const called = calledNumber(body, phones)
  const { payoutId, result, calledAt, spokeTo, words } = body
  const { hash: details_hash, change } = await calledDetailsOf(tx, row, payoutId)
  const { groupOf } = await tx.hosts()
  const at = new Date(calledAt).toISOString()
  const isInTime = at >= change.at && at <= tx.now().toISOString()
  await addCallBack(
    tx,
    {
      beneficiary_id: row.id,
      details_hash,
      result,
      number_from: called.from,
      flaw: flawOf(called.number, phones, change, groupOf) ?? (isInTime ? null : 'time'),
      called_at: at,
      recorded_by: person.id,
    },
    { number: called.number, spokeTo: spokeTo.trim(), words: words.trim() },
  )
}

/** @throws Failure FIELDS_INVALID */
function calledNumber(
  { phoneVersion, number, numberFrom, result, spokeTo, words }: CallBackWrite,
  phones: readonly SavedPhone[],
): { readonly number: string; readonly from: 'saved' | 'contract' | 'website' | 'other' } {
  const saved = phones.find((phone) => phone.version === phoneVersion)?.number ?? ''
  const isSaved = phoneVersion !== undefined
  const isGiven = number !== undefined && numberFrom !== undefined
  const errors: Issue[] = []
  if (isSaved === isGiven || (isSaved && saved === ''))
    errors.push(issueOn('number', 'one_of_these', { names: 'phoneVersion, number' }))
  else if (isGiven && digitsOf(number).length < leastDigits)
    errors.push(issueOn('number', 'wrong_value', { label: 'number' }))
  if (result !== 'not_reached' && showsNothing(spokeTo)) errors.push(missing('spokeTo'))
  if (result !== 'not_reached' && showsNothing(words)) errors.push(missing('words'))
  if (errors.length > 0) throw new Failure('FIELDS_INVALID', { errors })
  return isGiven ? { number, from: numberFrom } : { number: saved, from: 'saved' }
}

/** No public telephone has fewer. */
const leastDigits = 5

function missing(field: string): Issue {
  return issueOn(field, 'missing', { label: field, act: 'enter' })
}

/** Details that are called back, and the change that brought them. */
interface CalledDetails {
  readonly hash: string
  readonly change: NewestChange
}

/** What a payout pays to: where that was typed for it alone, its own change. */
async function calledDetailsOf(
  tx: Transaction,
  row: BeneficiaryRow,
  payoutId: string | undefined,
): Promise<CalledDetails> {
  const saved = { hash: savedHash(tx, row), change: await newestChange(tx, row.id) }
  if (payoutId === undefined) return saved
  const payout = await findPayout(tx.db, payoutId)
  if (payout?.beneficiary_id !== row.id || payout.details_hash === null) throw noSuchPayout()
  await requireIntact(tx, [payout])
  if (payout.details_hash === saved.hash) return saved
  const change = { version: row.version + 1, at: payout.created_at, by: authorsInRow(payout) }
  return { hash: payout.details_hash, change }
}

function savedHash(reader: Reader, row: BeneficiaryRow): string {
  return detailsHash(reader, readSaved(reader, beneficiaryEntry(reader, row), 'beneficiary').reading.request)
}

/** The newest change of the identifying details of a beneficiary, and who made it. */
interface NewestChange {
  readonly version: number
  readonly at: string
  readonly by: readonly string[]
}

async function newestChange(reader: Reader, beneficiaryId: string): Promise<NewestChange> {
  const changes = (await reader.entriesAbout([beneficiaryId])).flatMap((entry) => {
    const details = entry.action.startsWith('beneficiary.') ? detailsIn(entry) : undefined
    return details === undefined
      ? []
      : [{ version: details.version, at: entry.at, by: [details.changed_by, ...details.owners] }]
  })
  return changes.at(-1) ?? { version: 0, at: '', by: [] }
}

/**
 * For so long before the change a number was saved by its author, in place of another one, or sent, for nothing: who changes the account can change the
 * number some days before, or have someone else do so.
 */
const trustedAfterMs = 30 * 24 * 60 * 60 * 1000

/** Why a number proves nothing of the details; also where it was copied from them to a contract. */
function flawOf(
  number: string,
  phones: readonly SavedPhone[],
  change: NewestChange,
  groupOf: Hosts['groupOf'],
): CallBackFlaw | undefined {
  const saved = phones.filter((phone) => isSameNumber(phone.number, number))
  const before = saved.filter(({ version, saved_at }) => version < change.version && saved_at <= change.at)
  if (saved.length === 0) return undefined
  if (before.length === 0) return 'came_with_change'
  const authors = new Set(change.by.map(groupOf))
  const isOfAuthor = ({ saved_by, owners }: SavedPhone) => [saved_by, ...owners].some((by) => authors.has(groupOf(by)))
  const isInPlace = ({ version }: SavedPhone) =>
    phones.some((other) => other.version < version && other.number !== '' && !isSameNumber(other.number, number))
  const recent = before.filter(({ saved_at }) => Date.parse(change.at) - Date.parse(saved_at) < trustedAfterMs)
  const isTrusted =
    recent.length < before.length || recent.some((phone) => !phone.isSent && !isOfAuthor(phone) && !isInPlace(phone))
  if (isTrusted) return undefined
  return recent.some(({ isSent }) => isSent) ? 'sent_by_link' : 'same_author'
}

/** Any spelling of a number has the same end, with or without its country; an extension comes after that. */
function isSameNumber(one: string, other: string): boolean {
  const [digits, others] = [digitsOf(one), digitsOf(other)]
  const [end, otherEnd] = [digits.slice(-endLength), others.slice(-endLength)]
  return end === otherEnd || holdsEnd(digits, otherEnd) || holdsEnd(others, end)
}

const endLength = 8

function holdsEnd(digits: string, end: string): boolean {
  return end.length === endLength && digits.includes(end)
}

function digitsOf(number: string): string {
  return number.normalize('NFKC').replaceAll(/\D/g, '')
}

/**
 * All call-backs of a beneficiary, and the phone numbers that they have had.
 * @throws Failure NOT_FOUND, TAMPERED
 */
export async function findCallBacks(reader: Reader, id: string): Promise<z.input<typeof callBacksSchema>> {
  const row = await findBeneficiary(reader.db, id)
  if (row === undefined) throw noSuchBeneficiary()
  const [phones, callBacks] = [await savedPhones(reader, id), await callBacksTo(reader, id)]
  const personOf = await personNames(reader.db, [
    ...phones.map(({ saved_by }) => saved_by),
    ...callBacks.map(({ recorded_by }) => recorded_by),
  ])
  const change = await newestChange(reader, id)
  const details = row.erased_at === null ? savedHash(reader, row) : undefined
  const { frozenBy } = (await reader.calledBack([id])).get(id) ?? neverCalled
  const { groupOf } = await reader.hosts()
  return {
    isFrozen: frozenBy !== null,
    phoneNumbers: phones
      .filter(({ number }) => number !== '')
      .map(({ version, number, saved_at, saved_by }) => ({
        version,
        number: visibleEnd(number),
        savedAt: saved_at,
        savedBy: personOf(saved_by),
        flaw: flawOf(number, phones, change, groupOf) ?? null,
      })),
    callBacks: callBacks.map((one) => {
      const { number, spokeTo, words } = wordsOf(reader, one)
      return {
        id: one.id,
        result: one.result,
        numberFrom: one.number_from,
        number: visibleEnd(number),
        spokeTo,
        words,
        calledAt: one.called_at,
        recordedAt: one.recorded_at,
        by: personOf(one.recorded_by),
        flaw: one.flaw,
        isCurrent: one.details_hash === details,
      }
    }),
  }
}

/**
 * Lets payouts to a beneficiary go on after a denial. It takes a later call-back of the saved details that counts, and that someone else recorded;
 * neither of the two changed them. Audited.
 * @throws Failure NOT_FOUND, ERASED, VERSION_CONFLICT, STATE_CONFLICT
 */
export async function unfreeze(tx: Transaction, person: Actor, version: Version): Promise<void> {
  const row = await currentRow(tx, version)
  const { frozenBy, confirmed } = (await tx.calledBack([row.id])).get(row.id) ?? neverCalled
  if (frozenBy === null) return
  const saved = savedHash(tx, row)
  const { by: authors } = await newestChange(tx, row.id)
  const { groupOf } = await tx.hosts()
  const typed = new Set(authors.map(groupOf))
  const isOthers = (by: string) => !typed.has(groupOf(by)) && groupOf(by) !== groupOf(person.id)
  const isConfirmed = confirmed.some(({ by, details }) => details === calledDetails(tx, saved) && isOthers(by))
  if (!isConfirmed || typed.has(groupOf(person.id)))
    throw new Failure('STATE_CONFLICT', { params: { why: 'callBack' }, ids: [row.id] })
  const thing = { type: 'beneficiary', id: row.id } as const
  await tx.audit({ personId: person.id, action: 'beneficiary.unfrozen', thing, facts: { callBack: frozenBy } })
}
