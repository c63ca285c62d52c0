import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { issueOn, warningId } from '#shared/api/issue.ts'
import { type PayoutAction, type PayoutState, payoutActions, payoutStates } from '#shared/api/payout.ts'
import type { ProblemCode } from '#shared/api/problem.ts'
import { translateProblem } from '#shared/api/problem-message.ts'
import { validationIssue } from '#shared/api/validation-issue.ts'
import { english } from '#shared/language/english.ts'
import { Failure } from '../failure.ts'
import {
  type ApprovalState,
  actionsOf,
  type Move,
  refusalOf,
  transition,
  undoUntil,
  whyNotApprove,
} from './transition.ts'

const [ana, bruno, carla] = ['ana', 'bruno', 'carla']

/** A payout that Ana entered, with the request `r1`. */
function payoutOfAna(state: PayoutState): ApprovalState {
  const isApproved = state === 'approved' || state === 'exported'
  return {
    state,
    enteredBy: [ana],
    detailsBy: [],
    requestHash: 'r1',
    approvedHash: isApproved ? 'r1' : null,
    decision: null,
    isErased: false,
  }
}

/** A move on a payout that holds a certain request. */
type MoveOn = (requestHash: string) => Move

const inOrder = { storedHash: 'r1', todaysHash: 'r1' }
const sameWarnings = { shownHash: 'w1', todaysHash: 'w1', standing: [], confirmed: [] }
const at = '2026-11-21T12:00:00.000Z'
const secondsLater = (seconds: number) => new Date(Date.parse(at) + seconds * 1000).toISOString()

const approval = { act: 'approve', shownHash: 'r1', verification: inOrder, warnings: sameWarnings, at } as const

const moves: Readonly<Record<PayoutAction, Move>> = {
  edit: { act: 'edit', requestHash: 'r2', isSubmitted: false, detailsBy: [] },
  submit: { act: 'submit', requestHash: 'r1', detailsBy: [] },
  withdraw: { act: 'withdraw' },
  approve: approval,
  return: { act: 'return', at },
  undo: { act: 'undo', at },
  export: { act: 'export', isAgain: false, verification: inOrder, isUnreviewed: false },
  delete: { act: 'delete' },
}

/** The state that a move leads to, or the code of why not. */
function outcome(payout: ApprovalState, move: Move, personId: string): PayoutState | ProblemCode {
  try {
    return transition(payout, move, personId).state
  } catch (error) {
    if (error instanceof Failure) return error.code
    throw error
  }
}

const no = 'STATE_CONFLICT'
const table: Readonly<Record<PayoutAction, Readonly<Record<PayoutState, readonly [enterer: string, other: string]>>>> =
  {
    edit: {
      draft: ['draft', 'draft'],
      in_review: ['draft', 'draft'],
      returned: ['draft', 'draft'],
      approved: ['draft', 'draft'],
      exported: [no, no],
    },
    submit: {
      draft: ['in_review', 'in_review'],
      in_review: [no, no],
      returned: ['in_review', 'in_review'],
      approved: [no, no],
      exported: [no, no],
    },
    withdraw: {
      draft: [no, no],
      in_review: ['draft', 'draft'],
      returned: [no, no],
      approved: ['draft', 'draft'],
      exported: [no, no],
    },
    approve: {
      draft: [no, no],
      in_review: ['OWN_ENTRY', 'approved'],
      returned: [no, no],
      approved: [no, no],
      exported: [no, no],
    },
    return: {
      draft: [no, no],
      in_review: ['OWN_ENTRY', 'returned'],
      returned: [no, no],
      approved: ['OWN_ENTRY', 'returned'],
      exported: [no, no],
    },
    undo: {
      draft: ['UNDO_REFUSED', 'UNDO_REFUSED'],
      in_review: ['UNDO_REFUSED', 'UNDO_REFUSED'],
      returned: ['UNDO_REFUSED', 'UNDO_REFUSED'],
      approved: ['UNDO_REFUSED', 'UNDO_REFUSED'],
      exported: ['UNDO_REFUSED', 'UNDO_REFUSED'],
    },
    export: {
      draft: [no, no],
      in_review: [no, no],
      returned: [no, no],
      approved: ['exported', 'exported'],
      exported: ['ALREADY_EXPORTED', 'ALREADY_EXPORTED'],
    },
    delete: {
      draft: ['draft', 'draft'],
      in_review: [no, no],
      returned: ['returned', 'returned'],
      approved: [no, no],
      exported: [no, no],
    },
  }

