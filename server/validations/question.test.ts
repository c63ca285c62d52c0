import { expect, it } from 'vitest'
import { completeEntry } from '#shared/payout/entry.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { readBankValidation } from '#shared/validation/bank-validation.ts'
import { readIdentityValidation } from '#shared/validation/identity-validation.ts'
import { valueOrFailure } from '../http/reading.ts'
import { payoutWrite } from '../testing/payouts.ts'
import { type Question, questionsOf, questionText } from './question.ts'

/** What the route makes of the question when a page or program sends it. */
function asRead({ service, validation }: Question): Question {
  const body: unknown = JSON.parse(JSON.stringify(validation))
  return service === 'identity'
    ? { service, validation: valueOrFailure(readIdentityValidation(body)) }
    : { service, validation: valueOrFailure(readBankValidation(body)) }
}

const questions = sampleEntries.flatMap((sample) => {
  const answered = completeEntry({ ...payoutWrite(sample).entry, validationAgency: '1234' })
  return [...questionsOf(answered), ...questionsOf(answered, true)].map((question) => ({ name: sample.name, question }))
})

it('finds questions of both services', () => {
  expect(questions.filter(({ question }) => question.service === 'identity').length).toBeGreaterThan(10)
  expect(questions.filter(({ question }) => question.service === 'bank').length).toBeGreaterThan(5)
})

it.each(questions)('$name: $question.service is the same question as entry and as asked', ({ question }) => {
  expect(questionText(asRead(question))).toBe(questionText(question))
})
