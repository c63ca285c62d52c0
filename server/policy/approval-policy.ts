import { randomUUID } from 'node:crypto'
import { canonicalJson } from '#shared/api/canonical-json.ts'
import { type Issue, issueOn } from '#shared/api/issue.ts'
import {
  type ApprovalPolicy,
  type ApprovalRule,
  policyProposalSchema,
  type RulesByCurrency,
} from '#shared/api/policy.ts'
import type { Person, SignInMode } from '#shared/api/session.ts'
import { decimalsOf } from '#shared/countries/rule-book.ts'
import { readAmount } from '#shared/payout/amount.ts'
import { Failure } from '../kernel/failure.ts'
import { activeReviewers, type Member } from '../people/member.ts'
import type { ProposalRow } from '../proposals/proposal-rows.ts'
import { propose } from '../proposals/proposals.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { insertPolicy, isPolicyGenuine, type PolicyRow, policiesInForce, replacePolicy } from './policy-rows.ts'
import { approvalPolicyThing, auditedPolicy, isPolicyOnTrust } from './policy-trail.ts'
import { suggestedPolicy } from './suggested-policy.ts'

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
  const rows = await policiesInForce(reader.db)
  if (!isPolicyGenuine(reader.encryption, rows, await auditedPolicy(reader)))
    throw new Failure('TAMPERED', { params: { why: 'policy' } })
  return rows[0]
}

function rulesIn({ policy }: PolicyRow): RulesByCurrency {
  return policyProposalSchema.shape.currencies.parse(JSON.parse(policy))
}

/** The rules in force, as they are answered, and what the app proposes until two admins who prove who they are have decided: also on none. */
export async function findPolicy(reader: Reader, signIn: SignInMode): Promise<ApprovalPolicy> {
  const { version, currencies } = await policyInForce(reader)
  // Where names are taken on trust, a second approval proves nothing. What these agreed on stays, as rules only ask for more.
  const isUndecided = signIn !== 'local' && (version === 0 || (await isPolicyOnTrust(reader)))
  const isOpen = isUndecided && (await activeReviewers(reader, signIn)).length > 1
  return { version, currencies: copied(currencies), suggested: isOpen ? copied(suggestedPolicy) : null }
}

function copied(currencies: RulesByCurrency) {
  return Object.fromEntries(
    Object.entries(currencies).map(([code, rules]) => [code, rules.map((rule) => ({ ...rule }))]),
  )
}

/**
 * Proposes rules for all currencies; a proposal that waits gives way to it.
 * @throws Failure FIELDS_INVALID
 */
export async function proposePolicy(tx: Transaction, person: Member, given: RulesByCurrency): Promise<void> {
  await propose(tx, person, {
    kind: 'policy',
    thingId: approvalPolicyThing.id,
    content: { currencies: readRules(given) },
  })
}

/** Puts rules that were proposed and confirmed into force. Audited. @throws Failure TAMPERED */
export async function putIntoForce(tx: Transaction, proposal: ProposalRow, confirmer: Person | null): Promise<void> {
  const { currencies } = policyProposalSchema.parse(JSON.parse(proposal.content))
  const former = await rowInForce(tx)
  const version = (former?.version ?? 0) + 1
  if (former !== undefined) await replacePolicy(tx, former)
  const id = randomUUID()
  await insertPolicy(tx, {
    id,
    version,
    policy: canonicalJson(currencies),
    state: 'in_force',
    made_by: proposal.made_by,
    made_at: proposal.made_at,
    confirmed_by: confirmer?.id ?? null,
    confirmed_at: tx.now().toISOString(),
  })
  const facts = { policy: id, version, proposedBy: proposal.made_by }
  await tx.audit({ personId: confirmer?.id ?? null, action: 'policy.confirmed', thing: approvalPolicyThing, facts })
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
