import { useLocation } from 'wouter'
import { beneficiaryFormSchema, beneficiaryReceiptSchema, beneficiarySchema } from '#shared/api/beneficiary.ts'
import { getJson, postJson, putJson } from '../api/api.ts'
import { draftIfAny, drafts } from '../drafts/left-drafts.ts'
import { settleDrafts } from '../drafts/open-drafts.ts'
import { comparable, contentOf, emptyContent, sentEntry } from '../entry/form-content.ts'
import { beginForm, type OpenedForm, openToEdit, resumeForm } from '../entry/opened-form.tsx'
import { type FormSaving, intentKey, type NewerVersion, type SaveAttempt, useSaving } from '../entry/saving.tsx'
import { t } from '../language/translate.ts'
import { addressOf } from '../screen/routes.ts'
import { fetchRevealedBeneficiary } from './beneficiary-calls.ts'

/** Opens the form for a new beneficiary: the requested draft, else the one that was left last. */
export async function openNewBeneficiary(draftId: string | undefined): Promise<OpenedForm> {
  await settleDrafts()
  const left =
    draftId === undefined
      ? (await drafts()).find(({ kind, subjectId }) => kind === 'beneficiary' && subjectId === null)
      : await draftIfAny(draftId)
  if (left !== undefined) return resumeForm(left)
  return beginForm('beneficiary', emptyContent, draftId === undefined ? {} : { id: draftId })
}

/** Opens a saved beneficiary for editing, in full where that is asked for, which is audited; an unfinished edit continues. */
export async function openBeneficiary(id: string, isInFull: boolean): Promise<OpenedForm> {
  await settleDrafts()
  const saved = await fetchToEdit(id, isInFull)
  const content = contentOf(saved, { id, version: saved.version }, 'beneficiary')
  return openToEdit('beneficiary', id, content, ({ chosenBeneficiary }) => chosenBeneficiary?.id === id)
}

/** Saves the beneficiary and goes to its screen. */
export function useBeneficiarySaving(opened: OpenedForm, isInFull: boolean): FormSaving {
  const [, navigate] = useLocation()
  return useSaving({
    opened,
    write: (attempt) => saveBeneficiary(opened, attempt),
    readNewer: async () => (opened.subjectId === undefined ? undefined : newerVersion(opened.subjectId, isInFull)),
    onSaved: (id) => navigate(addressOf.beneficiary(id)),
    confirmFirst: t('beneficiaries.save.toConfirm'),
  })
}

/** Saves the beneficiary of the form and returns its id. Two clicks save it once. */
async function saveBeneficiary(opened: OpenedForm, { content }: SaveAttempt): Promise<string> {
  const { autosave, subjectId } = opened
  const { chosenBeneficiary, confirmed } = content
  const write = { entry: sentEntry(content, 'beneficiary'), confirmed }
  const body = { ...write, draft: { id: autosave.id(), revision: autosave.revision() } }
  if (subjectId === undefined) {
    const idempotencyKey = await intentKey({ opened, content, write })
    return (await postJson('/api/beneficiaries', body, beneficiaryReceiptSchema, { idempotencyKey })).id
  }
  if (chosenBeneficiary === undefined) throw new Error('An edit says which version it follows')
  const { version } = chosenBeneficiary
  return (await putJson(`/api/beneficiaries/${subjectId}`, body, beneficiaryReceiptSchema, { version })).value.id
}

async function newerVersion(id: string, isInFull: boolean): Promise<NewerVersion> {
  const { version, entry, masked: kept } = await fetchToEdit(id, isInFull)
  const { updatedBy: by, updatedAt: at } = await getJson(`/api/beneficiaries/${id}`, beneficiarySchema)
  const goesOnFrom = { chosenBeneficiary: { id, version }, kept }
  return { what: 'itself', entry: comparable(entry, 'beneficiary'), by, at, goesOnFrom }
}

function fetchToEdit(id: string, isInFull: boolean) {
  return isInFull
    ? fetchRevealedBeneficiary(id, 'edit')
    : getJson(`/api/beneficiaries/${id}/entry`, beneficiaryFormSchema)
}
