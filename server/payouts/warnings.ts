import { type Issue, issueOn, warningId } from '#shared/api/issue.ts'
import type { PayoutWarningsQuestion } from '#shared/api/payout-questions.ts'
import { gradeOf, gravestFirst } from '#shared/api/warning.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { hostOf } from '#shared/payout/web-address.ts'
import { beneficiaryWarnings } from '../beneficiaries/beneficiary-warnings.ts'
import { noSuchBeneficiary } from '../beneficiaries/save-beneficiary.ts'
import { findBeneficiary } from '../entry/beneficiary-rows.ts'
import { beneficiaryEntry, payoutEntry } from '../entry/entry-columns.ts'
import { beneficiariesByExternalId } from '../entry/external-ids.ts'
import { readUnfinishedFilledIn } from '../entry/filled-in.ts'
import { maskedIssue } from '../entry/masked.ts'
import { beneficiaryOf, findPayout, type PayoutRow } from '../entry/payout-rows.ts'
import type { EntryWithReading } from '../entry/written-entry.ts'
import { Failure } from '../kernel/failure.ts'
import { warningsOfDetails } from '../payout-state/details-warnings.ts'
import { requireIntact } from '../payout-state/genuine.ts'
import { noSuchPayout } from '../payout-state/saved-payout.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Reader } from '../store/store.ts'
import { validationWarnings } from '../validations/saved-validations.ts'
import { limitWarnings, usualAmountWarnings } from './amount-warnings.ts'
import { callBackWarnings } from './call-back-warnings.ts'
import { onceWarnings } from './details-once.ts'
import { duplicateWarnings } from './duplicate-warnings.ts'
import { type AssessmentFacts, factsFor, type PayoutToAssess } from './facts.ts'
import { firstUnvalidatedWarnings } from './first-unvalidated.ts'
import { replacedWarnings } from './replaced-warnings.ts'

/** A saved payout as it is assessed. */
export function rowToAssess(row: PayoutRow, written: EntryWithReading): PayoutToAssess {
  const named = beneficiaryOf(row)
  return {
    written,
    beneficiaryId: named?.id,
    payout: row,
    replacedId: row.replaces_id,
    named: named && { beneficiary_id: named.id, beneficiary_version: named.version },
  }
}

/** All current warnings of a payout, the gravest first: of the rule book, saved beneficiaries, validations and other payouts. */
export function warningsOf(reader: Reader, facts: AssessmentFacts, weighed: PayoutToAssess): readonly Issue[] {
  const { written, beneficiaryId, payout, named } = weighed
  const beneficiary = beneficiaryId === undefined ? undefined : facts.beneficiaries.get(beneficiaryId)
  const warnings = [
    ...warningsByRules(reader, facts, written),
    ...beneficiaryWarnings(reader, facts.holders, written, beneficiary),
    ...(beneficiaryId === undefined
      ? []
      : warningsOfDetails(reader, facts.details, written, beneficiaryId, payout?.id)),
    ...usualAmountWarnings(facts.usual, weighed),
    ...firstUnvalidatedWarnings(reader, facts, weighed),
    ...(named === undefined ? [] : onceWarnings(reader, facts, written, named)),
    ...validationWarnings(reader.encryption, facts.validations, written.entry),
    ...duplicateWarnings(reader, facts.same, written, weighed),
    ...replacedWarnings(reader, facts.replaced, weighed),
  ]
  return gravestFirst([...warnings, ...callBackWarnings(reader, facts, weighed, warnings)], gradeOf)
}

/** Those of the rule book and of settings, which nothing that is saved raises. */
export function warningsByRules(
  reader: Reader,
  { limits }: Pick<AssessmentFacts, 'limits'>,
  written: EntryWithReading,
): readonly Issue[] {
  const warnings = [
    ...written.reading.warnings,
    ...importWarnings(written),
    ...limitWarnings(limits, written),
    ...hostWarnings(reader.notificationHosts, written),
  ]
  return gravestFirst(warnings, gradeOf)
}

