import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { issueOn, warningId } from '#shared/api/issue.ts'
import { type PayoutAction, type PayoutState, payoutActions, payoutStates } from '#shared/api/payout.ts'
import { roles } from '#shared/api/permissions.ts'
import type { ProblemCode } from '#shared/api/problem.ts'
import { translateProblem } from '#shared/api/problem-message.ts'
import { validationIssue } from '#shared/api/validation-issue.ts'
import { english } from '#shared/language/english.ts'
import { runs, sameExamples } from '#shared/testing/runs.ts'
import { Failure } from '../kernel/failure.ts'
import { actionsOf, undoUntil, whyNotApprove } from '../payouts/offered-actions.ts'
import type { Actor } from '../people/member.ts'
import { type Need, oneApproval, sanctionsNeed } from '../policy/approvals-needed.ts'
import { type ApprovalState, type TransitionAction, theApp } from './approval-state.ts'
import { transition, transitionFailure } from './transition.ts'

/** Who may do everything. */
function person(id: string, rights: Partial<Actor> = {}): Actor {
  return { id, roles, approveUpTo: {}, approveUpToADay: {}, ownerIds: [], heldUntil: null, ...rights }
}

const [ana, bruno, carla] = [person('ana'), person('bruno'), person('carla')]

const at = '2026-11-21T12:00:00.000Z'
const payment = { amount: '100', currencyCode: 'BRL' }
const need = oneApproval

/** A payout that Ana entered, with the request `r1`. */
function payoutOfAna(state: PayoutState): ApprovalState {
  const isApproved = state === 'approved' || state === 'exported'
  return {
    state,
    enteredBy: ['ana'],
    detailsBy: [],
    requestHash: 'r1',
    payment,
    approvals: isApproved ? [{ by: 'bruno', at, requestHash: 'r1' }] : [],
    need: oneApproval,
    approvedHash: isApproved ? 'r1' : null,
    decision: null,
    isErased: false,
  }
}

/** A move on a payout that holds a certain request. */
type MoveOn = (requestHash: string) => TransitionAction

const inOrder = { storedHash: 'r1', todaysHash: 'r1' }
const sameWarnings = { shownHash: 'w1', todaysHash: 'w1', standing: [], confirmed: [] }
const secondsLater = (seconds: number) => new Date(Date.parse(at) + seconds * 1000).toISOString()

const approval = {
  act: 'approve',
  groupOf: (id: string) => id,
  shownHash: 'r1',
  verification: inOrder,
  warnings: sameWarnings,
  sanctions: need,
  sums: { toPayee: '100', inAll: '100' },
  at,
} as const

const moves: Readonly<Record<PayoutAction, TransitionAction>> = {
  edit: { act: 'edit', requestHash: 'r2', payment, need, isSubmitted: false, detailsBy: [] },
  submit: { act: 'submit', requestHash: 'r1', need, detailsBy: [] },
  withdraw: { act: 'withdraw' },
  approve: approval,
  return: { act: 'return', at },
  undo: { act: 'undo', need, detailsBy: [], at },
  export: { act: 'export', isAgain: false, verification: inOrder, isUnreviewed: false, isFrozen: false },
  delete: { act: 'delete' },
}

/** The state that a move leads to, or the code of why not. */
function outcome(payout: ApprovalState, move: TransitionAction, actor: Actor): PayoutState | ProblemCode {
  try {
    return transition(payout, move, actor).state
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
      const isOffered = [ana, bruno].map((actor) => actionsOf(payoutOfAna(state), actor, at).includes(act))
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
      outcome(
        payoutOfAna('approved'),
        { act: 'edit', requestHash: 'r2', payment, need, isSubmitted: true, detailsBy: [] },
        bruno,
      ),
    ).toBe('in_review')
  })

  it('What becomes of a payout may be exported again by who means to', () => {
    expect(
      outcome(
        payoutOfAna('exported'),
        { act: 'export', isAgain: true, verification: inOrder, isUnreviewed: false, isFrozen: false },
        ana,
      ),
    ).toBe('exported')
  })
})

