import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Batch, batchSchema } from '#shared/api/batch.ts'
import { ApiProblem, getJson } from '../api/api.ts'
import { DraftLine } from '../drafts/draft-line.tsx'
import { problemDetail, problemTitle } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { Page } from '../screen/page.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import { useStore } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { Name } from '../ui/name.tsx'
import { Callout } from '../ui/tone.tsx'
import { BeginFailure } from './begin-failure.tsx'
import { SheetScreen } from './grid/sheet-screen.tsx'
import styles from './import.module.css'
import { type OpenSheet, resumeSheet } from './open-sheet.ts'
import { takeOpenSheet } from './open-sheets.ts'
import { Progress } from './reading.tsx'

/** The sheet of a batch, where its rows are fixed and saved. */
export function SheetPage({ id }: { readonly id: string }) {
  const batch = useQuery({
    queryKey: ['batches', 'of-sheet', id],
    queryFn: ({ signal }) => getJson(`/api/batches/${encodeURIComponent(id)}`, batchSchema, { signal }),
  })
  const { opened, share, failure, again } = useOpenSheet(id)
  const error = failure ?? (batch.isError ? batch.error : undefined)
  return (
    <Page
      title={t('import.sheet.title')}
      heading={batch.data && <Name>{batch.data.name}</Name>}
      lead={batch.data && <WhereTo batch={batch.data} />}
      aside={opened && <SavedLine autosave={opened.autosave} />}
    >
      {error !== undefined && (
        <div className={styles.end}>
          <BeginFailure error={error} />
          <Button
            onClick={() => {
              again()
              void batch.refetch()
            }}
          >
            {t('app.load.again')}
          </Button>
        </div>
      )}
      {opened === undefined && error === undefined && <Progress share={share} label={t('import.sheet.loading')} />}
      {opened !== undefined && batch.data !== undefined && (
        <OpenedSheet opened={opened} batch={batch.data} onAgain={again} />
      )}
    </Page>
  )
}

/** Where what is saved is found. */
function WhereTo({ batch: { id, makes } }: { readonly batch: Batch }) {
  return (
    <AppLink to={makes === 'beneficiaries' ? paths.beneficiaries : addressOf.batch(id)}>
      {t('import.sheet.batch', { makes })}
    </AppLink>
  )
}

function SavedLine({ autosave }: Pick<OpenSheet, 'autosave'>) {
  const isClosed = useStore(autosave.closed) !== undefined
  return isClosed ? null : <DraftLine autosave={autosave} />
}

interface OpenedSheetProps {
  readonly opened: OpenSheet
  readonly batch: Batch
  readonly onAgain: () => void
}

/** The rows; where they no longer match the server, that is shown first, and nothing is saved from here. */
function OpenedSheet({ opened: { sheet, autosave, missing }, batch, onAgain }: OpenedSheetProps) {
  const closed = useStore(autosave.closed)
  const state = useStore(autosave.state)
  return (
    <>
      <div role="alert">
        {missing > 0 && (
          <Callout tone="error" title={t('import.sheet.missing', { missing, given: batch.rows.given ?? missing })}>
            <p>{t('import.sheet.missingMeans')}</p>
          </Callout>
        )}
        {closed === 'stale' && (
          <Callout
            tone="error"
            title={t('import.sheet.stale')}
            action={<Button onClick={onAgain}>{t('import.sheet.loadAgain')}</Button>}
          >
            <p>{t('import.sheet.staleMeans')}</p>
          </Callout>
        )}
        {closed === 'ended' && (
          <Callout tone="error" title={t('import.sheet.ended')} action={<WhereTo batch={batch} />} />
        )}
        {closed === undefined && state.state === 'refused' && state.why instanceof ApiProblem && (
          <Callout tone="error" title={problemTitle(state.why.problem)}>
            <p>{problemDetail(state.why.problem)}</p>
          </Callout>
        )}
      </div>
      <SheetScreen sheet={sheet} batch={batch} isClosed={closed !== undefined} />
    </>
  )
}

/** Takes the sheet over from the screen that created it, or opens it from the server; it is closed with this screen. */
function useOpenSheet(id: string) {
  const [attempt, setAttempt] = useState(0)
  const [opened, setOpened] = useState<OpenSheet>()
  const [share, setShare] = useState(0)
  const [failure, setFailure] = useState<Error>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens it again
  useEffect(() => {
    const leaving = new AbortController()
    let mine: OpenSheet | undefined
    async function open() {
      mine = takeOpenSheet(id) ?? (await resumeSheet(id, setShare, leaving.signal))
      if (leaving.signal.aborted) await mine.close()
      else setOpened(mine)
    }
    setFailure(undefined)
    open().catch((error: unknown) => {
      if (!leaving.signal.aborted) setFailure(error instanceof Error ? error : new Error('Not opened'))
    })
    return () => {
      leaving.abort()
      setOpened(undefined)
      void mine?.close()
    }
  }, [id, attempt])
  return { opened, share, failure, again: () => setAttempt(attempt + 1) }
}
