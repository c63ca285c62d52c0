import { randomUUID } from 'node:crypto'
import type { BeneficiaryValidationWrite, PastValidation, SavedValidation } from '#shared/api/beneficiary.ts'
import { type Issue, issueOn } from '#shared/api/issue.ts'
import { idPattern } from '#shared/api/texts.ts'
import { isPlainMatch, validationIssue } from '#shared/api/validation-issue.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { findBeneficiary } from '../entry/beneficiary-rows.ts'
import { beneficiaryEntry } from '../entry/entry-columns.ts'
import { Failure } from '../kernel/failure.ts'
import { personNames } from '../people/people-rows.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { auditedFinding, auditedFindings } from './audited-findings.ts'
import { provingService, type Question, questionHash, questionHashesOf, questionsOf } from './question.ts'
import type { ValidationAnswer } from './validation-answer.ts'
import {
  addValidation,
  newestValidationsThatRan,
  type SavedValidationRow,
  validationsAsked,
  validationsOf,
} from './validation-rows.ts'
import type { EndedValidation } from './validations.ts'

/** Saves a validation among those of its beneficiary, or for the one that its entry is saved as; audited. */
export async function saveValidation(
  tx: Transaction,
  { question, answer, personId, attempts }: EndedValidation,
): Promise<void> {
  const { service, validation } = question
  const hash = questionHash(tx.encryption, question)
  const { beneficiaryId = null, testMode = false } = validation
  await saveAnswer(tx, { service, hash, beneficiaryId, testMode, personId, attempts }, answer)
}

/** What was asked, by its hash. */
interface AskedAbout {
  readonly service: Question['service']
  readonly hash: string
  readonly beneficiaryId: string | null
  readonly testMode: boolean
  readonly personId: string
  readonly attempts: number
}

/** The same of a question whose words are not at hand. */
export async function saveAnswer(tx: Transaction, asked: AskedAbout, answer: ValidationAnswer): Promise<void> {
  const { body } = answer
  const id = randomUUID()
  const { service, beneficiaryId } = asked
  const said = 'code' in body ? { outcome: body.code, ...unanswered } : { outcome: body.status, ...body }
  const { outcome, correlationId, reason } = said
  await addValidation(tx.db, {
    id,
    beneficiary_id: beneficiaryId,
    service,
    question_hash: asked.hash,
    outcome,
    ran: 'code' in body ? (answer.mayHaveRun ? null : 0) : 1,
    reason_encrypted: reason === null ? null : tx.encryption.encrypt(reason, reasonOf(id)),
    correlation_id: correlationId,
    request_id: body.requestId,
    attempts: asked.attempts,
    test_mode: asked.testMode ? 1 : 0,
    asked_by: asked.personId,
    asked_at: tx.now().toISOString(),
  })
  const facts = {
    ...{ service, outcome, correlationId },
    ...(beneficiaryId !== null && { beneficiaryId }),
    ...('ran' in body && !asked.testMode && auditedFinding(tx, asked.hash, { service, reason })),
  }
  await tx.audit({ personId: asked.personId, action: 'validation.asked', thing: { type: 'validation', id }, facts })
}

function reasonOf(id: string) {
  return { table: 'validations', id, column: 'reason_encrypted' } as const
}

const unanswered = { reason: null, correlationId: null }

/**
 * Requires that a validation is for a saved beneficiary.
 * @throws Failure FIELDS_INVALID on beneficiaryId
 */
export async function requireSubject({ db }: Pick<Reader, 'db'>, beneficiaryId: string): Promise<void> {
  const row = idPattern.test(beneficiaryId) ? await findBeneficiary(db, beneficiaryId) : undefined
  if (row !== undefined && row.erased_at === null) return
  const error = issueOn('beneficiaryId', 'not_found', {})
  throw new Failure('FIELDS_INVALID', { errors: [error] })
}

/**
 * What asks the provider about a beneficiary as they are saved.
 * @throws Failure NOT_FOUND, ERASED, and FIELDS_INVALID where there is nothing to ask
 */
export async function questionOfSaved(
  reader: Reader,
  beneficiaryId: string,
  { service, testMode = false }: BeneficiaryValidationWrite,
): Promise<Question> {
  const row = await findBeneficiary(reader.db, beneficiaryId)
  if (row === undefined) throw new Failure('NOT_FOUND', { params: { what: 'beneficiary' } })
  if (row.erased_at !== null) throw new Failure('ERASED', { params: { what: 'beneficiary' } })
  const question = questionsOf(beneficiaryEntry(reader, row), testMode).find((found) => found.service === service)
  if (question === undefined) throw new Failure('FIELDS_INVALID', { errors: [issueOn('service', 'not_found', {})] })
  return question.service === 'identity'
    ? { ...question, validation: { ...question.validation, beneficiaryId } }
    : { ...question, validation: { ...question.validation, beneficiaryId } }
}

