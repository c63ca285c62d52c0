import { type Issue, type IssueContent, warningId } from '#shared/api/issue.ts'
import { translateIssue } from '#shared/api/issue-message.ts'
import type { ProblemCode, ProblemParams } from '#shared/api/problem.ts'
import { translateProblem } from '#shared/api/problem-message.ts'
import { gradeOf } from '#shared/api/warning.ts'
import { english } from '#shared/language/english.ts'
import type { FieldChange } from '#shared/payout/field-reading.ts'

/** What an error, a warning or a notice says in English, the language of the API. */
export function englishIssue(issue: IssueContent): string {
  return translateIssue(english, issue)
}

/** A notice as it goes over the wire. */
export function issueOnWire({ field, code, params }: Issue) {
  return { field, code, params: { ...params }, detail: englishIssue({ code, params }) }
}

/** A warning as it goes over the wire. */
export function warningOnWire(warning: Issue) {
  return { ...issueOnWire(warning), id: warningId(warning), grade: gradeOf(warning) }
}

/** A changed value as it goes over the wire. */
export function changeOnWire(change: FieldChange) {
  return { ...change, detail: english(change.message) }
}

/** What would be refused, as it goes over the wire. */
export function refusalOnWire<Summary extends RefusalSummary | null>(refusal: Summary) {
  return refusal && { ...refusal, detail: translateProblem(english, refusal) }
}

/** What lists show in place of a name that was changed past the app, and why. */
export const unbelievedName = { name: 'Tampered', tampered: refusalOnWire({ code: 'TAMPERED', params: {} }) }

interface RefusalSummary {
  readonly code: ProblemCode
  readonly params: ProblemParams
}
