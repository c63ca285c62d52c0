import { type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { EntryFormProvider, EntryPage, useEntryForm } from '../entry/entry-form.tsx'
import { FormLoading, type OpenedForm, useOpenedForm } from '../entry/opened-form.tsx'
import { t } from '../language/translate.ts'
import { laterScreen } from '../screen/loading.tsx'
import { focusHeading } from '../screen/page.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import { useMay } from '../session/use-may.tsx'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { openNewPayout, type PayoutFormTarget, usePayoutSaving } from './open-and-save.ts'
import styles from './payout-editor.module.css'
import { PayoutForm } from './payout-form.tsx'
import { LeftUnfinished } from './unfinished.tsx'

/** Enters a payout: the form on the left, the exact request on the right. Empty, unless the address names a draft or a beneficiary. */
export function NewPayoutScreen() {
  const search = useSearch()
  const [, navigate] = useLocation()
  const [visit, setVisit] = useState<Visit>(() => ({ search, turn: 0, wanted: wantedIn(search) }))
  const { wanted, turn } = visit
  const isInFull = useMay('approve')
  const opening = useOpenedForm(['new', turn, wanted.draftId, wanted.beneficiaryId, wanted.replaces], () =>
    openNewPayout(wanted, isInFull),
  )
  // The address can change under an open form: "New payout" in the navigation, a link to another draft, a step back.
  if (search !== visit.search) setVisit(nextVisit(visit, search, opening.data))
  useAddressOf(opening.data)
  // A form that replaces another takes focus too, as after coming from another screen.
  useEffect(() => {
    if (turn > 0) focusHeading()
  }, [turn])

  const title = t('payouts.new.title')
  // In parts, between which a slow phone responds: rendering a whole form in one go would block it.
  const opened = useDeferredValue(opening.data)
  if (!opening.isSuccess || opened === undefined) return <FormLoading title={title} opening={opening} />
  return (
    <PayoutEditor key={opened.key} title={title} opened={opened} onStartAnother={() => navigate(paths.newPayout)} />
  )
}

/** The last address, how often it has changed, and the form that it asks for. */
interface Visit {
  readonly search: string
  readonly turn: number
  readonly wanted: PayoutFormTarget
}

/** An address that names the open form asks for nothing new; any other asks for another form. */
function nextVisit({ turn, wanted }: Visit, search: string, opened: OpenedForm | undefined): Visit {
  const asked = wantedIn(search)
  const isOpen = asked.draftId !== undefined && asked.draftId === opened?.autosave.id()
  return isOpen ? { search, turn, wanted } : { search, turn: turn + 1, wanted: asked }
}

/** Puts the open draft into the address, so that a reload finds it whatever other tabs have open; also after a fork. */
function useAddressOf(opened: OpenedForm | undefined): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    if (opened === undefined) return
    let shown: string | undefined
    const show = () => {
      const id = opened.autosave.id()
      if (id !== shown) navigate(addressOf.payoutDraft(id), { replace: true })
      shown = id
    }
    show()
    return opened.autosave.state.subscribe(show)
  }, [opened, navigate])
}

function wantedIn(search: string): PayoutFormTarget {
  const parameters = new URLSearchParams(search)
  return {
    draftId: parameters.get('draft') ?? undefined,
    beneficiaryId: parameters.get('beneficiary') ?? undefined,
    replaces: parameters.get('replaces') ?? undefined,
  }
}

// Two people seldom change one payout at once, so this is loaded on demand.
const EntryConflict = laterScreen(async () => (await import('../entry/entry-conflict.tsx')).EntryConflict)

interface PayoutEditorProps {
  readonly title: string
  readonly opened: OpenedForm
  /** Shown above the form. */
  readonly notice?: ReactNode
  /** Leaves this draft and begins another payout. */
  readonly onStartAnother?: (() => void) | undefined
}

/** A payout being entered or changed. */
export function PayoutEditor({ title, opened, notice, onStartAnother }: PayoutEditorProps) {
  const entryForm = useEntryForm(opened)
  const saving = usePayoutSaving(opened, useMay('approve'))
  const { chosenBeneficiary: chosen, replaces } = entryForm.content
  const about = { beneficiaryId: chosen?.id, payoutId: opened.subjectId, replaces, ...(chosen?.once && { once: true }) }
  return (
    <EntryFormProvider entryForm={entryForm} about={about} named={saving.warnings}>
      <EntryPage
        title={title}
        aside={onStartAnother && <OtherForm opened={opened} onStartAnother={onStartAnother} />}
        lead={opened.isResumed ? t('payouts.new.resumed') : undefined}
      >
        {saving.conflict === undefined ? (
          <PayoutForm opened={opened} notice={notice} entryForm={entryForm} saving={saving} />
        ) : (
          <Suspense fallback={<Skeleton lines={8} label={t('payouts.edit.loadingVersions')} />}>
            <EntryConflict entryForm={entryForm} saving={saving} conflict={saving.conflict} />
          </Suspense>
        )}
      </EntryPage>
    </EntryFormProvider>
  )
}

interface OtherFormProps {
  readonly opened: OpenedForm
  readonly onStartAnother: () => void
}

/** From a resumed form to an empty one, and from an empty one to the unfinished one. */
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
