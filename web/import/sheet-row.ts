import { type AcceptedDamage, type DecidedDamage, damageCodes } from '#shared/api/damage.ts'
import { type Issue, issueOn, warningId } from '#shared/api/issue.ts'
import type { ImportRow, RowState, ShownRow } from './protocol.ts'

export function rowStateOf({ savedId, edit, refusal }: ImportRow): RowState {
  if (savedId !== undefined) return 'saved'
  if (edit.isSkipped) return 'skipped'
  return refusal === undefined ? 'open' : 'refused'
}

/** Whether a row still has to be fixed or saved. */
export function isPending(row: ImportRow): boolean {
  const state = rowStateOf(row)
  return state === 'open' || state === 'refused'
}

/** The errors of a row, by the rules and by the server. */
export function rowErrorsOf({ reading, refusal, sharesReference }: ImportRow): readonly Issue[] {
  const shared = sharesReference === true && refusal === undefined ? [referenceShared] : []
  return [...(reading?.errors ?? []), ...(refusal?.errors ?? []), ...shared]
}

const referenceShared = issueOn('externalReference', 'reference_taken', { payoutId: '' })

/** What prevents saving a row: errors, a refusal, and damage that no one has accepted. */
export function hasErrors(row: ImportRow): boolean {
  return row.refusal !== undefined || rowErrorsOf(row).length > 0 || row.edit.damage.some(({ accepted }) => !accepted)
}

/** Whether a row has no errors. One that was not read yet has not. */
export function isFreeOfErrors(row: ImportRow): boolean {
  return row.reading !== undefined && rowStateOf(row) === 'open' && !hasErrors(row)
}

/** Whether a row can be saved: it has no errors and no unconfirmed warnings, which the server would mostly refuse. */
export function isReady(row: ImportRow): boolean {
  return isFreeOfErrors(row) && openWarningsOf(row).length === 0
}

/** Whether a row that is not ready can be saved as a draft: the server knows how to show it, and what a spreadsheet did to it is decided. */
export function isDraftable(row: ImportRow): boolean {
  const isDamaged = row.edit.damage.some(({ accepted }) => !accepted)
  const isTaken = rowErrorsOf(row).some(({ code }) => code === 'reference_taken')
  return isPending(row) && !isReady(row) && row.reading?.country !== undefined && !isDamaged && !isTaken
}

/** The warnings of the rules and of the server, without duplicates. */
function warningsOf({ reading, known, refusal }: ImportRow): readonly Issue[] {
  const all = [...(reading?.warnings ?? []), ...(known?.warnings ?? []), ...(refusal?.warnings ?? [])]
  return all.length < 2 ? all : [...new Map(all.map((warning) => [warningId(warning), warning])).values()]
}

/** The warnings that are not confirmed. */
export function openWarningsOf(row: ImportRow): readonly Issue[] {
  const { confirmed } = row.edit
  const all = warningsOf(row)
  if (confirmed.length === 0) return all
  return all.filter((warning) => !confirmed.some((found) => found.warningId === warningId(warning)))
}

/** The decisions about a row in the sheet, for the audit log. */
export function acceptedDamageOf({ edit, reading }: ImportRow): readonly AcceptedDamage[] {
  const country = reading?.country
  return edit.damage.flatMap(({ field, kind, bank, column = '', taken }) => {
    const code = damageCodes.find((one) => one === kind)
    // What was typed in place of a value is a decision about that payout alone.
    if (taken === undefined || taken === 'typed' || code === undefined) return []
    return { column, field, code, ...(country && { country }), ...(bank && { bank }), taken, count: 1 }
  })
}

/** The decisions about a row, wherever they were made, for who reviews its payout. */
export function decidedDamageOf({ edit }: ImportRow): readonly DecidedDamage[] {
  return edit.damage.flatMap(({ field, column = '', given = '', taken, takenBefore }) => {
    const decision = taken ?? takenBefore
    const from = shortText(given)
    return decision === undefined || field === 'method' || from === '' ? [] : [{ field, column, from, taken: decision }]
  })
}

/** As much of a text of the file as the server takes: no half of a character, which no text has. */
export function shortText(text: string): string {
  return [...text]
    .slice(0, 200)
    .join('')
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .slice(0, 200)
}

/** A row as the grid shows it. */
export function shownRow(row: ImportRow, twins: readonly number[]): ShownRow {
  const { edit, reading, known, refusal, refusedFor, savedId } = row
  const { cells, damage, confirmed } = edit
  return {
    ...{ row: row.row, cells, damage, savedId, known, refusal, refusedFor, twins },
    state: rowStateOf(row),
    errors: rowErrorsOf(row),
    warnings: warningsOf(row),
    confirmed: confirmed.map(({ warningId }) => warningId),
    country: reading?.country,
  }
}
