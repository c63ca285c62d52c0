import { useLocation } from 'wouter'
import { beneficiarySchema } from '#shared/api/beneficiary.ts'
import { type Payout, payoutSchema } from '#shared/api/payout.ts'
import { getJson, postJson, putJson } from '../api/api.ts'
import { comparable, entryIn } from '../entry/form-content.ts'
import type { OpenedForm } from '../entry/opened-form.tsx'
import { intentKey, type NewerVersion, type SaveAttempt, type Saving, useSaving } from '../entry/saving.tsx'
import { t } from '../language/translate.ts'
import { addressOf } from '../screen/routes.ts'
import { revealPayout, revealToPay } from './use-payout.ts'

/** Saves the payout and goes to where it stands then. */
export function usePayoutSaving(opened: OpenedForm): Saving {
  const [, navigate] = useLocation()
  return useSaving<Payout>({
    opened,
    write: (attempt) => savePayout(opened, attempt),
    async readNewer({ ids = [] }, { chosenBeneficiary }) {
      const { subjectId } = opened
      if (subjectId !== undefined && ids.includes(subjectId)) return newerPayout(subjectId)
      return chosenBeneficiary && newerBeneficiary(chosenBeneficiary.id)
    },
    onSaved: ({ id }, { submit }) =>
      navigate(addressOf.payout(id), { state: { saved: submit ? 'submitted' : 'draft' } }),
    confirmFirst: t('payouts.saving.confirmFirst'),
  })
}

/** Saves the payout as the form holds it. Pressed twice, or sent again after a lost answer, it is saved once. */
export async function savePayout(opened: OpenedForm, { content, submit }: SaveAttempt): Promise<Payout> {
  const { autosave, subjectId } = opened
  const { chosenBeneficiary, confirmed, payoutVersion } = content
  const write = {
    entry: entryIn(content),
    ...(chosenBeneficiary && { beneficiary: chosenBeneficiary }),
    confirmed,
    submit,
  }
  const body = { ...write, draft: { id: autosave.id(), revision: autosave.revision() } }
  if (subjectId === undefined) {
    const idempotencyKey = await intentKey({ opened, content, write })
    return postJson('/api/payouts', body, payoutSchema, { idempotencyKey })
  }
  if (payoutVersion === undefined) throw new Error('An edit says which version it follows')
  return (await putJson(`/api/payouts/${subjectId}`, body, payoutSchema, { version: payoutVersion })).value
}

async function newerPayout(id: string): Promise<NewerVersion> {
  const { version, entry, beneficiary } = await revealPayout(id)
  const { updatedBy: by, updatedAt: at } = await getJson(`/api/payouts/${id}`, payoutSchema)
  const goesOnFrom = { chosenBeneficiary: beneficiary, payoutVersion: version }
  return { what: 'itself', entry: comparable(entry), by, at, goesOnFrom }
}

async function newerBeneficiary(id: string): Promise<NewerVersion> {
  const { version, entry } = await revealToPay(id)
  const { updatedBy: by, updatedAt: at } = await getJson(`/api/beneficiaries/${id}`, beneficiarySchema)
  return { what: 'book', entry: comparable(entry), by, at, goesOnFrom: { chosenBeneficiary: { id, version } } }
}