it('Who changed a payout is among those who entered it, once', () => {
  const once = transition(payoutOfAna('in_review'), moves.edit, bruno)
  expect(transition(once, moves.edit, bruno).enteredBy).toEqual(['ana', 'bruno'])
})

it('Who changed a payout cannot approve it any more, and is told why', () => {
  const edited = transition(
    payoutOfAna('in_review'),
    { act: 'edit', requestHash: 'r1', payment, need, isSubmitted: true, detailsBy: [] },
    bruno,
  )
  expect(outcome(edited, moves.approve, bruno)).toBe('OWN_ENTRY')
  expect(whyNotApprove(edited, bruno, at)).toEqual({
    code: 'OWN_ENTRY',
    params: { why: 'payout', act: 'approve' },
  })
})

it('Who changed a payout does not become an enterer by sending, taking back or returning it', () => {
  const sent = transition(payoutOfAna('draft'), moves.submit, bruno)
  expect(transition(sent, moves.return, bruno).enteredBy).toEqual(['ana'])
})

it('Who sends again a payout of another person that was returned does not approve it', () => {
  const sentAgain = transition(payoutOfAna('returned'), moves.submit, bruno)
  expect(sentAgain.enteredBy).toEqual(['ana', 'bruno'])
  expect(whyNotApprove(sentAgain, bruno, at)).toMatchObject({ params: { why: expect.any(String) } })
})

it('Who changed a payout hears nothing about approving when no one could approve', () => {
  for (const state of ['draft', 'returned', 'approved', 'exported'] as const)
    expect(whyNotApprove(payoutOfAna(state), ana, at)).toBeNull()
  expect(whyNotApprove(payoutOfAna('in_review'), bruno, at)).toBeNull()
})

describe('Who changed the details that a payout is the first to pay', () => {
  const changedByBruno = {
    act: 'edit',
    requestHash: 'r1',
    payment,
    need,
    isSubmitted: true,
    detailsBy: ['bruno'],
  } as const
  const entered = transition(payoutOfAna('draft'), changedByBruno, ana)
  const why = (payout: ApprovalState, actor: Actor) => whyNotApprove(payout, actor, at)?.params?.why

  it('Who changed the details that a payout is the first to pay is among those who entered it: another person approves or returns it', () => {
    expect(entered).toMatchObject({ enteredBy: ['ana', 'bruno'], detailsBy: ['bruno'] })
    for (const act of ['approve', 'return'] as const) {
      expect([ana, bruno].map((person) => outcome(entered, moves[act], person))).toEqual(['OWN_ENTRY', 'OWN_ENTRY'])
      expect(outcome(entered, moves[act], carla)).toBe(act === 'approve' ? 'approved' : 'returned')
    }
  })

  it('Who changed the details that a payout is the first to pay is told so, and not that they changed the payout', () => {
    const refusal = whyNotApprove(entered, bruno, at)
    expect(refusal && translateProblem(english, refusal)).toContain(
      'You entered or changed the details of this beneficiary',
    )
    expect([bruno, ana].map((person) => why(entered, person))).toEqual(['details', 'payout'])
    const changed = transition(entered, changedByBruno, bruno)
    expect(why(changed, bruno)).toBe('payout')
  })

  it('Who changed the details that a payout is the first to pay stays so whatever is done after that', () => {
    const changedByCarla = transition(entered, { ...changedByBruno, detailsBy: ['carla'] }, ana)
    expect(changedByCarla).toMatchObject({ enteredBy: ['ana', 'bruno', 'carla'], detailsBy: ['bruno', 'carla'] })
    const sentAgain = transition(transition(entered, moves.withdraw, ana), moves.submit, ana)
    expect(why(sentAgain, bruno)).toBe('details')
  })

  it('Who changed the details that a payout is the first to pay becomes an author when it is sent, reopened, or waits for review', () => {
    const authors = [
      transition(payoutOfAna('draft'), { act: 'submit', requestHash: 'r1', need, detailsBy: ['bruno'] }, ana),
      transition(payoutOfAna('approved'), { act: 'reopen', requestHash: 'r2', need, detailsBy: ['bruno'] }, theApp),
      transition(payoutOfAna('in_review'), { act: 'disqualify' }, bruno),
    ]
    for (const payout of authors) {
      expect(payout).toMatchObject({ state: 'in_review', enteredBy: ['ana', 'bruno'], detailsBy: ['bruno'] })
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
    sanctions: need,
    sums: approval.sums,
    groupOf: approval.groupOf,
    at,
  } as const
  expect(outcome(payoutOfAna('in_review'), move, bruno)).toBe('APPROVAL_STALE')
})

it('An approval is stale when there are other warnings than were shown', () => {
  const warnings = { ...sameWarnings, todaysHash: 'w2' }
  const move = { ...approval, warnings }
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
    const warnings = { ...sameWarnings, standing: [{ warning, isConfirmed, reviewedBy: [] }], confirmed }
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
    const standing = Object.values(issues).map((warning) => ({ warning, isConfirmed: false, reviewedBy: [] }))
    const confirmed = [{ warningId: warningId(issues.minor) }, { warningId: 'another' }]
    const warnings = { ...sameWarnings, standing, confirmed }
    const failure = transitionFailure(payoutOfAna('in_review'), { ...approval, warnings }, bruno)
    expect(failure).toMatchObject({
      code: 'WARNINGS_UNREVIEWED',
      particulars: { warnings: [issues.compliance, issues.serious] },
    })
  })
})

