import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { detailsOf, termsOf } from '#shared/payout/details.ts'
import { Page } from '../app/page.tsx'
import { watchDraft } from '../drafts/open-drafts.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ConfirmationsProvider, useConfirmations } from './confirmations.tsx'
import { contentOf } from './form-content.ts'
import { payoutKind } from './form-kind.ts'
import { FormStoreProvider, useFormPart } from './form-store-context.tsx'
import { t } from './form-words.ts'
import { createKeptContent, type KeptContent } from './kept-content.ts'
import type { OpenedForm } from './opened-form.ts'
import { PayoutForm } from './payout-form.tsx'
import { type BookChoice, useFromBook } from './use-from-book.ts'
import { type PayoutDraftControl, usePayoutDraft } from './use-payout-draft.ts'
import { type Saving, useSaving } from './use-saving.ts'
import { useServerWarnings } from './use-server-warnings.ts'
import { useWarnings, WarningsProvider } from './warnings-context.tsx'

// Two people seldom change one payout at once.
const PayoutConflict = lazy(async () => ({ default: (await import('./payout-conflict.tsx')).PayoutConflict }))

export interface PayoutEditorProps {
  readonly title: string
  readonly opened: OpenedForm
  /** What stands above the form. */
  readonly notice?: ReactNode
  /** Leaves this draft where it is and begins another payout. */
  readonly onStartAnother?: (() => void) | undefined
}

/** A payout being entered or changed. */
export function PayoutEditor({ title, opened, notice, onStartAnother }: PayoutEditorProps) {
  const [kept] = useState(() => createKeptContent(opened.content, opened.keeper))
  const draft = usePayoutDraft(kept, payoutKind, opened.isResumed || opened.payoutId !== undefined)
  useEffect(() => watchDraft(opened.keeper), [opened.keeper])
  const [confirm] = useState(() => (confirmed: readonly string[]) => kept.set({ confirmed }))
  return (
    <FormStoreProvider store={draft.store}>
      <FormProvider {...draft.form}>
        <ConfirmationsProvider initial={kept.get().confirmed} onChange={confirm}>
          <EditorPage
            title={title}
            opened={opened}
            notice={notice}
            kept={kept}
            draft={draft}
            onStartAnother={onStartAnother}
          />
        </ConfirmationsProvider>
      </FormProvider>
    </FormStoreProvider>
  )
}

interface EditorPageProps extends PayoutEditorProps {
  readonly kept: KeptContent
  readonly draft: PayoutDraftControl
}

function EditorPage({ title, opened, notice, kept, draft, onStartAnother }: EditorPageProps) {
  const { forget } = useConfirmations()
  const hasErrors = useFormPart(({ isSubmitted, reading }) => isSubmitted && reading.faults.length > 0)
  const book = useFromBook(kept, draft)
  const saving = useSaving(opened, kept)
  const known = useServerWarnings({ beneficiaryId: book.chosen?.id, payoutId: opened.payoutId })
  const ofServer = useMemo(() => [...known, ...saving.warnings], [known, saving.warnings])

  function clear() {
    forget()
    book.forget()
    return draft.clear()
  }

  return (
    <WarningsProvider ofServer={ofServer}>
      <Page
        title={title}
        hasErrors={hasErrors}
        aside={
          opened.isResumed &&
          onStartAnother && (
            <Button small onClick={onStartAnother}>
              {t('new.startAnother')}
            </Button>
          )
        }
        lead={opened.isResumed ? t('new.resumed') : undefined}
      >
        {saving.conflict === undefined ? (
          <PayoutForm opened={opened} notice={notice} draft={draft} book={book} saving={saving} onClear={clear} />
        ) : (
          <Suspense fallback={<Skeleton lines={8} label={t('edit.loadingVersions')} />}>
            <Conflict kept={kept} draft={draft} book={book} saving={saving} conflict={saving.conflict} />
          </Suspense>
        )}
      </Page>
    </WarningsProvider>
  )
}

interface ConflictProps extends Pick<EditorPageProps, 'kept' | 'draft'> {
  readonly book: BookChoice
  readonly saving: Saving
  readonly conflict: NonNullable<Saving['conflict']>
}

/** Two versions of one payout, or of whom it pays; what is chosen goes into the form and is saved from there. */
function Conflict({ kept, draft, book, saving, conflict: { newer, wish } }: ConflictProps) {
  const { open } = useWarnings()
  const state = useFormPart((found) => found)
  if (state === undefined) return null
  const { base, baseTerms } = kept.get()
  return (
    <PayoutConflict
      mine={{ details: detailsOf(state.country, state.values), terms: termsOf(state.values) }}
      base={base && baseTerms && { details: base, terms: baseTerms }}
      newer={newer}
      isSaving={saving.isSaving}
      onBack={saving.forget}
      onSettled={({ details, terms }) => {
        const { form } = contentOf(details, terms, undefined)
        kept.set({ ...newer.goesOnFrom, base: newer.details, baseTerms: newer.terms ?? baseTerms })
        book.follow(newer.goesOnFrom.fromBook)
        draft.show({ country: form.country, values: { ...kept.get().form.values, ...form.values } })
        saving.forget()
        const settled = draft.store.get()
        if (settled !== undefined) void saving.save(settled, open, wish)
      }}
    />
  )
}
