import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReceivedIssue } from '#shared/api/issue.ts'
import type { Problem } from '#shared/api/problem.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { ApiProblem, reasonOf } from '../api/api.ts'
import { contentHash } from '../api/content-hash.ts'
import { invalidateAll } from '../api/queries.ts'
import { type NewerSave, whoseOf } from '../conflict/settle.ts'
import { endingDraft } from '../drafts/draft-autosave.ts'
import { issueText } from '../language/issue-text.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { usePersonIfAny } from '../session/use-person.ts'
import { goToFieldOnceShown } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Callout } from '../ui/tone.tsx'
import type { FormContent } from './form-content.ts'
import type { OpenedForm } from './opened-form.tsx'
import { warningName } from './warnings-context.tsx'

export interface SaveAttempt {
  readonly content: FormContent
  /** Sent to review at once; else only saved. */
  readonly submit: boolean
  /** The unconfirmed warnings, with which nothing is sent. */
  readonly open: readonly ReceivedIssue[]
}

/** A version that another person saved while this form was edited: of the thing itself, or of its beneficiary. */
export interface NewerVersion extends NewerSave {
  readonly entry: Entry
  /** What the form continues from once the person has chosen. */
  readonly goesOnFrom: Partial<FormContent>
}

/** A save that met a newer version. */
export class SaveConflict extends Error {
  override readonly name = 'SaveConflict'
  readonly newer: NewerVersion

  constructor(newer: NewerVersion) {
    super('Another person has saved in the meantime')
    this.newer = newer
  }
}

/** There were warnings to confirm, as the page knew before sending. */
class Unconfirmed extends Error {
  override readonly name = 'Unconfirmed'
  readonly warnings: readonly ReceivedIssue[]

  constructor(warnings: readonly ReceivedIssue[]) {
    super('There are warnings to confirm')
    this.warnings = warnings
  }
}

export interface FormSaving {
  readonly isSaving: boolean
  /** Why the last attempt failed. */
  readonly failure: Error | null
  /** Warnings that the server named when it refused. */
  readonly warnings: readonly ReceivedIssue[]
  readonly conflict: SaveConflict | undefined
  readonly save: (attempt: SaveAttempt) => void
  readonly forget: () => void
}

export interface SavingOptions<Saved> {
  readonly opened: OpenedForm
  readonly write: (attempt: SaveAttempt) => Promise<Saved>
  /** The newer version that a refused save has met; undefined where it is not known. */
  readonly readNewer: (problem: Problem, content: FormContent) => Promise<NewerVersion | undefined>
  readonly onSaved: (saved: Saved, attempt: SaveAttempt) => void
  /** Announces that it was not saved because of warnings. */
  readonly confirmFirst: string
}

/** Saves the form and ends its draft. After a failure the form is unchanged; a newer version is shown next to it. */
export function useSaving<Saved>(options: SavingOptions<Saved>): FormSaving {
  const { opened, write, readNewer, onSaved, confirmFirst } = options
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const me = usePersonIfAny()
  const [warnings, setWarnings] = useState(none)
  const mutationKey = ['save', opened.key]
  const { mutate, isPending, error, reset } = useMutation({
    mutationKey,
    async mutationFn(attempt: SaveAttempt) {
      if (attempt.submit && attempt.open.length > 0) throw new Unconfirmed(attempt.open)
      try {
        return await endingDraft(opened.autosave, () => write(attempt))
      } catch (cause) {
        const newer = isConflict(cause) && (await readNewer(cause.problem, attempt.content).catch(() => undefined))
        throw newer ? new SaveConflict(newer) : cause
      }
    },
    onSuccess(saved, attempt) {
      void invalidateAll(queryClient)
      onSaved(saved, attempt)
    },
    onError(failure) {
      const [first] = warningsOf(failure)
      // The server's warnings stay for later attempts.
      if (!(failure instanceof Unconfirmed)) setWarnings(warningsOf(failure))
      if (failure instanceof SaveConflict) {
        const { newer } = failure
        announce(t('payouts.saving.changedMeanwhile', { whose: whoseOf(newer, me), by: newer.by.name }))
      } else announce(first === undefined ? `${whyNotSaved(failure)} ${t('payouts.save.stillHere')}` : confirmFirst)
      if (first !== undefined) setTimeout(() => goToFieldOnceShown(warningName(first)))
    },
  })
  return {
    isSaving: isPending,
    failure: error,
    warnings,
    conflict: error instanceof SaveConflict ? error : undefined,
    forget: reset,
    // Two clicks save it once.
    save: (attempt) => queryClient.isMutating({ mutationKey }) === 0 && mutate(attempt),
  }
}

/** Whether unconfirmed warnings prevented saving, found by the page or the server. The warnings themselves say so, so no failure is shown. */
export function isUnconfirmed(failure: Error | null): boolean {
  if (failure instanceof ApiProblem) return failure.problem.code === 'WARNINGS_UNCONFIRMED'
  return failure instanceof Unconfirmed
}

const none: readonly ReceivedIssue[] = []

function warningsOf(failure: Error): readonly ReceivedIssue[] {
  if (failure instanceof Unconfirmed) return failure.warnings
  return failure instanceof ApiProblem ? (failure.problem.warnings ?? none) : none
}

function isConflict(cause: unknown): cause is ApiProblem {
  return cause instanceof ApiProblem && cause.problem.code === 'VERSION_CONFLICT'
}

/** One form with one content is one intent, in whichever tab, after whatever reload, and however often its draft has forked. */
export async function intentKey({ opened, content, write }: SaveIntent): Promise<string> {
  return `${content.intentId ?? opened.autosave.id()}.${await contentHash(write)}`
}

interface SaveIntent {
  readonly opened: OpenedForm
  readonly content: FormContent
  readonly write: unknown
}

/** Why it was not saved, and what to do. The form keeps what was typed. */
export function SaveFailure({ failure }: { readonly failure: Error | null }) {
  if (failure === null || isUnconfirmed(failure)) return null
  return (
    <Callout tone="error" title={whyNotSaved(failure)}>
      {failure instanceof ApiProblem ? <Why problem={failure.problem} /> : <p>{t('payouts.save.stillHere')}</p>}
    </Callout>
  )
}

function whyNotSaved(failure: Error): string {
  return t('payouts.save.failed', { reason: reasonOf(failure) })
}

/** Every field that needs a change, else the other reason. */
function Why({ problem }: { readonly problem: Problem }) {
  const { errors = [] } = problem
  if (errors.length === 0) return <p>{problemDetail(problem)}</p>
  return errors.map((error) => <p key={error.pointer}>{issueText(error)}</p>)
}
