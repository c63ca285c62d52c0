import { warningId } from '#shared/api/issue.ts'
import { settleDrafts } from '../drafts/open-drafts.ts'
import { contentOf, emptyContent, type FormContent } from '../entry/form-content.ts'
import { beginForm, draftIfAny, type OpenedForm, openToEdit, resumeForm } from '../entry/opened-form.tsx'
import { revealPayout, revealToPay } from './use-payout.ts'

/** What the address asks for: one draft, a saved beneficiary, or an empty form. */
export interface Wanted {
  readonly draftId: string | undefined
  readonly beneficiaryId: string | undefined
}

/** Opens the form for a new payout. */
export async function openNewPayout({ draftId, beneficiaryId }: Wanted): Promise<OpenedForm> {
  await settleDrafts()
  const draft = draftId === undefined ? undefined : await draftIfAny(draftId)
  if (draft !== undefined) return resumeForm(draft)
  // What has ended is no form any more: another one begins, under a name of its own.
  if (draftId !== undefined || beneficiaryId === undefined) return beginForm('payout', emptyContent)
  return beginForm('payout', await contentFromBeneficiary(beneficiaryId))
}

/** Opens a payout for editing: what was left unfinished of it, else as it stands. */
export async function openPayout(payoutId: string): Promise<OpenedForm> {
  await settleDrafts()
  const { version, entry, warnings, beneficiary } = await revealPayout(payoutId)
  const confirmed = warnings
    .filter(({ confirmedBy }) => confirmedBy !== null)
    .map((warning) => ({ warningId: warningId(warning), ...(warning.reason !== null && { reason: warning.reason }) }))
  const content = { ...contentOf(entry, beneficiary), confirmed, payoutVersion: version }
  return openToEdit('payout', payoutId, content, ({ payoutVersion }) => payoutVersion !== undefined)
}

/** The form that pays a saved beneficiary, as they stand now. */
export async function contentFromBeneficiary(id: string): Promise<FormContent> {
  const { version, entry } = await revealToPay(id)
  return contentOf(entry, { id, version })
}
