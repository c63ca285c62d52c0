import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { Confirmed } from '#shared/api/entry.ts'
import { Page } from '../app/page.tsx'
import { watchDraft } from '../drafts/open-drafts.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ConfirmationsProvider, useConfirmations } from './confirmations.tsx'
import { payoutRules } from './form-rules.ts'
import { FormStoreProvider, useFormPart } from './form-store-context.tsx'
import { LeftUnfinished } from './left-unfinished.tsx'
import type { OpenedForm } from './opened-form.ts'
import styles from './payout-editor.module.css'
import { PayoutForm } from './payout-form.tsx'
import { createSavedContent, type SavedContent } from './saved-content.ts'
import { useChosenBeneficiary } from './use-chosen-beneficiary.ts'
import { type PayoutDraftControl, usePayoutDraft } from './use-payout-draft.ts'
import { useSaving } from './use-saving.ts'
import { useServerWarnings } from './use-server-warnings.ts'
import { WarningsProvider } from './warnings-context.tsx'

// Two people seldom change one payout at once.
const EditorConflict = lazy(async () => ({ default: (await import('./editor-conflict.tsx')).EditorConflict }))

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
  const [kept] = useState(() => createSavedContent(opened.content, opened.autosave))
  const draft = usePayoutDraft(kept, payoutRules, opened.isResumed || opened.payoutId !== undefined)
  useEffect(() => watchDraft(opened.autosave), [opened.autosave])
  const [confirm] = useState(() => (confirmed: Confirmed) => kept.set({ confirmed }))
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
  readonly kept: SavedContent
  readonly draft: PayoutDraftControl
}

function EditorPage({ title, opened, notice, kept, draft, onStartAnother }: EditorPageProps) {
  const { forget } = useConfirmations()
  const hasErrors = useFormPart(({ isSubmitted, reading }) => isSubmitted && reading.errors.length > 0)
  const book = useChosenBeneficiary(kept, draft)
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
        aside={onStartAnother && <OtherForm opened={opened} onStartAnother={onStartAnother} />}
        lead={opened.isResumed ? t('payouts.new.resumed') : undefined}
      >
        {saving.conflict === undefined ? (
          <PayoutForm opened={opened} notice={notice} draft={draft} book={book} saving={saving} onClear={clear} />
        ) : (
          <Suspense fallback={<Skeleton lines={8} label={t('payouts.edit.loadingVersions')} />}>
            <EditorConflict kept={kept} draft={draft} book={book} saving={saving} conflict={saving.conflict} />
          </Suspense>
        )}
      </Page>
    </WarningsProvider>
  )
}

interface OtherFormProps {
  readonly opened: OpenedForm
  readonly onStartAnother: () => void
}

/** From a form that goes on to an empty one, and from an empty one to the one that was left. */
function OtherForm({ opened, onStartAnother }: OtherFormProps) {
  if (opened.isResumed)
    return (
      <Button small onClick={onStartAnother}>
        {t('payouts.new.startAnother')}
      </Button>
    )
  return (
    <div className={styles.other}>
      <LeftUnfinished openId={opened.key} />
    </div>
  )
}
