import * as z from 'zod/mini'
import type { OutcomeStatement } from '#shared/api/outcome.ts'
import type { Encryption } from '../store/encryption/encryption.ts'

const factsSchema = z.object({
  file: z.optional(z.string()),
  words: z.optional(z.string()),
  paidAmount: z.optional(z.string()),
  paidCurrencyCode: z.optional(z.string()),
  settlementAmount: z.optional(z.string()),
  settlementCurrencyCode: z.optional(z.string()),
})

/** The parts of a statement that may identify a person: the provider's words and amounts, and the name of the file. */
type OutcomeFacts = z.infer<typeof factsSchema>

type StatedFacts = Omit<OutcomeStatement, 'payoutId' | 'externalReference' | 'outcome'> & {
  readonly file: string | undefined
}

export function statementColumns(encryption: Encryption, id: string, facts: StatedFacts) {
  return { facts_encrypted: encryption.encrypt(JSON.stringify(facts), placeOf(id)) }
}

interface SavedFacts {
  readonly id: string
  readonly facts_encrypted: string | null
}

/** Nothing of them is left once the beneficiary was erased. */
export function factsOf(encryption: Encryption, { id, facts_encrypted }: SavedFacts): OutcomeFacts {
  return facts_encrypted === null ? {} : factsSchema.parse(JSON.parse(encryption.decrypt(facts_encrypted, placeOf(id))))
}

function placeOf(id: string) {
  return { table: 'outcomes', id, column: 'facts_encrypted' }
}
