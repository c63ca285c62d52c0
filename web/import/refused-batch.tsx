import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type * as z from 'zod/mini'
import { refusedPayoutsSchema } from '#shared/api/outcome.ts'
import { postJson } from '../api/api.ts'
import { contentHash } from '../api/content-hash.ts'
import { minuteWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { Page } from '../screen/page.tsx'
import { addressOf } from '../screen/routes.ts'
import { Actions, Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Callout, Note } from '../ui/tone.tsx'
import { BeginFailure } from './begin-failure.tsx'
import styles from './import.module.css'
import { startImportWorker } from './import-worker.ts'
import { bankNameList, beginSheet } from './open-sheet.ts'
import { handOver } from './open-sheets.ts'
import type { RefusedPayout } from './worker-calls.ts'

/** The refused payouts of an export, a batch or all become the rows of a new batch, and are corrected in its sheet. */
export function RefusedBatch() {
  const [name, setName] = useState(() => t('import.again.name', { date: minuteWords(Date.now()) }))
  const { found, reading, beginning, read } = useRefused(name.trim())
  const count = found?.items.length ?? 0
  return (
    <Page title={t('import.again.title')} lead={t('import.again.lead')}>
      <div className={styles.end}>
        <Note>{t('import.again.seen')}</Note>
        <TextField
          name="batchName"
          label={t('import.screen.name', { makes: 'payouts' })}
          value={name}
          onChange={setName}
        />
        {found !== undefined && count === 0 && (
          <Callout tone="info" title={t('import.again.none')}>
            <p>{t('import.again.noneHelp')}</p>
          </Callout>
        )}
        {found !== undefined && found.hidden > 0 && (
          <Callout tone="warning" title={t('import.again.hidden', { count: found.hidden })}>
            <p>{t('import.again.hiddenHelp')}</p>
          </Callout>
        )}
        <BeginFailure error={reading.error ?? beginning.error ?? undefined} />
        <Actions>
          <Button
            kind="primary"
            busy={reading.isPending || beginning.isPending}
            unavailable={name.trim() === '' ? t('import.screen.needsName') : undefined}
            onClick={() => (found === undefined || count === 0 ? reading.mutate() : beginning.mutate(found.items))}
          >
            {count > 0 && !beginning.isPending ? t('import.again.goOn', { count }) : t('import.again.open')}
          </Button>
        </Actions>
        {reading.isPending && <p className={styles.quiet}>{t('import.again.read', { count: read })}</p>}
      </div>
    </Page>
  )
}

interface RefusedPayoutPage {
  readonly items: readonly RefusedPayout[]
  readonly hidden: number
}

/** Fetches them, and opens the sheet at once where none has to be left out. */
function useRefused(name: string) {
  const parameters = new URLSearchParams(useSearch())
  const [, navigate] = useLocation()
  const announce = useAnnounce()
  const [read, setRead] = useState(0)
  const [intent] = useState(() => crypto.randomUUID())
  const beginning = useMutation({
    async mutationFn(items: readonly RefusedPayout[]) {
      const worker = startImportWorker()
      try {
        const made = await worker.ask('beginAgain', items, await bankNameList())
        // Another name makes another batch; a repeat whose answer was lost does not.
        const idempotencyKey = await contentHash([intent, name])
        return await beginSheet(worker, made, { name, source: { kind: 'refused', name: null } }, idempotencyKey)
      } catch (error) {
        worker.end()
        throw error
      }
    },
    onSuccess(opened) {
      handOver(opened)
      navigate(addressOf.sheet(opened.batchId))
    },
  })
  const reading = useMutation({
    mutationFn: () => readRefused({ batchId: parameters.get('batch'), exportId: parameters.get('export') }, setRead),
    onSuccess({ items, hidden }) {
      if (items.length === 0) announce(t('import.again.none'))
      else if (hidden === 0) beginning.mutate(items)
    },
  })
  return { found: reading.data, reading, beginning, read }
}

async function readRefused(
  { batchId, exportId }: { readonly batchId: string | null; readonly exportId: string | null },
  report: (read: number) => void,
): Promise<RefusedPayoutPage> {
  const items: RefusedPayout[] = []
  let hidden = 0
  const where = { ...(batchId !== null && { batchId }), ...(exportId !== null && { exportId }) }
  for (let cursor: string | null = ''; cursor !== null; ) {
    const search: object = { ...where, ...(cursor !== '' && { cursor }) }
    const page: z.infer<typeof refusedPayoutsSchema> = await postJson(
      '/api/refused-payouts',
      search,
      refusedPayoutsSchema,
    )
    items.push(...page.items)
    hidden += page.hidden
    cursor = page.nextCursor
    report(items.length)
  }
  return { items, hidden }
}
