import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ReviewLine } from '#shared/api/batch-review.ts'
import { payoutFacts } from '#shared/api/payout-marks.ts'
import { runs } from '#shared/testing/runs.ts'
import { choiceOf, isShown, type LineFilter } from './batch-choice.ts'

const problem = { code: 'OWN_ENTRY', detail: '' }

function warning(
  code: string,
  grade: 'compliance' | 'serious' | 'minor',
  isConfirmed: boolean,
): ReviewLine['warnings'][number] {
  return { field: 'amount', code, params: {}, detail: '', id: code, grade, isConfirmed }
}

function line(id: string, changes: Partial<ReviewLine> = {}): ReviewLine {
  return {
    id,
    version: 1,
    name: 'Ana',
    country: 'BR',
    method: 'bank',
    bankName: '',
    amount: '10',
    currencyCode: 'BRL',
    externalReference: id,
    testMode: false,
    approvalsNeeded: 1,
    approvalsGiven: 0,
    erasedAt: null,
    conditions: [],
    approvers: [],
    tampered: null,
    masked: {},
    requestHash: 'request',
    warningsHash: 'warnings',
    reasons: [],
    facts: [],
    warnings: [],
    ...changes,
  }
}

const idsOf = (lines: readonly ReviewLine[]) => lines.map(({ id }) => id)

it('One act approves what asks for nothing more, and no payout that is set aside, that has to be opened, or that the person cannot approve', () => {
  const lines = [
    line('plain'),
    line('confirmed', { warnings: [warning('long_name', 'minor', true)] }),
    line('aside'),
    line('own', { conditions: [problem] }),
    line('tampered', { tampered: problem }),
    line('compliance', { warnings: [warning('validation_outcome', 'compliance', true)] }),
    line('serious', { warnings: [warning('no_account_named', 'serious', true)] }),
    line('unconfirmed', { warnings: [warning('long_name', 'minor', false)] }),
  ]
  const choice = choiceOf(lines, new Set(['aside']), new Set())
  expect(idsOf(choice.toApprove)).toEqual(['plain', 'confirmed'])
  expect(idsOf(choice.aside)).toEqual(['aside'])
  expect(idsOf(choice.toOpen)).toEqual(['compliance', 'serious', 'unconfirmed'])
  expect(idsOf(choice.cannot)).toEqual(['own', 'tampered'])
  expect(choice.kinds.map(({ code, count }) => [code, count])).toEqual([
    ['no_account_named', 1],
    ['long_name', 1],
  ])
})

it('The payouts without warnings that are approved at once are by default those of which no fact is to be looked at', () => {
  const lines = [line('plain'), ...payoutFacts.map((fact) => line(fact, { facts: [fact] }))]
  const plainOnly = choiceOf(lines, new Set(['first']), new Set(), true)
  expect(idsOf(plainOnly.toApprove)).toEqual(['plain'])
  expect([idsOf(plainOnly.aside), idsOf(plainOnly.leftOut)]).toEqual([['first'], ['unvalidated', 'unanswered']])
  const all = choiceOf(lines, new Set(), new Set())
  expect([idsOf(all.toApprove), all.leftOut]).toEqual([idsOf(lines), []])
})

it('Warnings of one kind are confirmed together, except compliance warnings, and a payout with another kind is left', () => {
  const lines = [
    line('one', { warnings: [warning('no_account_named', 'serious', true)] }),
    line('two', { warnings: [warning('no_account_named', 'serious', false), warning('long_name', 'minor', false)] }),
    line('list', { warnings: [warning('validation_outcome', 'compliance', true)] }),
  ]
  const confirming = (...kinds: readonly string[]) => idsOf(choiceOf(lines, new Set(), new Set(kinds)).toApprove)
  expect(confirming('no_account_named')).toEqual(['one'])
  expect(confirming('no_account_named', 'long_name', 'validation_outcome')).toEqual(['one', 'two'])
})

it('Each payout is approved, set aside, to be opened, or not the person’s to approve: exactly one of them, whatever its warnings', () => {
  const anyLine = fc.record({
    isOwn: fc.boolean(),
    isAside: fc.boolean(),
    grades: fc.array(
      fc.tuple(fc.constantFrom('compliance' as const, 'serious' as const, 'minor' as const), fc.boolean()),
      {
        maxLength: 3,
      },
    ),
  })
  fc.assert(
    fc.property(fc.array(anyLine), fc.subarray(['compliance', 'serious', 'minor']), (given, alike) => {
      const lines = given.map(({ isOwn, grades }, place) =>
        line(`${place}`, {
          conditions: isOwn ? [problem] : [],
          warnings: grades.map(([grade, isConfirmed]) => warning(grade, grade, isConfirmed)),
        }),
      )
      const aside = new Set(given.flatMap(({ isAside }, place) => (isAside ? [`${place}`] : [])))
      const { toApprove, toOpen, cannot, leftOut, ...choice } = choiceOf(lines, aside, new Set(alike), true)
      const all = [...toApprove, ...choice.aside, ...leftOut, ...toOpen, ...cannot]
      expect(idsOf(all).toSorted()).toEqual(idsOf(lines).toSorted())
      for (const { warnings } of toApprove) expect(warnings.some(({ grade }) => grade === 'compliance')).toBe(false)
    }),
    { numRuns: runs(100) },
  )
})

it('The list is narrowed to those of a reason, to those of none, to what a file had damaged, and to what is set aside', () => {
  const lines = [
    line('big', { reasons: ['new', 'big'] }),
    line('rest'),
    line('typed', { warnings: [warning('changed_by_import', 'minor', true)] }),
  ]
  const shownBy = (filter: LineFilter) =>
    lines.flatMap((one) => (isShown({ ...one, line: one }, filter, new Set(['rest'])) ? [one.id] : []))
  expect((['big', 'serious', 'rest', 'damaged', 'aside'] as const).map(shownBy)).toEqual([
    ['big'],
    [],
    ['rest'],
    ['typed'],
    ['rest'],
  ])
})
