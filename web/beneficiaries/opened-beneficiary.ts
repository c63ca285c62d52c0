import { beneficiaryPart } from '#shared/payout/entry.ts'
import { createDraftAutosave } from '../drafts/draft-autosave.ts'
import { settleDrafts } from '../drafts/open-drafts.ts'
import { emptyContent, type FormContent } from '../payouts/form-content.ts'
import { draftIfAny, drafts, type OpenedForm, resume } from '../payouts/opened-form.ts'
import { contentOf } from '../payouts/restored-content.ts'
import { revealBeneficiary } from './beneficiary-calls.ts'

/** A beneficiary's form, ready to be worked on. */
export interface OpenedBeneficiary extends OpenedForm {
  /** Who is edited; undefined for somebody new. */
  readonly id: string | undefined
}

/** Opens the form for somebody new: the draft that is asked for, else the one that was left last. */
export async function openNewBeneficiary(draftId: string | undefined): Promise<OpenedBeneficiary> {
  await settleDrafts()
  const left =
    draftId === undefined
      ? (await drafts()).find(({ kind, subjectId }) => kind === 'beneficiary' && subjectId === null)
      : await draftIfAny(draftId)
  const opened = left === undefined ? begin(emptyContent, draftId ?? crypto.randomUUID(), null) : await resume(left)
  return { ...opened, id: undefined }
}

/** Opens somebody of the book for editing, in clear, which is recorded; what was left unfinished goes on. */
export async function openBeneficiary(id: string): Promise<OpenedBeneficiary> {
  await settleDrafts()
  const { version, entry } = await revealBeneficiary(id, 'edit')
  const left = (await drafts()).find(({ kind, subjectId }) => kind === 'beneficiary' && subjectId === id)
  const resumed = left && (await resume(left))
  if (resumed?.content.chosenBeneficiary?.id === id) return { ...resumed, id }
  const opened = contentOf(entry, { id, version })
  const content = { ...opened, base: opened.base && beneficiaryPart(opened.base) }
  // What was left without a version cannot say what it changes: it makes room.
  const { key, autosave } = resumed ?? begin(content, crypto.randomUUID(), id)
  return { key, autosave, content, isResumed: false, payoutId: undefined, id }
}

function begin(content: FormContent, key: string, subjectId: string | null): OpenedForm {
  const autosave = createDraftAutosave({ id: key, kind: 'beneficiary', subjectId, revision: 0, updatedAt: undefined })
  return { key, autosave, content: { ...content, intentId: key }, isResumed: false, payoutId: undefined }
}