/** The validations of exactly this entry that were asked before its beneficiary was saved, which become theirs. */
export function attachedValidations({ encryption }: Pick<Reader, 'encryption'>, beneficiaryId: string, entry: Entry) {
  return questionHashesOf(encryption, entry).map((questionHash) => ({ questionHash, beneficiaryId }))
}

const most = 200

/**
 * The validations of a beneficiary, newest first.
 * @throws Failure NOT_FOUND
 */
export async function findValidations(reader: Reader, beneficiaryId: string): Promise<readonly SavedValidation[]> {
  const { db, encryption } = reader
  const beneficiary = await findBeneficiary(db, beneficiaryId)
  if (beneficiary === undefined) throw new Failure('NOT_FOUND', { params: { what: 'beneficiary' } })
  const hashes =
    beneficiary.erased_at === null ? questionHashesOf(encryption, beneficiaryEntry(reader, beneficiary)) : []
  const rows = await validationsOf(db, beneficiaryId, most)
  const shown = await presenting(reader, rows)
  return rows.map((row) => ({ ...shown(row), isCurrent: hashes.includes(row.question_hash) }))
}

/** The validations that were asked with exactly this entry, newest first, whichever beneficiary they belong to. */
export async function validationsOfEntry(reader: Reader, entry: Entry): Promise<readonly PastValidation[]> {
  const rows = await validationsAsked(reader.db, questionHashesOf(reader.encryption, entry), most)
  return rows.map(await presenting(reader, rows))
}

/**
 * What the validations of exactly this entry raise against paying: an outcome that is not a plain match counts until a person
 * confirms it, or a newer validation of the same matches. Test mode, which always matches, says nothing.
 */
export function validationWarnings(
  encryption: Encryption,
  { warnings }: Pick<AnswersByQuestion, 'warnings'>,
  entry: Entry,
): readonly Issue[] {
  return validationHashes(encryption, entry).flatMap((hash) => warnings.get(hash) ?? [])
}

/** By what the validations are found that speak of exactly this entry: test mode says nothing. */
export function validationHashes(encryption: Encryption, entry: Entry): readonly string[] {
  return questionsOf(entry).map((question) => questionHash(encryption, question))
}

/** What the provider answered last, by the hash of each question. */
export interface AnswersByQuestion {
  /** What it raises against paying. */
  readonly warnings: ReadonlyMap<string, Issue>
  /** The questions that it answered with a plain match. */
  readonly matches: ReadonlySet<string>
}

/**
 * What the newest validations say, by the hash of the question that each answers. What compliance has to look at is so where the audit log has it,
 * whatever the rows show.
 */
export async function answersByQuestion(
  reader: Pick<Reader, 'db' | 'encryption' | 'findings'>,
  hashes: readonly string[],
): Promise<AnswersByQuestion> {
  const { db, encryption } = reader
  const warnings = new Map<string, Issue>()
  const matches = new Set<string>()
  for (const [hash, row] of await newestValidationsThatRan(db, hashes)) {
    const { service, outcome, reason, correlationId } = validationFacts(encryption, row)
    if (isPlainMatch({ outcome, reason })) matches.add(hash)
    else warnings.set(hash, validationIssue({ service, outcome, reason, correlationId: correlationId ?? '' }))
  }
  for (const [hash, finding] of await auditedFindings(reader, hashes)) {
    warnings.set(hash, validationIssue(finding))
    matches.delete(hash)
  }
  return { warnings, matches }
}

/** Whether the provider found that exactly this entry pays its beneficiary; undefined where it offers no validation that could. */
export function isProven(
  encryption: Encryption,
  { matches }: Pick<AnswersByQuestion, 'matches'>,
  entry: Entry,
): boolean | undefined {
  const service = provingService(entry)
  if (service === undefined) return undefined
  const question = questionsOf(entry).find((found) => found.service === service)
  return question !== undefined && matches.has(questionHash(encryption, question))
}

async function presenting(
  { db, encryption }: Reader,
  rows: readonly SavedValidationRow[],
): Promise<(row: SavedValidationRow) => PastValidation> {
  const personOf = await personNames(
    db,
    rows.map(({ asked_by }) => asked_by),
  )
  return (row) => ({ ...validationFacts(encryption, row), by: row.asked_by === null ? null : personOf(row.asked_by) })
}

/** What is known of a saved validation, no matter who looks at it; `by` is for whom it is shown to decide. */
export function validationFacts(encryption: Encryption, row: SavedValidationRow) {
  return {
    id: row.id,
    service: row.service,
    outcome: row.outcome,
    ran: row.ran === null ? null : row.ran === 1,
    reason: row.reason_encrypted && encryption.decrypt(row.reason_encrypted, reasonOf(row.id)),
    correlationId: row.correlation_id,
    requestId: row.request_id,
    attempts: row.attempts,
    testMode: row.test_mode === 1,
    at: row.asked_at,
  }
}
