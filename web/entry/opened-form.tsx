import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Draft, DraftKind } from '#shared/api/draft.ts'
import { reasonOf } from '../api/api.ts'
import { createDraftAutosave, type DraftAutosave } from '../drafts/draft-autosave.ts'
import { draftIfAny, drafts } from '../drafts/left-drafts.ts'
import { sentRevision } from '../drafts/saved-draft.ts'
import { t } from '../language/translate.ts'
import { Page } from '../screen/page.tsx'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout } from '../ui/tone.tsx'
import { type FormContent, restoredContent } from './form-content.ts'

/** A form that is ready to be edited. */
export interface OpenedForm {
  /** Distinguishes this opening from every other. */
  readonly key: string
  readonly autosave: DraftAutosave
  readonly content: FormContent
  /** It was resumed from a draft. */
  readonly isResumed: boolean
  /** The payout or beneficiary that is edited; undefined for a new one. */
  readonly subjectId: string | undefined
}

/** A form that begins with this content, for something new or for an edit. */
export function beginForm(
  kind: DraftKind,
  content: FormContent,
  { id = crypto.randomUUID(), subjectId }: { readonly id?: string; readonly subjectId?: string } = {},
): OpenedForm {
  const autosave = createDraftAutosave({
    id,
    kind,
    subjectId: subjectId ?? null,
    revision: 0,
    updatedAt: undefined,
  })
  return { key: id, autosave, content: { ...content, intentId: id }, isResumed: false, subjectId }
}

/** Resumes a form from its draft. */
export async function resumeForm(draft: Draft): Promise<OpenedForm> {
  const { content, ...start } = await newestKnown(draft)
  const restored = restoredContent(content)
  return {
    key: start.id,
    autosave: createDraftAutosave(start),
    content: { ...restored, intentId: restored.intentId ?? start.id },
    isResumed: true,
    subjectId: start.subjectId ?? undefined,
  }
}

/** Opens something saved for editing: its unfinished draft if there is one, else the saved version. */
export async function openToEdit(
  kind: DraftKind,
  subjectId: string,
  saved: FormContent,
  saysVersion: (content: FormContent) => boolean,
): Promise<OpenedForm> {
  const left = (await drafts()).find((draft) => draft.kind === kind && draft.subjectId === subjectId)
  const resumed = left && (await resumeForm(left))
  if (resumed === undefined) return beginForm(kind, saved, { subjectId })
  // A draft without a version cannot say what it changes: it is discarded.
  return saysVersion(resumed.content) ? resumed : { ...resumed, content: saved, isResumed: false }
}

/** A draft that this tab sent on leaving may arrive after this request. */
async function newestKnown(draft: Draft): Promise<Draft> {
  const deadline = Date.now() + arrivalMs
  let newest = draft
  while (newest.revision < sentRevision(draft.id) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    newest = (await draftIfAny(draft.id)) ?? newest
  }
  return newest
}

/** How long a draft that was sent on leaving may be under way, in ms. */
const arrivalMs = 1_500

/** Opens a form once a visit: each visit loads what was last saved, and an open form is not replaced while it is edited. */
export function useOpenedForm(what: readonly unknown[], open: () => Promise<OpenedForm>) {
  const [visit] = useState(() => crypto.randomUUID())
  return useQuery({
    queryKey: ['opened-form', visit, ...what],
    queryFn: open,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // It has functions, which cannot be compared.
    structuralSharing: false,
  })
}

export interface FormLoadingProps {
  readonly title: string
  readonly opening: ReturnType<typeof useOpenedForm>
}

/** The screen of a form while it is loading, and when that fails. */
export function FormLoading({ title, opening }: FormLoadingProps) {
  return (
    <Page title={title}>
      {!opening.isError || opening.isFetching ? (
        <Skeleton lines={8} label={t('payouts.opening.waiting')} />
      ) : (
        <Callout
          tone="error"
          title={t('payouts.opening.failed', { reason: reasonOf(opening.error) })}
          action={<Button onClick={() => void opening.refetch()}>{t('payouts.opening.again')}</Button>}
        >
          <p>{t('payouts.opening.nothingLost')}</p>
        </Callout>
      )}
    </Page>
  )
}