describe('What becomes of a payout', () => {
  const rows = payoutActions.flatMap((act) =>
    payoutStates.map((state) => ({ act, state, expected: table[act][state] })),
  )

  it.each(rows)(
    'What becomes of a payout: $act from $state: $expected for who entered it and for another',
    ({ act, state, expected }) => {
      const payout = payoutOfAna(state)
      expect([outcome(payout, moves[act], ana), outcome(payout, moves[act], bruno)]).toEqual(expected)
    },
  )

  it.each(rows)(
    'What becomes of a payout: $act from $state is offered exactly when it would be done',
    ({ act, state, expected }) => {
      const isOffered = [ana, bruno].map((person) => actionsOf(payoutOfAna(state), person, at).includes(act))
      const isDone = expected.map((to) => payoutStates.some((known) => known === to) || to === 'ALREADY_EXPORTED')
      expect(isOffered).toEqual(isDone)
    },
  )

  it.each(payoutActions)(
    'What becomes of a payout: %s does nothing to a payout whose beneficiary was erased',
    (act) => {
      for (const state of payoutStates)
        expect(outcome({ ...payoutOfAna(state), isErased: true }, moves[act], bruno)).toBe('ERASED')
    },
  )

  it('What becomes of a payout goes straight to review when it is edited and sent again', () => {
    expect(
      outcome(payoutOfAna('approved'), { act: 'edit', requestHash: 'r2', isSubmitted: true, detailsBy: [] }, bruno),
    ).toBe('in_review')
  })

  it('What becomes of a payout may be exported again by who means to', () => {
    expect(
      outcome(
        payoutOfAna('exported'),
        { act: 'export', isAgain: true, verification: inOrder, isUnreviewed: false },
        ana,
      ),
    ).toBe('exported')
  })
})

it('Who changed a payout is among those who entered it, once', () => {
  const once = transition(payoutOfAna('in_review'), moves.edit, bruno)
  expect(transition(once, moves.edit, bruno).enteredBy).toEqual([ana, bruno])
})

it('Who changed a payout cannot approve it any more, and is told why', () => {
  const edited = transition(
    payoutOfAna('in_review'),
    { act: 'edit', requestHash: 'r1', isSubmitted: true, detailsBy: [] },
    bruno,
  )
  expect(outcome(edited, moves.approve, bruno)).toBe('OWN_ENTRY')
  expect(whyNotApprove(edited, bruno)).toEqual({
    code: 'OWN_ENTRY',
    params: { why: 'payout', act: 'approve' },
  })
})

it('Who changed a payout does not become an enterer by sending, taking back or returning it', () => {
  const sent = transition(payoutOfAna('draft'), moves.submit, bruno)
  expect(transition(sent, moves.return, bruno).enteredBy).toEqual([ana])
})

it('Who changed a payout hears nothing about approving when nobody could approve', () => {
  for (const state of ['draft', 'returned', 'approved', 'exported'] as const)
    expect(whyNotApprove(payoutOfAna(state), ana)).toBeNull()
  expect(whyNotApprove(payoutOfAna('in_review'), bruno)).toBeNull()
})

describe('Who changed the details that a payout is the first to pay', () => {
  const changedByBruno = { act: 'edit', requestHash: 'r1', isSubmitted: true, detailsBy: [bruno] } as const
  const entered = transition(payoutOfAna('draft'), changedByBruno, ana)
  const why = (payout: ApprovalState, person: string) => whyNotApprove(payout, person)?.params?.why

  it('Who changed the details that a payout is the first to pay is among those who entered it: somebody else approves or returns it', () => {
    expect(entered).toMatchObject({ enteredBy: [ana, bruno], detailsBy: [bruno] })
    for (const act of ['approve', 'return'] as const) {
      expect([ana, bruno].map((person) => outcome(entered, moves[act], person))).toEqual(['OWN_ENTRY', 'OWN_ENTRY'])
      expect(outcome(entered, moves[act], carla)).toBe(act === 'approve' ? 'approved' : 'returned')
    }
  })

  it('Who changed the details that a payout is the first to pay is told so, and not that they changed the payout', () => {
    const refusal = whyNotApprove(entered, bruno)
    expect(refusal && translateProblem(english, refusal)).toContain(
      'You entered or changed the details of this beneficiary',
    )
    expect([bruno, ana].map((person) => why(entered, person))).toEqual(['details', 'payout'])
    const changed = transition(entered, changedByBruno, bruno)
    expect(why(changed, bruno)).toBe('payout')
  })

  it('Who changed the details that a payout is the first to pay stays so whatever is done after that', () => {
    const changedByCarla = transition(entered, { ...changedByBruno, detailsBy: [carla] }, ana)
    expect(changedByCarla).toMatchObject({ enteredBy: [ana, bruno, carla], detailsBy: [bruno, carla] })
    const sentAgain = transition(transition(entered, moves.withdraw, ana), moves.submit, ana)
    expect(why(sentAgain, bruno)).toBe('details')
  })

  it('Who changed the details that a payout is the first to pay becomes an author when it is sent, reopened, or waits for review', () => {
    const authors = [
      transition(payoutOfAna('draft'), { act: 'submit', requestHash: 'r1', detailsBy: [bruno] }, ana),
      transition(payoutOfAna('approved'), { act: 'reopen', requestHash: 'r2', detailsBy: [bruno] }, ''),
      transition(payoutOfAna('in_review'), { act: 'disqualify' }, bruno),
    ]
    for (const payout of authors) {
      expect(payout).toMatchObject({ state: 'in_review', enteredBy: [ana, bruno], detailsBy: [bruno] })
      expect(outcome(payout, moves.approve, bruno)).toBe('OWN_ENTRY')
    }
  })
})

