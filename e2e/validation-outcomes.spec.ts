import { ruleBook } from '#shared/countries/rule-book.ts'
import { field, fillIn, person, startPayout } from './payout-page.ts'
import { expect, test } from './test.ts'

const { BR } = ruleBook

// Once, at one size: every repeat spends from the server's one retry budget, as it would in earnest.
for (const [lastName, words] of [
  ['Sandbox Not Validated', 'Could not be validated.'],
  ['Sandbox Not Run', 'The validation did not run.'],
  ['Sandbox Unauthorized', 'The provider refused the credentials.'],
  ['Sandbox Rate Limit', 'The provider is asked too often.'],
  ['Sandbox Error', 'Nothing is lost: you can continue and validate later.'],
  ['Sandbox Error Twice', 'Name and document match.'],
  ['Sandbox No Answer', 'The provider did not answer in time.'],
  ['Sandbox Garbled', 'The provider gave an answer that cannot be trusted.'],
  ['Sandbox Slow', 'Name and document match.'],
] as const) {
  test(`the last name ${lastName} shows “${words}”`, async ({ page }) => {
    await startPayout(page, BR)
    await fillIn(page, BR, BR.methods[0], { ...person, ...BR.methods[0].sample, beneficiaryLastName: lastName })
    await page.getByRole('button', { name: 'Check identity' }).click()
    const identity = page.getByRole('region', { name: 'Check identity' })
    await expect(identity).toContainText(words, { timeout: 15_000 })
    await expect(field(page, 'Last name')).toHaveValue(lastName)
  })
}
