import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { ReceivedIssue } from '#shared/api/issue.ts'
import type { Person } from '#shared/api/person.ts'
import { ApiProblem } from '../app/api.ts'
import { invalidateAll } from '../app/invalidate-all.ts'
import { addressOf } from '../app/routes.ts'
import { whoseOf } from '../conflict/newer.ts'
import { endingDraft } from '../drafts/ending-draft.ts'
import { t } from '../language/translate.ts'
import { usePersonIfAny } from '../session/use-person.ts'
import { goToField } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { warningName } from './confirmations.tsx'
import type { FormState } from './form-store.ts'
import { type NewerVersion, newerVersion } from './newer-version.ts'
import type { OpenedForm } from './opened-form.ts'
import { type SaveWish, savePayout } from './save-payout.ts'
import type { SavedContent } from './saved-content.ts'

export interface Saving {
  readonly isSaving: boolean
  /** Why the last attempt failed. */
  readonly failure: Error | undefined
  /** Warnings that the server named when it refused. */
  readonly warnings: readonly ReceivedIssue[]
  /** What somebody else has saved meanwhile, for the wish that ran into it. */
  readonly conflict: { readonly newer: NewerVersion; readonly wish: SaveWish } | undefined
  readonly save: (state: FormState, open: readonly ReceivedIssue[], wish: SaveWish) => Promise<void>
  readonly forget: () => void
}

/** Saves the payout and goes to where it stands then; a failure leaves the form as it is, and says what to do. */
export function useSaving(opened: OpenedForm, kept: SavedContent): Saving {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const me = usePersonIfAny()
  const [, navigate] = useLocation()
  const isRunning = useRef(false)
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<Error>()
  const [warnings, setWarnings] = useState<readonly ReceivedIssue[]>([])
  const [conflict, setConflict] = useState<Saving['conflict']>()

  async function attempt(state: FormState, wish: SaveWish) {
    const payout = await endingDraft(opened.autosave, () => savePayout(opened, kept, state, wish))
    void invalidateAll(queryClient)
    navigate(addressOf.payout(payout.id), { state: { saved: wish.submit ? 'submitted' : 'draft' } })
  }

  async function refuse(error: unknown, wish: SaveWish) {
    const newer = await newerVersion(error, opened.payoutId, kept.get()).catch(() => undefined)
    const named = error instanceof ApiProblem ? (error.problem.warnings ?? []) : []
    setConflict(newer && { newer, wish })
    setFailure(error instanceof Error ? error : new Error('unknown'))
    setWarnings(named)
    announce(refusalWords(newer, me, named))
    const [first] = named
    if (first !== undefined) setTimeout(() => goToField(warningName(first)))
  }

  return {
    isSaving,
    failure,
    warnings,
    conflict,
    forget() {
      setFailure(undefined)
      setConflict(undefined)
    },
    async save(state, open, wish) {
      const [first] = open
      if (wish.submit && first !== undefined) {
        setFailure(unconfirmed)
        announce(refusalWords(undefined, me, open))
        return goToField(warningName(first))
      }
      if (isRunning.current) return
      isRunning.current = true
      setIsSaving(true)
      setFailure(undefined)
      await attempt(state, wish).catch((error) => refuse(error, wish))
      isRunning.current = false
      setIsSaving(false)
    },
  }
}

function refusalWords(
  newer: NewerVersion | undefined,
  me: Person | undefined,
  warnings: readonly ReceivedIssue[],
): string {
  if (newer !== undefined) return t('payouts.saving.changedMeanwhile', { whose: whoseOf(newer, me), by: newer.by.name })
  return t(warnings.length > 0 ? 'payouts.saving.confirmFirst' : 'payouts.saving.notSaved')
}

/** Known before a call. */
export const unconfirmed = new Error('There are warnings to confirm')
