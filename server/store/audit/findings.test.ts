import { expect, it } from 'vitest'
import { createFindings } from './findings.ts'

it('a finding is there until a validation of the same question that ran says otherwise', () => {
  const findings = createFindings()
  const take = (facts: object) =>
    findings.take({
      action: 'validation.asked',
      facts: JSON.stringify({ service: 'identity', outcome: 'OK', correlationId: 'c1', ...facts }),
    })
  const found = () => [...findings.of(['q1', 'q2', 'q3'])].map(([question, { finding }]) => [question, finding])
  take({ question: 'q1', finding: 'pep' })
  take({ question: 'q2', finding: 'listed', outcome: 'NOK' })
  take({ outcome: 'PROVIDER_TIMEOUT', correlationId: null })
  expect(found()).toEqual([
    ['q1', 'pep'],
    ['q2', 'listed'],
  ])
  take({ question: 'q1' })
  expect(found()).toEqual([['q2', 'listed']])
})