it.each([
  ['another request was shown', 'r0', 'r1', 'r1'],
  ['what is stored is another request', 'r1', 'r9', 'r1'],
  ['the rules of today make another request', 'r1', 'r1', 'r9'],
  ['the rules of today find errors', 'r1', 'r1', null],
])('An approval is stale when %s', (_, shownHash, storedHash, todaysHash) => {
  const move = {
    act: 'approve',
    shownHash,
    verification: { storedHash, todaysHash },
    warnings: sameWarnings,
    at,
  } as const
  expect(outcome(payoutOfAna('in_review'), move, bruno)).toBe('APPROVAL_STALE')
})

it('An approval is stale when other warnings stand than were shown', () => {
  const warnings = { ...sameWarnings, todaysHash: 'w2' }
  const move = { act: 'approve', shownHash: 'r1', verification: inOrder, warnings, at } as const
  expect(outcome(payoutOfAna('in_review'), move, bruno)).toBe('APPROVAL_STALE')
})

describe('Approving with warnings', () => {
  const issues = {
    compliance: validationIssue({
      service: 'identity',
      outcome: 'NOK',
      reason: 'CUSTOMER_IS_IN_INTERNATIONAL_LISTS',
      correlationId: 'c',
    }),
    serious: issueOn('amount', 'duplicate_payout', { payoutId: 'p', at }),
    minor: issueOn('accountNumber', 'leading_zero_lost', { label: { id: 'document.cpf' }, value: '1', digits: 2 }),
  }
  const approving = (grade: keyof typeof issues, isConfirmed: boolean, reason?: string | null) => {
    const warning = issues[grade]
    const confirmed = reason === null ? [] : [{ warningId: warningId(warning), ...(reason && { reason }) }]
    const warnings = { ...sameWarnings, standing: [{ warning, isConfirmed }], confirmed }
    return outcome(payoutOfAna('in_review'), { ...approval, warnings }, bruno)
  }

  it.each([
    ['minor', true, null, 'approved'],
    ['minor', false, null, 'WARNINGS_UNREVIEWED'],
    ['minor', false, undefined, 'approved'],
    ['serious', true, null, 'WARNINGS_UNREVIEWED'],
    ['serious', true, undefined, 'approved'],
    ['serious', false, undefined, 'approved'],
    ['compliance', true, null, 'WARNINGS_UNREVIEWED'],
    ['compliance', true, undefined, 'WARNINGS_UNREVIEWED'],
    ['compliance', true, '  ', 'WARNINGS_UNREVIEWED'],
    ['compliance', true, 'Another person of that name', 'approved'],
  ] as const)(
    'Approving with a %s warning, confirmed by who entered it: %s, and by the reviewer with the reason %s: %s',
    (grade, isConfirmed, reason, expected) => {
      expect(approving(grade, isConfirmed, reason)).toBe(expected)
    },
  )

  it('Approving is refused with all warnings that are missing, and a confirmation of another counts for none', () => {
    const standing = Object.values(issues).map((warning) => ({ warning, isConfirmed: false }))
    const confirmed = [{ warningId: warningId(issues.minor) }, { warningId: 'another' }]
    const warnings = { ...sameWarnings, standing, confirmed }
    const failure = refusalOf(payoutOfAna('in_review'), { ...approval, warnings }, bruno)
    expect(failure).toMatchObject({
      code: 'WARNINGS_UNREVIEWED',
      particulars: { warnings: [issues.compliance, issues.serious] },
    })
  })
})

