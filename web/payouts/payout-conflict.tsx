import type { Details } from '#shared/api/details.ts'
import type { Terms } from '#shared/api/payout.ts'
import { termTexts } from '#shared/payout/details.ts'
import { fieldLabel } from '#shared/rule-book/field-label.ts'
import { detailsFrom, disputedDetail } from '../beneficiaries/beneficiary-conflict.tsx'
import { inFormOrder } from '../beneficiaries/detail-rows.ts'
import { ConflictView, type ShownField } from '../conflict/conflict-view.tsx'
import { say } from '../language/rule-words.ts'
import type { NewerVersion } from './newer-version.ts'

/** What a payout's form says. */
interface IssueContent {
  readonly details: Details
  readonly terms: Terms
}

export interface PayoutConflictProps {
  readonly mine: IssueContent
  /** As both had it before; undefined when that is no longer known. */
  readonly base: IssueContent | undefined
  readonly newer: NewerVersion
  readonly isSaving: boolean
  readonly onSettled: (issueContent: IssueContent) => void
  readonly onBack: () => void
}

/** A payout, or whom it pays, that two people have changed: field by field. */
export function PayoutConflict({ mine, base, newer, isSaving, onSettled, onBack }: PayoutConflictProps) {
  const details = inFormOrder(mine.details).map((name) =>
    disputedDetail(name, mine.details, base?.details, newer.details),
  )
  const terms = termTexts.map((name) => termField(name, mine.terms, base?.terms, newer.terms ?? mine.terms))
  return (
    <ConflictView
      newer={newer}
      fields={[...details, ...terms]}
      isSaving={isSaving}
      onBack={onBack}
      onSettled={(values) => onSettled({ details: detailsFrom(values), terms: termsFrom(mine.terms, values) })}
    />
  )
}

type TermName = (typeof termTexts)[number]

function termField(name: TermName, mine: Terms, base: Terms | undefined, theirs: Terms): ShownField {
  return {
    name,
    label: say(fieldLabel(name)),
    base: base && (base[name] ?? ''),
    mine: mine[name] ?? '',
    theirs: theirs[name] ?? '',
  }
}

/** The ticks stay as they are in the form: a person has set them for what stands there. */
function termsFrom({ TermsApproved, testMode }: Terms, values: Readonly<Record<string, string>>): Terms {
  const filled = termTexts.filter((name) => (values[name] ?? '') !== '')
  return {
    amount: '',
    ...Object.fromEntries(filled.map((name) => [name, values[name]])),
    ...(TermsApproved && { TermsApproved }),
    ...(testMode && { testMode }),
  }
}
