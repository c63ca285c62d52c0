import { settleDrafts } from '../drafts/open-drafts.ts'
import { contentOf, emptyContent } from '../entry/form-content.ts'
import { beginForm, draftIfAny, drafts, type OpenedForm, openToEdit, resumeForm } from '../entry/opened-form.tsx'
import { revealBeneficiary } from './beneficiary-calls.ts'

/** Opens the form for a new beneficiary: the draft that is asked for, else the one that was left last. */
export async function openNewBeneficiary(draftId: string | undefined): Promise<OpenedForm> {
  await settleDrafts()
  const left =
    draftId === undefined
      ? (await drafts()).find(({ kind, subjectId }) => kind === 'beneficiary' && subjectId === null)
      : await draftIfAny(draftId)
  if (left !== undefined) return resumeForm(left)
  return beginForm('beneficiary', emptyContent, draftId === undefined ? {} : { id: draftId })
}

/** Opens a saved beneficiary for editing, in clear, which is audited; what was left unfinished goes on. */
export async function openBeneficiary(id: string): Promise<OpenedForm> {
  await settleDrafts()
  const { version, entry } = await revealBeneficiary(id, 'edit')
  const content = contentOf(entry, { id, version }, 'beneficiary')
  return openToEdit('beneficiary', id, content, ({ chosenBeneficiary }) => chosenBeneficiary?.id === id)
}