describe('Undoing a decision', () => {
  const decisions = ['approve', 'return'] as const
  const decided = (act: (typeof decisions)[number]) => transition(payoutOfAna('in_review'), moves[act], bruno)
  const undo = (payout: ApprovalState, seconds: number, person = bruno) =>
    outcome(payout, { act: 'undo', at: secondsLater(seconds) }, person)
  const why = (payout: ApprovalState, seconds: number, person = bruno) =>
    refusalOf(payout, { act: 'undo', at: secondsLater(seconds) }, person)?.particulars.params?.why

  it.each(decisions)('Undoing: %s leads back to review as it was, for ten seconds and for who decided', (act) => {
    const payout = decided(act)
    expect(transition(payout, { act: 'undo', at: secondsLater(10) }, bruno)).toEqual(payoutOfAna('in_review'))
    expect([undoUntil(payout, bruno), undoUntil(payout, carla)]).toEqual([secondsLater(10), null])
    expect(actionsOf(payout, bruno, secondsLater(9))).toContain('undo')
    expect(actionsOf(payout, bruno, secondsLater(11))).not.toContain('undo')
    expect([why(payout, 10.001), why(payout, -11), why(payout, 1, carla), why(payout, 1, ana)]).toEqual([
      'late',
      'late',
      'decider',
      'decider',
    ])
  })

  it('Undoing is refused once the payout was exported', () => {
    const exported = transition(decided('approve'), moves.export, bruno)
    expect([undo(exported, 1), why(exported, 1)]).toEqual(['UNDO_REFUSED', 'exported'])
  })

  it('Undoing is refused once anything was done after the decision, or the decision is undone', () => {
    const others = [
      transition(decided('approve'), { act: 'edit', requestHash: 'r1', isSubmitted: true, detailsBy: [] }, ana),
      transition(decided('approve'), moves.withdraw, ana),
      transition(decided('return'), moves.submit, ana),
      transition(decided('approve'), { act: 'reopen', requestHash: 'r2', detailsBy: [] }, ''),
      transition(decided('return'), { act: 'undo', at }, bruno),
    ]
    for (const payout of others) expect([undo(payout, 1), why(payout, 1)]).toEqual(['UNDO_REFUSED', 'changed'])
  })

  it('Undoing takes back the newest decision alone', () => {
    const returned = transition(decided('approve'), { act: 'return', at: secondsLater(5) }, carla)
    expect([undo(returned, 6), why(returned, 6)]).toEqual(['UNDO_REFUSED', 'decider'])
    expect(transition(returned, { act: 'undo', at: secondsLater(15) }, carla)).toEqual(payoutOfAna('in_review'))
  })
})

it.each([
  ['what is stored is another request', 'r9', 'r1'],
  ['the rules of today make another request', 'r1', 'r9'],
  ['the rules of today find errors', 'r1', null],
])('An approval does not carry an export when %s', (_, storedHash, todaysHash) => {
  const move = { act: 'export', isAgain: true, verification: { storedHash, todaysHash }, isUnreviewed: false } as const
  expect(outcome(payoutOfAna('approved'), move, bruno)).toBe('STATE_CONFLICT')
  expect(outcome(payoutOfAna('exported'), move, bruno)).toBe('STATE_CONFLICT')
})

it('An approval does not carry an export when a compliance warning came up that its reviewer has not confirmed', () => {
  const move = { act: 'export', isAgain: true, verification: inOrder, isUnreviewed: true } as const
  expect(outcome(payoutOfAna('approved'), move, bruno)).toBe('WARNINGS_UNREVIEWED')
  expect(outcome(payoutOfAna('exported'), move, bruno)).toBe('WARNINGS_UNREVIEWED')
})

it.each(['edit', 'withdraw', 'return'] as const)('An approval is gone after %s', (act) => {
  expect(transition(payoutOfAna('approved'), moves[act], bruno).approvedHash).toBeNull()
})

it('An approval is gone when the rules change: the new request is reviewed, or returned when there is none', () => {
  const reopen = (requestHash: string | null) =>
    transition(payoutOfAna('approved'), { act: 'reopen', requestHash, detailsBy: [] }, bruno)
  expect(reopen('r2')).toMatchObject({ state: 'in_review', requestHash: 'r2', approvedHash: null })
  expect(reopen(null)).toMatchObject({ state: 'returned', approvedHash: null })
})