/** What a person decided about damage is for who reviews the value, until it is another one. */
function importWarnings({ entry, decided = [] }: EntryWithReading): readonly Issue[] {
  const texts: Readonly<Record<string, unknown>> = entry
  return decided
    .filter(({ field, to }) => texts[field] === to)
    .map(({ field, ...params }) => issueOn(field, 'changed_by_import', params))
}

/** The provider is sent to whatever address a payout has: the app never calls it. */
function hostWarnings(hosts: ReadonlySet<string>, { entry }: EntryWithReading): readonly Issue[] {
  const host = hostOf(entry.NotificationUrl)
  return host === undefined || hosts.has(host) ? [] : [issueOn('NotificationUrl', 'notification_host', { host })]
}

/** The same of one payout, with what is looked up for it. */
export async function warningsOfOne(reader: Reader, weighed: PayoutToAssess): Promise<readonly Issue[]> {
  return warningsOf(reader, await factsFor(reader, [weighed]), weighed)
}

/**
 * What saving a payout as the form has it would raise.
 * @throws Failure FIELDS_INVALID as readUnfinished does, and of a beneficiary who is named in both ways; NOT_FOUND, TAMPERED
 */
export async function warningsOfForm(
  reader: Reader,
  { entry, payoutId, replaces, once = false, ...named }: PayoutWarningsQuestion,
): Promise<readonly Issue[]> {
  const beneficiaryId = await idOfNamed(reader, named)
  const payout = await payoutNamed(reader, payoutId)
  await requireIntact(reader, payout === undefined ? [] : [payout])
  const earlier = payout ?? (await payoutNamed(reader, replaces))
  const written = readUnfinishedFilledIn(reader, entry, await payeeEntry(reader, beneficiaryId, earlier))
  const saved = once && beneficiaryId !== undefined ? await findBeneficiary(reader.db, beneficiaryId) : undefined
  const version = saved && { beneficiary_id: saved.id, beneficiary_version: saved.version }
  const replacedId = payout === undefined ? replaces : payout.replaces_id
  const warnings = await warningsOfOne(reader, { written, beneficiaryId, payout, replacedId, named: version })
  return warnings.map((warning) => maskedIssue(warning, written.secrets))
}

async function payoutNamed(reader: Reader, id: string | undefined): Promise<PayoutRow | undefined> {
  if (id === undefined) return undefined
  const row = await findPayout(reader.db, id)
  if (row === undefined) throw noSuchPayout()
  return row
}

async function idOfNamed(
  reader: Reader,
  { beneficiaryId, externalId }: Pick<PayoutWarningsQuestion, 'beneficiaryId' | 'externalId'>,
): Promise<string | undefined> {
  if (externalId === undefined) return beneficiaryId
  if (beneficiaryId !== undefined)
    throw new Failure('FIELDS_INVALID', {
      errors: [issueOn('externalId', 'one_of_these', { names: 'beneficiaryId, externalId' })],
    })
  const found = (await beneficiariesByExternalId(reader, [externalId])).get(externalId)
  if (found === undefined) throw noSuchBeneficiary()
  return found.id
}

/** The beneficiary as the payout keeps them that is changed or replaced, else as saved now. */
async function payeeEntry(
  reader: Reader,
  beneficiaryId: string | undefined,
  earlier: PayoutRow | undefined,
): Promise<Entry | undefined> {
  if (beneficiaryId === undefined) return undefined
  const isKept = earlier?.beneficiary_id === beneficiaryId && earlier.erased_at === null
  if (isKept && isIntact(reader.encryption, 'payouts', earlier)) return payoutEntry(reader, earlier)
  const row = await findBeneficiary(reader.db, beneficiaryId)
  if (row === undefined) throw noSuchBeneficiary()
  return row.erased_at === null ? beneficiaryEntry(reader, row) : undefined
}

/** What names a set of warnings of one payout, in whatever order. */
export function warningsHash(encryption: Encryption, payoutId: string, warnings: readonly Issue[]): string {
  const ids = [...new Set(warnings.map(warningId))].toSorted()
  return encryption.hash('warnings', JSON.stringify([payoutId, ...ids]))
}
