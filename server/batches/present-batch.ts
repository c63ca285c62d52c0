import type { Batch, BatchAction, BatchState } from '#shared/api/batch.ts'
import { type PayoutState, payoutStates } from '#shared/api/payout.ts'
import { mayDo } from '#shared/api/permissions.ts'
import type { Person } from '#shared/api/session.ts'
import type { Actor } from '../people/member.ts'
import { unbelievedName } from '../problems/english-texts.ts'
import type { Reader } from '../store/store.ts'
import { type BatchRow, type BatchSummary, batchName, batchPlace } from './batch-rows.ts'

interface BatchTexts extends Pick<Batch, 'name' | 'tampered'> {
  readonly sourceName: string | null
}

/** What it and its file are called. @throws Failure TAMPERED */
export function batchTexts({ encryption }: Reader, row: BatchRow): BatchTexts {
  const { id, source_encrypted: source } = row
  return {
    name: batchName(encryption, row),
    sourceName: source === null ? null : encryption.decrypt(source, batchPlace(id, 'source_encrypted')),
    tampered: null,
  }
}

/** What is shown in place of texts that were changed past the app. */
export const unbelieved: BatchTexts = { ...unbelievedName, sourceName: null }

interface BesideBatches {
  readonly summaries: ReadonlyMap<string, BatchSummary>
  readonly personOf: (id: string) => Person
}

/** A batch as lists and screens show it to a person. */
export function presentBatch(
  person: Actor,
  row: BatchRow,
  { name, sourceName, tampered }: BatchTexts,
  { summaries, personOf }: BesideBatches,
): Batch {
  const summary = summaries.get(row.id) ?? noPayouts
  return {
    id: row.id,
    version: row.version,
    name,
    source: { kind: row.pays_again === 1 ? 'refused' : row.source_kind, name: sourceName },
    makes: row.makes,
    createdAt: row.created_at,
    createdBy: personOf(row.created_by),
    finishedAt: row.finished_at,
    state: stateOf(row, summary),
    rows: { given: row.rows_given, saved: row.rows_saved, refused: row.rows_refused, skipped: row.rows_skipped },
    counts: {
      draft: summary.counts.get('draft') ?? 0,
      in_review: summary.counts.get('in_review') ?? 0,
      returned: summary.counts.get('returned') ?? 0,
      approved: summary.counts.get('approved') ?? 0,
      exported: summary.counts.get('exported') ?? 0,
    },
    outcomes: {
      paid: summary.outcomes.get('paid') ?? 0,
      refused: summary.outcomes.get('refused') ?? 0,
      contradicted: summary.outcomes.get('contradicted') ?? 0,
    },
    totals: [...summary.totals],
    actions: tampered === null ? [...actionsOf(row, summary, person)] : [],
    tampered,
  }
}

const noPayouts: BatchSummary = { counts: new Map(), totals: [], outcomes: new Map() }

/** Where the last of its payouts is. */
function stateOf({ finished_at }: BatchRow, { counts }: BatchSummary): BatchState {
  const has = (...states: readonly PayoutState[]) => states.some((state) => (counts.get(state) ?? 0) > 0)
  if (finished_at === null || !has(...payoutStates)) return 'draft'
  if (has('draft', 'returned')) return 'ready'
  if (has('in_review')) return 'in_review'
  return has('approved') ? 'approved' : 'exported'
}

function actionsOf(row: BatchRow, { counts }: BatchSummary, { id, roles }: Actor): readonly BatchAction[] {
  const has = (state: PayoutState) => (counts.get(state) ?? 0) > 0
  const isOpen = row.finished_at === null && row.created_by === id && mayDo(roles, 'enter')
  return [
    ...(isOpen ? (['save', 'finish'] as const) : []),
    ...(mayDo(roles, 'enter') && (has('draft') || has('returned')) ? (['submit'] as const) : []),
    ...(mayDo(roles, 'approve') && has('in_review') ? (['review'] as const) : []),
    ...(mayDo(roles, 'export') && has('approved') ? (['export'] as const) : []),
  ]
}
