import { setImmediate as turn } from 'node:timers/promises'
import { type ValidationCounts, type ValidationWish, validationServices } from '#shared/api/batch-validation.ts'
import { payoutEntry } from '../entry/entry-columns.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Reader } from '../store/store.ts'
import { type Question, questionHash, questionsOf } from '../validations/question.ts'
import { newestValidations, type SavedValidationRow } from '../validations/validation-rows.ts'
import { payoutsToValidate } from './validation-item-rows.ts'

/** One question of a batch, with what is known of it. */
export interface PlannedItem {
  readonly payoutId: string
  readonly service: Question['service']
  readonly hash: string
  readonly testMode: boolean
  /** The answer that is reused; undefined where the provider is to be asked. */
  readonly reused: SavedValidationRow | undefined
}

interface Plan {
  readonly items: readonly PlannedItem[]
  readonly counts: ValidationCounts
}

/** For so long an answer that was paid for is not asked for again: people die, are suspended and change banks, but seldom from one payroll to the next. */
const reusedForMs = 30 * 24 * 60 * 60 * 1000

/** The plan for validating these payouts of a batch: each question once, without those already answered. Reads only, a few payouts at a time. */
export async function planValidations(reader: Reader, batchId: string, wish: ValidationWish): Promise<Plan> {
  const found = new Map<string, Omit<PlannedItem, 'reused'>>()
  let payouts = 0
  let notOffered = 0
  for await (const row of chosenRows(reader, batchId, wish)) {
    payouts += 1
    const testMode = wish.testMode === true || row.test_mode === 1
    const questions = questionsAbout(reader, row, testMode)
    for (const service of validationServices.filter((one) => wish.services.includes(one))) {
      const question = questions.find((one) => one.service === service)
      if (question === undefined) notOffered += 1
      else {
        const hash = questionHash(reader.encryption, question)
        if (!found.has(hash)) found.set(hash, { payoutId: row.id, service, hash, testMode })
      }
    }
  }
  const known = await newestValidations(reader.db, [...found.keys()])
  return planned(reader, wish, [...found.values()], known, { payouts, notOffered })
}

/** What can be asked of a payout; nothing of one that was changed past the app. */
export function questionsAbout(reader: Reader, row: PayoutRow, testMode: boolean): readonly Question[] {
  if (row.erased_at !== null || !isIntact(reader.encryption, 'payouts', row)) return []
  return questionsOf(payoutEntry(reader, row), testMode)
}

/** An outcome that says something, and not long ago. */
export function reusable(
  reader: Pick<Reader, 'now'>,
  row: SavedValidationRow | undefined,
): SavedValidationRow | undefined {
  if (row === undefined || row.ran !== 1 || row.outcome === 'NOT_VALIDATED') return undefined
  return Date.parse(row.asked_at) >= reader.now().getTime() - reusedForMs ? row : undefined
}

function planned(
  reader: Reader,
  { choice }: ValidationWish,
  found: readonly Omit<PlannedItem, 'reused'>[],
  known: ReadonlyMap<string, SavedValidationRow>,
  { payouts, notOffered }: Pick<ValidationCounts, 'payouts' | 'notOffered'>,
): Plan {
  const lost = found.filter(({ hash }) => known.get(hash)?.ran === null)
  const others = choice === 'unknown' ? [] : found.filter(({ hash }) => known.get(hash)?.ran !== null)
  const items = (choice === 'unknown' ? lost : others)
    .map((item) => ({ ...item, reused: reusable(reader, known.get(item.hash)) }))
    .filter(({ hash }) => choice !== 'unvalidated' || !isAnswered(known.get(hash)))
  const asked = items.filter(({ reused }) => reused === undefined)
  return {
    items,
    counts: {
      payouts,
      calls: asked.length,
      billed: asked.filter(({ testMode }) => !testMode).length,
      reused: items.length - asked.length,
      unknown: choice === 'unknown' ? 0 : lost.length,
      notOffered,
    },
  }
}

/** However long ago. */
function isAnswered(row: SavedValidationRow | undefined): boolean {
  return row?.ran === 1 && row.outcome !== 'NOT_VALIDATED'
}

/** How many payouts are opened before other requests are served. */
const atOnce = 40

async function* chosenRows({ db }: Reader, batchId: string, { choice, rows }: ValidationWish) {
  const isChosen = (row: number) => rows === undefined || rows.some(({ from, to }) => from <= row && row <= to)
  for (let after = 0; ; ) {
    const page = await payoutsToValidate(db, batchId, { after, limit: atOnce, isNew: choice === 'new' })
    for (const row of page) if (isChosen(row.batch_row ?? 0)) yield row
    const last = page.at(-1)?.batch_row
    if (page.length < atOnce || last == null) return
    after = last
    await turn()
  }
}
