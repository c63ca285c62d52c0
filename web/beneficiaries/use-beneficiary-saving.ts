import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { ReceivedIssue } from '#shared/api/issue.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { ApiProblem } from '../app/api.ts'
import { invalidateAll } from '../app/invalidate-all.ts'
import { addressOf } from '../app/routes.ts'
import { endingDraft } from '../drafts/ending-draft.ts'
import { t } from '../language/translate.ts'
import { warningName } from '../payouts/confirmations.tsx'
import type { FormState } from '../payouts/form-store.ts'
import type { SavedContent } from '../payouts/saved-content.ts'
import { goToField } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import type { OpenedBeneficiary } from './opened-beneficiary.ts'
import { isConflict, type NewerVersion, readNewerVersion, saveBeneficiary } from './save-beneficiary.ts'

export interface BeneficiarySaving {
  readonly isSaving: boolean
  readonly failure: Error | undefined
  /** Warnings that the server named when it refused. */
  readonly warnings: readonly ReceivedIssue[]
  /** What somebody else saved meanwhile; undefined while nobody did. */
  readonly newer: NewerVersion | undefined
  /** How the beneficiary stood before both began to change it. */
  readonly base: Entry | undefined
  readonly save: (state: FormState) => Promise<void>
  /** Goes on from the newer version, whatever the form holds then. */
  readonly accept: (newer: NewerVersion) => void
  readonly backToForm: () => void
}

/** Saves and goes to the beneficiary; a failure leaves the form as it is, and a newer version is shown beside it. */
export function useBeneficiarySaving(opened: OpenedBeneficiary, kept: SavedContent): BeneficiarySaving {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const [, navigate] = useLocation()
  const isRunning = useRef(false)
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<Error>()
  const [warnings, setWarnings] = useState<readonly ReceivedIssue[]>([])
  const [newer, setNewer] = useState<NewerVersion>()

  async function attempt(state: FormState) {
    try {
      const id = await endingDraft(opened.autosave, () => saveBeneficiary(opened, kept, state))
      void invalidateAll(queryClient)
      navigate(addressOf.beneficiary(id))
    } catch (error) {
      if (opened.id === undefined || !isConflict(error)) throw error
      setNewer(await readNewerVersion(opened.id))
      announce(t('beneficiaries.save.changedMeanwhile'))
    }
  }

  function refuse(error: unknown) {
    const named = error instanceof ApiProblem ? (error.problem.warnings ?? []) : []
    setNewer(undefined)
    setFailure(error instanceof Error ? error : new Error('unknown'))
    setWarnings(named)
    announce(t(named.length > 0 ? 'beneficiaries.save.toConfirm' : 'beneficiaries.save.notSaved'))
    const [first] = named
    if (first !== undefined) setTimeout(() => goToField(warningName(first)))
  }

  return {
    isSaving,
    failure,
    warnings,
    newer,
    base: kept.get().base,
    accept({ version, entry }) {
      if (opened.id !== undefined) kept.set({ chosenBeneficiary: { id: opened.id, version }, base: entry })
    },
    backToForm: () => setNewer(undefined),
    async save(state) {
      if (isRunning.current) return
      isRunning.current = true
      setIsSaving(true)
      setFailure(undefined)
      await attempt(state).catch(refuse)
      isRunning.current = false
      setIsSaving(false)
    },
  }
}
