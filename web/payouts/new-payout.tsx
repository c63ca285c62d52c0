import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Page } from '../app/page.tsx'
import { addressOf } from '../app/routes.ts'
import { FormLoading } from './form-loading.tsx'
import { type OpenedForm, openNewPayout, type Wanted } from './opened-form.ts'
import { PayoutEditor } from './payout-editor.tsx'
import { useOpenedForm } from './use-opened-form.ts'

const title = 'New payout'

/** Enters a payout: the form at the left, the exact request at the right. Goes on with what was left unfinished. */
export function NewPayout() {
  const search = useSearch()
  const [, navigate] = useLocation()
  const [wanted, setWanted] = useState<Wanted>(() => wantedIn(search))
  const opening = useOpenedForm(['new', wanted.draftId, wanted.beneficiaryId], () => openNewPayout(wanted))
  const asked = wantedIn(search)
  // The address can change under an open form: a link to another draft, a step back.
  if (asksForAnother(asked, wanted, opening.data)) setWanted(asked)
  useAddressOf(opening.data)

  function startAnother() {
    const draftId = crypto.randomUUID()
    setWanted({ draftId, beneficiaryId: undefined })
    navigate(addressOf.payoutDraft(draftId))
  }

  if (!opening.isSuccess)
    return (
      <Page title={title}>
        <FormLoading opening={opening} />
      </Page>
    )
  return <PayoutEditor key={opening.data.key} title={title} opened={opening.data} onStartAnother={startAnother} />
}

function asksForAnother(asked: Wanted, wanted: Wanted, opened: OpenedForm | undefined): boolean {
  if (asked.beneficiaryId !== undefined) return asked.beneficiaryId !== wanted.beneficiaryId
  const { draftId } = asked
  return draftId !== undefined && draftId !== wanted.draftId && draftId !== opened?.keeper.id()
}

/** Keeps the open draft in the address, so that a reload finds this one, whatever other tabs hold; also after a fork. */
function useAddressOf(opened: OpenedForm | undefined): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    if (opened === undefined) return
    let shown: string | undefined
    const show = () => {
      const id = opened.keeper.id()
      if (id !== shown) navigate(addressOf.payoutDraft(id), { replace: true })
      shown = id
    }
    show()
    return opened.keeper.subscribe(show)
  }, [opened, navigate])
}

function wantedIn(search: string): Wanted {
  const parameters = new URLSearchParams(search)
  return {
    draftId: parameters.get('draft') ?? undefined,
    beneficiaryId: parameters.get('beneficiary') ?? undefined,
  }
}