describe('Any sequence of acts by several people', () => {
  const person = fc.constantFrom('ana', 'bruno', 'carla')
  const form = fc.constantFrom('r1', 'r2')
  // Undefined, and so mostly, is the request that the payout holds: else hardly any sequence comes to an export.
  const hash = fc.option(form, { nil: undefined, freq: 2 })
  const hashes = fc.tuple(hash, hash, hash)
  const anyWarnings = fc.constantFrom(sameWarnings, sameWarnings, { ...sameWarnings, todaysHash: 'w2' })
  // Mostly nobody: else nobody is left to approve.
  const authors = fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, fc.array(person, { minLength: 1, maxLength: 2 }))
  const anyMove = fc.oneof(
    fc.tuple(form, fc.boolean(), authors).map(
      ([requestHash, isSubmitted, detailsBy]): MoveOn =>
        () => ({ act: 'edit', requestHash, isSubmitted, detailsBy }),
    ),
    fc.tuple(hash, authors).map(
      ([requestHash, detailsBy]): MoveOn =>
        (own) => ({ act: 'submit', requestHash: requestHash ?? own, detailsBy }),
    ),
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom('return' as const, 'undo' as const, 'undo' as const), fc.nat(12)).map(
        ([act, seconds]): MoveOn =>
          () => ({ act, at: secondsLater(seconds) }),
      ),
    },
    fc.constantFrom('withdraw' as const, 'delete' as const, 'disqualify' as const).map(
      (act): MoveOn =>
        () => ({ act }),
    ),
    fc.tuple(fc.option(form), authors).map(
      ([requestHash, detailsBy]): MoveOn =>
        () => ({ act: 'reopen', requestHash, detailsBy }),
    ),
    {
      weight: 3,
      arbitrary: fc.tuple(hashes, anyWarnings).map(
        ([[shown, stored, todays], warnings]): MoveOn =>
          (own) => ({
            act: 'approve',
            shownHash: shown ?? own,
            verification: { storedHash: stored ?? own, todaysHash: todays ?? own },
            warnings,
            at,
          }),
      ),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(hashes, fc.boolean()).map(
        ([[, stored, todays], isAgain]): MoveOn =>
          (own) => ({
            act: 'export',
            isAgain,
            verification: { storedHash: stored ?? own, todaysHash: todays ?? own },
            isUnreviewed: false,
          }),
      ),
    },
  )
  const steps = fc.array(fc.tuple(person, anyMove), { minLength: 1, maxLength: 40 })

  it('Any sequence of acts by several people never exports what some other person did not approve in exactly that form, and who entered it or its details never approves', () => {
    let exports = 0
    let undone = 0
    fc.assert(
      fc.property(steps, (sequence) => {
        let payout: ApprovalState = payoutOfAna('draft')
        const enterers = new Set<string>([ana])
        // Who took the last step, where that was a decision.
        let decider: string | undefined
        // Our own list of what was approved, kept without looking at approvedHash.
        let approval: { readonly by: string; readonly form: string } | undefined
        for (const [person, moveOn] of sequence) {
          const step = moveOn(payout.requestHash)
          const to = outcome(payout, step, person)
          if (!payoutStates.some((state) => state === to)) continue
          payout = transition(payout, step, person)
          if (step.act === 'undo') {
            undone += 1
            expect({ by: person, state: to }).toEqual({ by: decider, state: 'in_review' })
          }
          if (step.act !== 'delete') decider = step.act === 'approve' || step.act === 'return' ? person : undefined
          if (step.act === 'approve') {
            expect(enterers).not.toContain(person)
            expect(step.warnings).toEqual(sameWarnings)
            approval = { by: person, form: step.shownHash }
          } else if (step.act === 'export') {
            exports += 1
            expect(approval?.form).toBe(step.verification.storedHash)
            expect(enterers).not.toContain(approval?.by)
          } else if (step.act !== 'delete') approval = undefined
          if (step.act === 'edit' || step.act === 'disqualify') enterers.add(person)
          if ('detailsBy' in step) for (const id of step.detailsBy) enterers.add(id)
        }
      }),
      { numRuns: 8000 },
    )
    expect(exports).toBeGreaterThan(50)
    expect(undone).toBeGreaterThan(10)
  })
})
