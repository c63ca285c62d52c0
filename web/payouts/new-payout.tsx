import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { OpenedForm } from '../entry/opened-form.tsx'
import { FormLoading, useOpenedForm } from '../entry/opened-form.tsx'
import { t } from '../language/translate.ts'
import { addressOf, paths } from '../screen/routes.ts'
import { openNewPayout, type Wanted } from './open-payout.ts'
import { PayoutEditor } from './payout-editor.tsx'

/** Enters a payout: the form at the left, the exact request at the right. Empty, unless the address says which to go on with. */
export function NewPayout() {
  const search = useSearch()
  const [, navigate] = useLocation()
  const [visit, setVisit] = useState<Visit>(() => ({ search, turn: 0, wanted: wantedIn(search) }))
  const { wanted, turn } = visit
  const opening = useOpenedForm(['new', turn, wanted.draftId, wanted.beneficiaryId], () => openNewPayout(wanted))
  // The address can change under an open form: "New payout" in the navigation, a link to another draft, a step back.
  if (search !== visit.search) setVisit(nextVisit(visit, search, opening.data))
  useAddressOf(opening.data)

  const title = t('payouts.new.title')
  if (!opening.isSuccess) return <FormLoading title={title} opening={opening} />
  return (
    <PayoutEditor
      key={opening.data.key}
      title={title}
      opened={opening.data}
      onStartAnother={() => navigate(paths.newPayout)}
    />
  )
}

/** What the address asked for last, and the how many-th question that was. */
interface Visit {
  readonly search: string
  readonly turn: number
  readonly wanted: Wanted
}

/** An address that names the open form asks for nothing; every other asks for another form. */
function nextVisit({ turn, wanted }: Visit, search: string, opened: OpenedForm | undefined): Visit {
  const asked = wantedIn(search)
  const isOpen = asked.draftId !== undefined && asked.draftId === opened?.autosave.id()
  return isOpen ? { search, turn, wanted } : { search, turn: turn + 1, wanted: asked }
}

/** Keeps the open draft in the address, so that a reload finds this one, whatever other tabs hold; also after a fork. */
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
    return opened.autosave.keeping.subscribe(show)
  }, [opened, navigate])
}

function wantedIn(search: string): Wanted {
  const parameters = new URLSearchParams(search)
  return {
    draftId: parameters.get('draft') ?? undefined,
    beneficiaryId: parameters.get('beneficiary') ?? undefined,
  }
}