describe('Undoing a decision', () => {
  const decisions = ['approve', 'return'] as const
  const decided = (act: (typeof decisions)[number]) => transition(payoutOfAna('in_review'), moves[act], bruno)
  const undo = (payout: ApprovalState, seconds: number, actor = bruno) =>
    outcome(payout, { act: 'undo', need, detailsBy: [], at: secondsLater(seconds) }, actor)
  const why = (payout: ApprovalState, seconds: number, actor = bruno) =>
    transitionFailure(payout, { act: 'undo', need, detailsBy: [], at: secondsLater(seconds) }, actor)?.particulars
      .params?.why

  it.each(decisions)('Undoing: %s leads back to review as it was, for ten seconds and for who decided', (act) => {
    const payout = decided(act)
    expect(transition(payout, { act: 'undo', need, detailsBy: [], at: secondsLater(10) }, bruno)).toEqual(
      payoutOfAna('in_review'),
    )
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

  it('Undoing one of many that an act has decided about is possible for as long as undoing the last one', () => {
    const payout = decided('approve')
    const undone = (seconds: number, since: number) =>
      outcome(
        payout,
        { act: 'undo', need, detailsBy: [], at: secondsLater(seconds), since: secondsLater(since) },
        bruno,
      )
    expect([undone(70, 60), undone(71, 60), undone(10, -60), undone(11, -60)]).toEqual([
      'in_review',
      'UNDO_REFUSED',
      'in_review',
      'UNDO_REFUSED',
    ])
  })

  it('Undoing is refused once anything was done after the decision, or the decision is undone', () => {
    const others = [
      transition(
        decided('approve'),
        { act: 'edit', requestHash: 'r1', payment, need, isSubmitted: true, detailsBy: [] },
        ana,
      ),
      transition(decided('approve'), moves.withdraw, ana),
      transition(decided('return'), moves.submit, ana),
      transition(decided('approve'), { act: 'reopen', requestHash: 'r2', need, detailsBy: [] }, theApp),
      transition(decided('return'), { act: 'undo', need, detailsBy: [], at }, bruno),
    ]
    for (const payout of others) expect([undo(payout, 1), why(payout, 1)]).toEqual(['UNDO_REFUSED', 'changed'])
  })

  it('Undoing takes back the newest decision alone', () => {
    const returned = transition(decided('approve'), { act: 'return', at: secondsLater(5) }, carla)
    expect([undo(returned, 6), why(returned, 6)]).toEqual(['UNDO_REFUSED', 'decider'])
    expect(transition(returned, { act: 'undo', need, detailsBy: [], at: secondsLater(15) }, carla)).toEqual(
      payoutOfAna('in_review'),
    )
  })
})

it.each([
  ['what is stored is another request', 'r9', 'r1'],
  ['the rules of today make another request', 'r1', 'r9'],
  ['the rules of today find errors', 'r1', null],
])('An approval does not carry an export when %s', (_, storedHash, todaysHash) => {
  const move = {
    act: 'export',
    isAgain: true,
    verification: { storedHash, todaysHash },
    isUnreviewed: false,
    isFrozen: false,
  } as const
  expect(outcome(payoutOfAna('approved'), move, bruno)).toBe('STATE_CONFLICT')
  expect(outcome(payoutOfAna('exported'), move, bruno)).toBe('STATE_CONFLICT')
})

it('An approval does not carry an export when a compliance warning came up that its reviewer has not confirmed', () => {
  const move = { act: 'export', isAgain: true, verification: inOrder, isUnreviewed: true, isFrozen: false } as const
  expect(outcome(payoutOfAna('approved'), move, bruno)).toBe('WARNINGS_UNREVIEWED')
  expect(outcome(payoutOfAna('exported'), move, bruno)).toBe('WARNINGS_UNREVIEWED')
})

it.each(['edit', 'withdraw', 'return'] as const)('An approval is gone after %s', (act) => {
  expect(transition(payoutOfAna('approved'), moves[act], bruno).approvedHash).toBeNull()
})

it('An approval is gone when the rules change: the new request is reviewed, or returned when there is none', () => {
  const reopen = (requestHash: string | null) =>
    transition(payoutOfAna('approved'), { act: 'reopen', requestHash, need, detailsBy: [] }, bruno)
  expect(reopen('r2')).toMatchObject({ state: 'in_review', requestHash: 'r2', approvedHash: null })
  expect(reopen(null)).toMatchObject({ state: 'returned', approvedHash: null })
})

describe('Needing two approvals', () => {
  const two: Need = { needed: 2, why: 'amount' }
  const waiting = transition(payoutOfAna('draft'), { act: 'submit', requestHash: 'r1', need: two, detailsBy: [] }, ana)
  const first = transition(waiting, moves.approve, bruno)
  const both = transition(first, moves.approve, carla)
  const approvers = (payout: ApprovalState) => payout.approvals.map(({ by }) => by)

  it('Needing two approvals, a payout stays in review with the first, and is approved with the second by another person', () => {
    expect(first).toMatchObject({ state: 'in_review', approvedHash: null })
    expect([approvers(first), actionsOf(first, bruno, at).includes('approve')]).toEqual([['bruno'], false])
    expect(transitionFailure(first, moves.approve, bruno)?.particulars).toEqual({
      params: { why: 'approved', state: 'in_review' },
    })
    expect(both).toMatchObject({ state: 'approved', approvedHash: 'r1' })
    expect(outcome(both, moves.export, bruno)).toBe('exported')
  })

  it('Needing two approvals, a payout is not exported with fewer, nor with those of its authors or of another request', () => {
    const [one, other] = both.approvals
    const forged = [[one!], [one!, one!], [one!, { ...other!, by: 'ana' }], [one!, { ...other!, requestHash: 'r0' }]]
    for (const approvals of forged) expect(outcome({ ...both, approvals }, moves.export, bruno)).toBe(no)
  })

  it('Needing two approvals, an edit, a withdrawal, a return and other rules end both', () => {
    const reopen = { act: 'reopen', requestHash: 'r2', need: two, detailsBy: [] } as const
    for (const move of [moves.edit, moves.withdraw, moves.return, reopen])
      expect(transition(both, move, person('dora'))).toMatchObject({ approvals: [], approvedHash: null })
  })

  it('Needing two approvals, one who takes theirs back leaves that of the other', () => {
    const undone = transition(both, { act: 'undo', need, detailsBy: [], at }, carla)
    expect([undone.state, undone.approvedHash, approvers(undone)]).toEqual(['in_review', null, ['bruno']])
    expect(outcome(undone, { act: 'undo', need, detailsBy: [], at }, bruno)).toBe('UNDO_REFUSED')
    expect(outcome(undone, moves.approve, carla)).toBe('approved')
    expect(approvers(transition(first, { act: 'undo', need, detailsBy: [], at }, bruno))).toEqual([])
    const changed = transition(both, { act: 'undo', need: { needed: 3, why: 'day' }, detailsBy: ['bruno'], at }, carla)
    expect([approvers(changed), changed.need.needed, changed.enteredBy]).toEqual([[], 3, ['ana', 'bruno']])
  })

  it('Needing two approvals, a reviewer who becomes an author by changing the details loses their approval', () => {
    const changed = transition(first, { act: 'disqualify' }, bruno)
    expect([approvers(changed), changed.enteredBy]).toEqual([[], ['ana', 'bruno']])
    expect(outcome(changed, moves.approve, bruno)).toBe('OWN_ENTRY')
  })

  it('Needing two approvals, those of a person who is trusted no more go, and the payout is back in review', () => {
    const distrusted = transition(
      both,
      { act: 'distrust', approver: 'bruno', detailsBy: [] },
      person('admin', { roles: ['admin'] }),
    )
    expect([distrusted.state, distrusted.approvedHash, approvers(distrusted)]).toEqual(['in_review', null, ['carla']])
    expect(
      outcome(both, { act: 'distrust', approver: 'bruno', detailsBy: [] }, person('eva', { roles: ['reviewer'] })),
    ).toBe('NOT_PERMITTED')
    expect(outcome(payoutOfAna('exported'), { act: 'distrust', approver: 'bruno', detailsBy: [] }, ana)).toBe(no)
  })

  it('Needing two approvals, back in review it is of those too who typed its details meanwhile, and has no approval of theirs', () => {
    const admin = person('admin', { roles: ['admin'] })
    const exported = { ...both, state: 'exported' } as const
    const [distrusted, undone] = [
      transition(both, { act: 'distrust', approver: 'bruno', detailsBy: ['carla'] }, admin),
      transition(exported, { act: 'unexport', suspended: ['bruno'], detailsBy: ['carla'] }, theApp),
    ]
    for (const { state, approvals, enteredBy } of [distrusted, undone])
      expect([state, approvals, enteredBy]).toEqual(['in_review', [], ['ana', 'carla']])
    // An export that was never finished leaves what it was to send as it was.
    const { state, approvals, enteredBy } = transition(
      exported,
      { act: 'unexport', suspended: [], detailsBy: [] },
      theApp,
    )
    expect([state, approvals, enteredBy]).toEqual(['approved', both.approvals, both.enteredBy])
  })
})

describe('A sanctions hit', () => {
  const hit = validationIssue({
    service: 'identity',
    outcome: 'NOK',
    reason: 'CUSTOMER_IS_IN_INTERNATIONAL_LISTS',
    correlationId: 'c',
  })
  const sanctions = sanctionsNeed(2)
  const withHit = (reviewedBy: readonly string[], reason = 'Another person of that name') => ({
    ...approval,
    sanctions,
    warnings: {
      ...sameWarnings,
      standing: [{ warning: hit, isConfirmed: true, reviewedBy }],
      confirmed: [{ warningId: warningId(hit), reason }],
    },
  })

  it('A sanctions hit takes two reviewers, each with a reason, whatever was fixed when the payout was sent', () => {
    const first = transition(payoutOfAna('in_review'), withHit([]), bruno)
    expect(first).toMatchObject({ state: 'in_review', need: { needed: 2, why: 'sanctions' } })
    expect(outcome(first, withHit(['bruno'], ' '), carla)).toBe('WARNINGS_UNREVIEWED')
    expect(outcome(first, withHit(['bruno']), carla)).toBe('approved')
  })

  it('A sanctions hit that came after the first approval does not count it: that reviewer gave no reason', () => {
    const before = transition({ ...payoutOfAna('in_review'), need: { needed: 2, why: 'day' } }, moves.approve, bruno)
    const second = transition(before, withHit([]), carla)
    expect(second).toMatchObject({ state: 'in_review', approvals: [{ by: 'carla' }] })
    expect(outcome(second, withHit(['carla']), bruno)).toBe('approved')
  })

  it('A sanctions hit takes one reviewer with a reason where names are taken on trust', () => {
    const move = { ...withHit([]), sanctions: sanctionsNeed(1) }
    expect(outcome(payoutOfAna('in_review'), move, bruno)).toBe('approved')
  })
})

describe('Who may do what with a payout', () => {
  const withRoles = (...given: Actor['roles']) => person('eva', { roles: given })
  const doers = (act: PayoutAction) => {
    const state = states.find((one) => table[act][one][1] !== no && table[act][one][1] !== 'UNDO_REFUSED')
    const payout = act === 'undo' ? transition(payoutOfAna('in_review'), moves.return, bruno) : payoutOfAna(state!)
    return roles.filter((role) => outcome(payout, moves[act], { ...bruno, roles: [role] }) !== 'NOT_PERMITTED')
  }
  const states = payoutStates.filter((state) => state !== 'exported')

  it.each([
    ['edit', 'clerk'],
    ['submit', 'clerk'],
    ['withdraw', 'clerk'],
    ['delete', 'clerk'],
    ['approve', 'reviewer'],
    ['return', 'reviewer'],
    ['undo', 'reviewer'],
    ['export', 'reviewer'],
  ] as const)('Who may do what with a payout: to %s takes a %s, and no one else may', (act, role) => {
    expect(doers(act)).toEqual([role])
  })

  it('Who may do what with a payout: an admin alone, or a viewer, is offered nothing', () => {
    for (const state of payoutStates)
      expect(actionsOf(payoutOfAna(state), withRoles('viewer', 'admin'), at)).toEqual([])
    expect(whyNotApprove(payoutOfAna('in_review'), withRoles('admin'), at)).toMatchObject({
      code: 'NOT_PERMITTED',
      params: { permission: 'approve' },
    })
  })

  it.each([
    ['99.99', 'NOT_PERMITTED'],
    ['100', 'approved'],
    ['100.01', 'approved'],
  ])('Who may do what with a payout: for one of 100 BRL, who approves up to %s gets %s', (limit, expected) => {
    const limited = person('eva', { approveUpTo: { BRL: limit, MXN: '1' } })
    expect(outcome(payoutOfAna('in_review'), moves.approve, limited)).toBe(expected)
    expect(outcome(payoutOfAna('in_review'), moves.return, limited)).toBe('returned')
  })

  const sums = (toPayee: string, inAll: string) => ({ ...approval, sums: { toPayee, inAll } })

  it.each([
    ['150', 'approved'],
    ['150.01', 'NOT_PERMITTED'],
    ['unknown', 'NOT_PERMITTED'],
  ])(
    'Who may do what with a payout: who approves up to 150 BRL to one payee or to all within a day gets %s to that %s',
    (sum, expected) => {
      const [toOne, toAll] = [
        person('eva', { approveUpTo: { BRL: '150' } }),
        person('eva', { approveUpToADay: { BRL: '150' } }),
      ]
      expect(outcome(payoutOfAna('in_review'), sums(sum, '999'), toOne)).toBe(expected)
      expect(outcome(payoutOfAna('in_review'), sums('999', sum), toAll)).toBe(expected)
      expect(outcome(payoutOfAna('in_review'), sums(sum, sum), person('eva'))).toBe('approved')
    },
  )

  it('Who may do what with a payout: a limit in another currency does not matter', () => {
    const limited = person('eva', { approveUpTo: { MXN: '1' }, approveUpToADay: { MXN: '1' } })
    expect(outcome(payoutOfAna('in_review'), moves.approve, limited)).toBe('approved')
  })

  it('Who may do what with a payout: who has recovered their account approves nothing for a day', () => {
    const recovered = person('eva', { heldUntil: secondsLater(1) })
    expect(whyNotApprove(payoutOfAna('in_review'), recovered, at)?.params).toMatchObject({ why: 'held' })
    expect(outcome(payoutOfAna('in_review'), { ...approval, at: secondsLater(1) }, recovered)).toBe('approved')
  })

  it('Who may do what with a payout: what an API token enters or changes is its maker’s and its holder’s, who do not approve it', () => {
    const token = person('token', { roles: ['clerk'], ownerIds: ['bruno', 'dora'] })
    const payouts = [
      transition(
        payoutOfAna('draft'),
        { act: 'edit', requestHash: 'r1', payment, need, isSubmitted: true, detailsBy: [] },
        token,
      ),
      transition(payoutOfAna('in_review'), { act: 'disqualify' }, token),
    ]
    for (const payout of payouts) {
      expect(payout.enteredBy).toEqual(['ana', 'token', 'bruno', 'dora'])
      const outcomes = [ana, bruno, person('dora'), carla].map((who) => outcome(payout, moves.approve, who))
      expect(outcomes).toEqual(['OWN_ENTRY', 'OWN_ENTRY', 'OWN_ENTRY', 'approved'])
    }
  })

  it('Who may do what with a payout: who takes a draft over is an author', () => {
    const taken = transition(payoutOfAna('draft'), { act: 'takeOver' }, bruno)
    expect(taken).toMatchObject({ state: 'draft', enteredBy: ['ana', 'bruno'], detailsBy: [] })
    expect(outcome(payoutOfAna('in_review'), { act: 'takeOver' }, bruno)).toBe(no)
  })
})

describe('Any sequence of acts by three people and an API token', () => {
  const token = person('token', { roles: ['clerk'], ownerIds: ['carla'] })
  const actor = fc.constantFrom(ana, bruno, carla, token)
  const form = fc.constantFrom('r1', 'r2')
  const need = fc.constantFrom<Need>(oneApproval, { needed: 2, why: 'day' })
  // Undefined, and so mostly, is the request that the payout holds: else hardly any sequence reaches an export.
  const hash = fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, form)
  const hashes = fc.tuple(hash, hash, hash)
  const anyWarnings = fc.constantFrom(sameWarnings, sameWarnings, sameWarnings, { ...sameWarnings, todaysHash: 'w2' })
  // Mostly no one: else no one is left to approve.
  const authors = fc.oneof(
    { weight: 6, arbitrary: fc.constant([]) },
    fc.array(fc.constantFrom('ana', 'bruno', 'carla'), { minLength: 1, maxLength: 1 }),
  )
  const anyMove = fc.oneof(
    fc.record({ requestHash: form, isSubmitted: fc.boolean(), need, detailsBy: authors }).map(
      (given): MoveOn =>
        () => ({ act: 'edit', payment, ...given }),
    ),
    {
      weight: 2,
      arbitrary: fc.tuple(hash, need, authors).map(
        ([requestHash, need, detailsBy]): MoveOn =>
          (own) => ({ act: 'submit', requestHash: requestHash ?? own, need, detailsBy }),
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('return' as const, 'undo' as const, 'undo' as const), need, authors, fc.nat(12))
        .map(
          ([act, need, detailsBy, seconds]): MoveOn =>
            () => ({ act, need, detailsBy, at: secondsLater(seconds) }),
        ),
    },
    fc
      .constantFrom<TransitionAction>(
        { act: 'withdraw' },
        { act: 'delete' },
        { act: 'takeOver' },
        { act: 'disqualify' },
        { act: 'distrust', approver: 'bruno', detailsBy: [] },
      )
      .map(
        (move): MoveOn =>
          () =>
            move,
      ),
    fc.tuple(fc.option(form), need, authors).map(
      ([requestHash, need, detailsBy]): MoveOn =>
        () => ({ act: 'reopen', requestHash, need, detailsBy }),
    ),
    {
      weight: 8,
      arbitrary: fc.tuple(hashes, anyWarnings).map(
        ([[shown, stored, todays], warnings]): MoveOn =>
          (own) => ({
            ...approval,
            shownHash: shown ?? own,
            verification: { storedHash: stored ?? own, todaysHash: todays ?? own },
            warnings,
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
            isFrozen: false,
          }),
      ),
    },
  )
  const steps = fc.array(fc.tuple(actor, anyMove), { minLength: 1, maxLength: 40 })

  it('Any sequence of acts by three people and an API token exports only what as many others approved in exactly that form as were needed, and no one approves what they, or their token, entered', () => {
    const times = { exports: 0, withTwo: 0, undone: 0 }
    fc.assert(
      fc.property(steps, (sequence) => {
        let payout: ApprovalState = payoutOfAna('draft')
        const enterers = new Set<string>(['ana'])
        // Who took the last step, where that was a decision.
        let decider: string | undefined
        // Our own lists of who approved what, and how many had to, kept without looking at the payout.
        let approvals: readonly { readonly by: string; readonly form: string }[] = []
        let needed = 1
        for (const [actor, moveOn] of sequence) {
          const step = moveOn(payout.requestHash)
          const to = outcome(payout, step, actor)
          if (!payoutStates.some((state) => state === to)) continue
          const before = payout.state
          payout = transition(payout, step, actor)
          if (step.act === 'undo') {
            times.undone += 1
            expect({ by: actor.id, state: to }).toEqual({ by: decider, state: 'in_review' })
          }
          if (step.act !== 'delete') decider = step.act === 'approve' || step.act === 'return' ? actor.id : undefined
          if (['edit', 'disqualify', 'takeOver'].includes(step.act))
            for (const id of actor === token ? ['token', 'carla'] : [actor.id]) enterers.add(id)
          if ('detailsBy' in step) for (const id of step.detailsBy) enterers.add(id)
          if (step.act === 'approve') {
            expect(enterers).not.toContain(actor.id)
            expect(step.warnings).toEqual(sameWarnings)
            approvals = [...approvals, { by: actor.id, form: step.shownHash }]
          } else if (step.act === 'undo') approvals = approvals.filter(({ by }) => by !== actor.id)
          else if (step.act === 'distrust') approvals = approvals.filter(({ by }) => by !== 'bruno')
          else if (step.act === 'disqualify') approvals = approvals.filter(({ by }) => !enterers.has(by))
          else if (step.act === 'export') {
            const by = new Set(approvals.map(({ by }) => by))
            times.exports += 1
            if (needed === 2) times.withTwo += 1
            expect(by.size).toBeGreaterThanOrEqual(needed)
            for (const one of approvals) expect(one.form).toBe(step.verification.storedHash)
            for (const id of by) expect(enterers).not.toContain(id)
          } else if (step.act !== 'delete' && step.act !== 'takeOver') approvals = []
          const isOnItsWay = before !== 'draft' && before !== 'returned'
          if (step.act === 'submit' || (step.act === 'edit' && step.isSubmitted)) needed = step.need.needed
          if (step.act === 'reopen' && step.requestHash !== null && isOnItsWay) needed = step.need.needed
        }
      }),
      { numRuns: runs(30_000), ...sameExamples() },
    )
    expect(times.exports, JSON.stringify(times)).toBeGreaterThan(0)
    expect(Math.min(times.withTwo, times.undone), JSON.stringify(times)).toBeGreaterThan(0)
  })
})
