import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { type BatchMakes, batchMakes } from '#shared/api/batch.ts'
import { t } from '../language/translate.ts'
import { takeHandedPeople } from '../paste/batch-of-people.ts'
import { isOneOf, useFilter } from '../screen/list-state.ts'
import { Page } from '../screen/page.tsx'
import { addressOf } from '../screen/routes.ts'
import { useStore } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { ChooseSource } from './choose-source.tsx'
import { createImportFlow } from './import-flow.ts'
import { handOver } from './open-sheets.ts'
import { Reading } from './reading.tsx'
import { useStepFocus } from './step-focus.ts'
import { UnderstoodFile } from './understood-file.tsx'

/** Turns a file, or cells of a spreadsheet, into a sheet of payouts, or of beneficiaries where the address says so. */
export function ImportScreen() {
  const makes = useFilter('makes', isOneOf(batchMakes)).value ?? 'payouts'
  return <ImportOf key={makes} makes={makes} />
}

function ImportOf({ makes }: { readonly makes: BatchMakes }) {
  const [flow] = useState(() => createImportFlow(makes))
  const [people] = useState(takeHandedPeople)
  const state = useStore(flow.state)
  const [, navigate] = useLocation()
  const announce = useAnnounce()
  useEffect(() => {
    if (people !== undefined) void flow.open(people)
    return () => flow.cancel()
  }, [flow, people])
  const isWhole = state.step === 'understood' && state.busy === undefined
  const read = isWhole ? t('import.screen.read', { rows: state.understood.rows }) : undefined
  useStepFocus(state.step, state.step === 'reading', read)

  async function begin(name: string) {
    const opened = await flow.begin(name)
    if (opened === undefined) return
    handOver(opened)
    navigate(addressOf.sheet(opened.batchId))
  }

  function cancel() {
    flow.cancel()
    announce(t('import.screen.cancelled'))
  }

  return (
    <Page
      title={t('import.screen.title', { makes })}
      lead={state.step === 'choose' ? t('import.screen.lead', { makes }) : undefined}
      aside={state.step === 'understood' && <Button onClick={cancel}>{t('import.screen.another')}</Button>}
      hasErrors={state.step === 'choose' && state.refusal !== undefined}
    >
      {state.step === 'choose' && (
        <ChooseSource makes={makes} state={state} onOpen={(given) => void flow.open(given)} />
      )}
      {state.step === 'reading' && <Reading name={state.name} progress={flow.progress} onCancel={cancel} />}
      {state.step === 'understood' && (
        <UnderstoodFile
          state={state}
          progress={flow.progress}
          onChoose={(choices) => void flow.choose(choices)}
          onBegin={(name) => void begin(name)}
        />
      )}
    </Page>
  )
}
