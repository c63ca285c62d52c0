import type { Selectable } from 'kysely'
import type { Tables } from '../schema.ts'
import type { AuditReader } from '../store.ts'
import type { LoggedCallBacks } from './call-backs.ts'
import type { Findings } from './findings.ts'
import type { Hosts } from './hosts.ts'
import type { LoggedJobs } from './logged-jobs.ts'
import type { PaidBefore } from './paid-before.ts'
import type { PayoutsUnderWay } from './payouts-under-way.ts'

/** What is kept in memory of the entries that were followed. */
export interface Remembered {
  readonly payouts: PayoutsUnderWay
  readonly findings: Findings
  readonly hosts: Hosts
  readonly paidBefore: PaidBefore
  readonly jobs: LoggedJobs
  readonly callBacks: LoggedCallBacks
  sums(thingIds: readonly string[]): ReadonlyMap<string, number>
}

/** What is answered without reading entries, once all were followed. */
export function remembered(
  { sums, payouts, findings, hosts, paidBefore, jobs, callBacks }: Remembered,
  followHead: () => Promise<void>,
  appended: readonly Selectable<Tables['audit']>[] = [],
): Omit<AuditReader, 'entriesAbout' | 'recentSignIns'> {
  const atHead = async <Found>(find: () => Found) => {
    await followHead()
    return find()
  }
  return {
    sumsOfEntries: (thingIds) => atHead(() => sums(thingIds)),
    payoutsPaying: (payees) => atHead(() => payouts.paying(payees, appended)),
    payoutsAwaitingWith: (personId) => atHead(() => payouts.awaitingWith(personId, appended)),
    approvedBy: (approved) => atHead(() => payouts.approvedBy(approved, appended)),
    findings: (questions) => atHead(() => findings.of(questions)),
    hosts: () => atHead(() => hosts),
    loggedJobs: () => atHead(() => jobs),
    paidOther: (payment) => atHead(() => paidBefore.hasOther(payment)),
    calledBack: (beneficiaryIds) => atHead(() => callBacks.of(beneficiaryIds)),
    outAmong: (payoutIds) => atHead(() => paidBefore.outAmong(payoutIds)),
  }
}
