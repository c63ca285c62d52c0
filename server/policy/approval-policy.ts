import { randomUUID } from 'node:crypto'
import { canonicalJson } from '#shared/api/canonical-json.ts'
import { type Issue, issueOn } from '#shared/api/issue.ts'
import {
  type ApprovalPolicy,
  type ApprovalRule,
  policyProposalSchema,
  type RulesByCurrency,
} from '#shared/api/policy.ts'
import { decimalsOf } from '#shared/countries/rule-book.ts'
import { readAmount } from '#shared/payout/amount.ts'
import { Failure } from '../kernel/failure.ts'
import type { Member } from '../people/member.ts'
import { personNames } from '../people/people-rows.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Event, Reader, Transaction } from '../store/store.ts'
import { changePolicy, findPolicy, insertPolicy, isPolicyGenuine, openPolicies, type PolicyRow } from './policy-rows.ts'
import { approvalPolicyThing, auditedPolicy } from './policy-trail.ts'

/*
 * How many approvals payouts take. One admin proposes the rules, and another one confirms them: who could loosen them alone could approve alone.
 */

export interface PolicyInForce {
  readonly version: number
  readonly currencies: RulesByCurrency
}

/**
 * The rules that two admins agreed on; none before the first.
 * @throws Failure TAMPERED where the rows are not what the app wrote, or older than the audit log knows
 */
export async function policyInForce(reader: Reader): Promise<PolicyInForce> {
  const row = await rowInForce(reader)
  return { version: row?.version ?? 0, currencies: row === undefined ? {} : rulesIn(row) }
}

async function rowInForce(reader: Reader): Promise<PolicyRow | undefined> {
  const rows = (await openPolicies(reader.db)).filter(({ state }) => state === 'in_force')
  if (!isPolicyGenuine(reader.encryption, rows, await auditedPolicy(reader))) throw tampered()
  return rows[0]
}

function tampered(): Failure {
  return new Failure('TAMPERED', { params: { why: 'policy' } })
}

function rulesIn({ policy }: PolicyRow): RulesByCurrency {
  return policyProposalSchema.shape.currencies.parse(JSON.parse(policy))
}

/** The rules in force, and what waits for a second admin. */
export async function findPolicies(reader: Reader): Promise<ApprovalPolicy> {
  const { version, currencies } = await policyInForce(reader)
  const proposed = await proposal(reader)
  if (proposed === undefined) return { version, currencies: copied(currencies), proposal: null }
  const personOf = await personNames(reader.db, [proposed.made_by])
  const { id, made_by, made_at: at } = proposed
  return {
    version,
    currencies: copied(currencies),
    proposal: { id, currencies: copied(rulesIn(proposed)), by: personOf(made_by), at },
  }
}

function copied(currencies: RulesByCurrency): ApprovalPolicy['currencies'] {
  return Object.fromEntries(
    Object.entries(currencies).map(([code, rules]) => [code, rules.map((rule) => ({ ...rule }))]),
  )
}

async function proposal(reader: Reader): Promise<PolicyRow | undefined> {
  const row = (await openPolicies(reader.db)).find(({ state }) => state === 'proposed')
  if (row !== undefined && !isIntact(reader.encryption, 'approval_policy', row)) throw tampered()
  return row
}

/**
 * Proposes rules for all currencies; a proposal that waits gives way to it.
 * @throws Failure FIELDS_INVALID, TAMPERED
 */
export async function proposePolicy(tx: Transaction, person: Member, given: RulesByCurrency): Promise<void> {
  const currencies = readRules(given)
  const waiting = await proposal(tx)
  if (waiting !== undefined) await changePolicy(tx, waiting, { state: 'replaced' })
  const row = {
    id: randomUUID(),
    version: null,
    policy: canonicalJson(currencies),
    state: 'proposed',
    made_by: person.id,
    made_at: tx.now().toISOString(),
    confirmed_by: null,
    confirmed_at: null,
  } as const
  await insertPolicy(tx, row)
  await tx.audit(event(person, 'policy.proposed', { policy: row.id, currencies }))
}

/**
 * Puts another person's proposal into force.
 * @throws Failure NOT_FOUND, NOT_PERMITTED, TAMPERED
 */
export async function confirmPolicy(tx: Transaction, person: Member, id: string): Promise<void> {
  const row = await waiting(tx, id)
  const at = tx.now().toISOString()
  if (row.made_by === person.id)
    throw new Failure('NOT_PERMITTED', { params: { permission: 'manage', why: 'proposer' } })
  if (person.noApprovingUntil !== null && at < person.noApprovingUntil)
    throw new Failure('NOT_PERMITTED', { params: { permission: 'manage', why: 'recovered' } })
  const former = await rowInForce(tx)
  const version = (former?.version ?? 0) + 1
  if (former !== undefined) await changePolicy(tx, former, { state: 'replaced' })
  await changePolicy(tx, row, { state: 'in_force', version, confirmed_by: person.id, confirmed_at: at })
  await tx.audit(event(person, 'policy.confirmed', { policy: id, version, proposedBy: row.made_by }))
}

/**
 * Takes a proposal back, one's own or another's: what is in force stays.
 * @throws Failure NOT_FOUND, TAMPERED
 */
export async function withdrawProposal(tx: Transaction, person: Member, id: string): Promise<void> {
  await changePolicy(tx, await waiting(tx, id), { state: 'withdrawn' })
  await tx.audit(event(person, 'policy.withdrawn', { policy: id }))
}

async function waiting(tx: Transaction, id: string): Promise<PolicyRow> {
  const row = await findPolicy(tx.db, id)
  if (row !== undefined && !isIntact(tx.encryption, 'approval_policy', row)) throw tampered()
  if (row?.state !== 'proposed') throw new Failure('NOT_FOUND', { params: { what: 'proposal' } })
  return row
}

function event({ id: personId }: Member, action: Event['action'], facts: Event['facts']): Event {
  return { personId, action, thing: approvalPolicyThing, ...(facts && { facts }) }
}

/**
 * Amounts as they are compared; currencies without a rule are left out.
 * @throws Failure FIELDS_INVALID
 */
function readRules(given: RulesByCurrency): RulesByCurrency {
  const errors: Issue[] = []
  const read = Object.entries(given).map(([code, rules]) => {
    if (decimalsOf(code) === undefined)
      errors.push({ ...issueOn(code, 'unknown_field', { name: code }), within: 'currencies' })
    return [code, rules.map((rule, place) => readRule(code, rule, place, errors))] as const
  })
  if (errors.length > 0) throw new Failure('FIELDS_INVALID', { errors })
  return Object.fromEntries(read.filter(([, rules]) => rules.length > 0))
}

/** As a person types it: 1.000 is asked back. */
function readRule(code: string, rule: ApprovalRule, place: number, errors: Issue[]): ApprovalRule {
  if (/^\s*0+\s*$/.test(rule.above)) return { ...rule, above: '0' }
  const within = `currencies/${code}/${place}`
  const reading = readAmount(rule.above, code)
  if (!reading.ok) errors.push({ field: 'above', within, ...reading.error })
  else if (reading.looksGrouped)
    errors.push({ ...issueOn('above', 'amount_looks_grouped', { value: reading.text }), within })
  return reading.ok ? { ...rule, above: reading.text } : rule
}
