import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { refusalOfSize } from '#shared/files/read-file.ts'
import { DropZone } from '../import/choose-source.tsx'
import { nothingRead, sourceOf } from '../import/import-flow.ts'
import { type ImportWorker, startImportWorker } from '../import/import-worker.ts'
import { Reading } from '../import/reading.tsx'
import { RefusedFile } from '../import/refused-file.tsx'
import { useStepFocus } from '../import/step-focus.ts'
import { type FileChoices, isFileRefusal } from '../import/worker-calls.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { Page } from '../screen/page.tsx'
import { paths } from '../screen/routes.ts'
import { createStore } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Name } from '../ui/name.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './outcome-file.module.css'
import { UnderstoodOutcomes } from './understood-outcomes.tsx'

/** Records the outcomes of payouts from a file of the provider or of a bank, after the person has seen the result. */
export function OutcomeFile() {
  const { reading, progress, open, leave } = useFile()
  const { data, variables } = reading
  const name = variables?.file.name
  useStepFocus(reading.status, reading.isPending)
  const refusal = data !== undefined && isFileRefusal(data) ? data : undefined
  return (
    <Page
      title={t('outcomes.file.title')}
      lead={<AppLink to={paths.exports}>{t('outcomes.file.exports')}</AppLink>}
      aside={!reading.isIdle && <Button onClick={leave}>{t('outcomes.file.another')}</Button>}
      hasErrors={refusal !== undefined}
    >
      <div className={styles.page}>
        <RefusedFile name={name} refusal={refusal} />
        {reading.isError && (
          <Callout tone="error" title={t('outcomes.file.notRead')}>
            <Name>{name ?? ''}</Name>
          </Callout>
        )}
        {reading.isPending && <Reading name={name} progress={progress} onCancel={leave} />}
        {(reading.isIdle || reading.isError || refusal !== undefined) && (
          <>
            <p className={styles.quiet}>{t('outcomes.file.lead')}</p>
            <p className={styles.quiet}>{t('outcomes.ownWord')}</p>
            <DropZone label={t('outcomes.file.file')} onOpen={(file) => open(file, {})} />
          </>
        )}
        {data !== undefined && !isFileRefusal(data) && variables !== undefined && (
          <UnderstoodOutcomes
            // With other choices it is another table.
            key={JSON.stringify(variables.choices)}
            file={variables.file.name}
            reading={data}
            onRead={(choices) => open(variables.file, { ...variables.choices, ...choices })}
          />
        )}
      </div>
    </Page>
  )
}

/** Reads one file at a time, in the worker of imports, which ends with the page and with the next file. */
function useFile() {
  const worker = useRef<ImportWorker>(undefined)
  const [progress] = useState(() => createStore(nothingRead))
  const announce = useAnnounce()
  const end = () => worker.current?.end()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends what is open then
  useEffect(() => end, [])
  const reading = useMutation({
    async mutationFn({ file, choices }: { readonly file: File; readonly choices: FileChoices }) {
      end()
      progress.set(nothingRead)
      const refusal = refusalOfSize(file.size)
      if (refusal !== undefined) return refusal
      const mine = startImportWorker()
      worker.current = mine
      mine.listen((message) => message.news === 'progress' && progress.set(message))
      return mine.ask('table', await sourceOf(file), choices)
    },
    onSuccess: (found) => isFileRefusal(found) || announce(t('outcomes.file.read')),
  })
  return {
    reading,
    progress,
    open: (file: File, choices: FileChoices) => reading.mutate({ file, choices }),
    leave() {
      end()
      reading.reset()
    },
  }
}
