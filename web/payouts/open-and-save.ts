import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { beneficiarySchema } from '#shared/api/beneficiary.ts'
import { type Payout, payoutSchema } from '#shared/api/payout.ts'
import { getJson, postJson, putJson } from '../api/api.ts'
import { draftIfAny } from '../drafts/left-drafts.ts'
import { settleDrafts } from '../drafts/open-drafts.ts'
import {
  type ChosenBeneficiary,
  comparable,
  contentOf,
  contentToPay,
  emptyContent,
  type FormContent,
  sentEntry,
} from '../entry/form-content.ts'
import { beginForm, type OpenedForm, resumeForm } from '../entry/opened-form.tsx'
import { type FormSaving, intentKey, type NewerVersion, type SaveAttempt, useSaving } from '../entry/saving.tsx'
import { t } from '../language/translate.ts'
import { addressOf } from '../screen/routes.ts'
import { contentToBegin, rememberMethod } from './last-method.ts'
import { fetchPayee, fetchPayoutToEdit } from './use-payout.ts'

/** The form that the address asks for: a draft, a saved beneficiary, or an empty form. */
export interface PayoutFormTarget {
  readonly draftId: string | undefined
  readonly beneficiaryId: string | undefined
  /** A refused payout to pay again. */
  readonly replaces: string | undefined
}

/** Opens the form for a new payout. */
export async function openNewPayout(
  { draftId, beneficiaryId, replaces }: PayoutFormTarget,
  isInFull: boolean,
): Promise<OpenedForm> {
  await settleDrafts()
  const draft = draftId === undefined ? undefined : await draftIfAny(draftId)
  if (draft !== undefined) return resumeForm(draft)
  if (draftId === undefined && replaces !== undefined)
    return beginForm('payout', await contentToReplace(replaces, isInFull))
  // A draft that has ended cannot be resumed: a new one begins, with its own id.
  if (draftId !== undefined || beneficiaryId === undefined) return beginForm('payout', contentToBegin())
  return beginForm('payout', await contentOfSaved(beneficiaryId))
}

/** A refused payout with its values, to be corrected; its reference cannot be used twice. */
async function contentToReplace(payoutId: string, isInFull: boolean): Promise<FormContent> {
  const { entry, masked, beneficiary } = await fetchPayoutToEdit(payoutId, isInFull)
  const name = `${entry.beneficiaryFirstName} ${entry.beneficiaryLastName}`.trim()
  const saved = { entry: { ...entry, externalReference: '' }, masked }
  return { ...contentOf(saved, beneficiary && { ...beneficiary, name }), replaces: payoutId }
}

/** The form that pays a saved beneficiary with the saved details: nothing of them is revealed. */
export async function contentOfSaved(id: string): Promise<FormContent> {
  return contentToPay(await getJson(`/api/beneficiaries/${id}`, beneficiarySchema)) ?? emptyContent
}

/** The same with their details open to be changed; in full where that is asked for, which is audited. */
export async function contentToChange(
  { id, name }: ChosenBeneficiary,
  once: boolean,
  isInFull: boolean,
): Promise<FormContent> {
  const saved = await fetchPayee(id, isInFull)
  return contentOf(saved, { id, version: saved.version, name, once })
}

/** Saves the payout and goes to its page. */
export function usePayoutSaving(opened: OpenedForm, isInFull: boolean): FormSaving {
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  return useSaving<Payout>({
    opened,
    write: (attempt) => savePayout(opened, attempt),
    async readNewer({ ids = [] }, { chosenBeneficiary }) {
      const { subjectId } = opened
      // The form itself has no difference to show: the card shows what has changed.
      if (chosenBeneficiary?.isAsSaved) return void (await queryClient.invalidateQueries({ queryKey: ['beneficiary'] }))
      if (subjectId !== undefined && ids.includes(subjectId)) return newerPayout(subjectId, chosenBeneficiary, isInFull)
      return chosenBeneficiary && newerBeneficiary(chosenBeneficiary, isInFull)
    },
    onSaved(payout, { submit }) {
      if (opened.subjectId === undefined) rememberMethod(payout)
      navigate(addressOf.payout(payout.id), { state: { saved: submit ? 'submitted' : 'draft' } })
    },
    confirmFirst: t('payouts.saving.confirmFirst'),
  })
}

function paidIn({ id, version, once }: ChosenBeneficiary) {
  return { id, version, ...(once && { once }) }
}

/** Saves the payout of the form. Two clicks, or a repeat after a lost answer, save it once. */
export async function savePayout(opened: OpenedForm, { content, submit }: SaveAttempt): Promise<Payout> {
  const { autosave, subjectId } = opened
  const { form, chosenBeneficiary, confirmed, payoutVersion, replaces } = content
  const write = {
    entry: sentEntry(content),
    // For the draft, where the entry has none.
    unreadAmount: submit || !form.country ? undefined : form.entries[form.country]?.amount,
    ...(chosenBeneficiary && { beneficiary: paidIn(chosenBeneficiary) }),
    confirmed,
    submit,
    ...(subjectId === undefined && replaces !== undefined && { replaces }),
  }
  const body = { ...write, draft: { id: autosave.id(), revision: autosave.revision() } }
  if (subjectId === undefined) {
    const idempotencyKey = await intentKey({ opened, content, write })
    return postJson('/api/payouts', body, payoutSchema, { idempotencyKey })
  }
  if (payoutVersion === undefined) throw new Error('An edit says which version it follows')
  return (await putJson(`/api/payouts/${subjectId}`, body, payoutSchema, { version: payoutVersion })).value
}

async function newerPayout(
  id: string,
  chosen: ChosenBeneficiary | undefined,
  isInFull: boolean,
): Promise<NewerVersion> {
  const { version, entry, masked: kept, beneficiary } = await fetchPayoutToEdit(id, isInFull)
  const { updatedBy: by, updatedAt: at } = await getJson(`/api/payouts/${id}`, payoutSchema)
  const goesOnFrom = { chosenBeneficiary: beneficiary && { ...chosen, ...beneficiary }, payoutVersion: version, kept }
  return { what: 'itself', entry: comparable(entry), by, at, goesOnFrom }
}

async function newerBeneficiary(chosen: ChosenBeneficiary, isInFull: boolean): Promise<NewerVersion> {
  const { id } = chosen
  const { version, entry, masked: kept } = await fetchPayee(id, isInFull)
  const { updatedBy: by, updatedAt: at } = await getJson(`/api/beneficiaries/${id}`, beneficiarySchema)
  return {
    what: 'beneficiary',
    entry: comparable(entry),
    by,
    at,
    goesOnFrom: { chosenBeneficiary: { ...chosen, version }, kept },
  }
}
