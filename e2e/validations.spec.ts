import type { Page } from '@playwright/test'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { copiedRequest, field, fillIn, person, startPayout, submit } from './payout-page.ts'
import { expect, test } from './test.ts'

const { AR, BR, CL, CO, MX } = ruleBook

async function brazilian(page: Page, lastName: string): Promise<void> {
  await startPayout(page, BR)
  await fillIn(page, BR, BR.methods[0], { ...person, ...BR.methods[0].sample, beneficiaryLastName: lastName })
}

async function validateIdentity(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check identity' }).click()
}

function identity(page: Page) {
  return page.getByRole('region', { name: 'Check identity' })
}

function bank(page: Page) {
  return page.getByRole('region', { name: 'Check bank account' })
}

test('an identity that matches says so, with a trace to quote', async ({ page }) => {
  await brazilian(page, 'Souza')
  await validateIdentity(page)
  await expect(identity(page)).toContainText('Name and document match.')
  await expect(identity(page).getByRole('button', { name: 'Copy the trace identifier' })).toBeVisible()
})

test('an identity that does not match says why, what to do, and leads to the field', async ({ page }) => {
  await brazilian(page, 'Sandbox Invalid Id')
  await validateIdentity(page)
  await expect(identity(page)).toContainText('Does not match: The document number is not in the official records.')
  await identity(page).getByRole('button', { name: 'Go to the field' }).click()
  await expect(field(page, 'CPF')).toBeFocused()
})

test('a politically exposed person matches with a notice, never plainly', async ({ page }) => {
  await brazilian(page, 'Sandbox Pep')
  await validateIdentity(page)
  await expect(identity(page)).toContainText('Matches, with a compliance notice')
  await expect(identity(page)).not.toContainText('Name and document match.')
})

test('somebody on a sanctions list is not copied before a person has confirmed it', async ({ page }) => {
  await brazilian(page, 'Sandbox In International Lists')
  await validateIdentity(page)
  await expect(identity(page)).toContainText('on a sanctions or international list')
  await submit(page)
  await expect(page.getByText('Not copied yet: confirm this warning first.')).toBeVisible()
})

test('a check that the provider is unable to make is not called a mismatch', async ({ page }) => {
  await startPayout(page, AR)
  const sample = { ...AR.methods[0].sample, beneficiaryLastName: 'Sandbox Method Unavailable' }
  await fillIn(page, AR, AR.methods[0], { ...person, ...sample })
  await page.getByRole('button', { name: 'Check bank account' }).click()
  await expect(bank(page)).toContainText('Could not be validated: This kind of validation is out of service for now.')
  await expect(bank(page)).not.toContainText('Does not match')
})

test('checking the same details again has to be insisted on', async ({ page }) => {
  await brazilian(page, 'Souza')
  await validateIdentity(page)
  await expect(identity(page)).toContainText('Name and document match.')
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/identity-validations') && asked.push(request.url()))
  await identity(page).getByRole('button', { name: 'Check again' }).click()
  await expect(identity(page)).toContainText('These details were already validated')
  expect(asked).toEqual([])
  await identity(page).getByRole('button', { name: 'Check anyway' }).click()
  await expect.poll(() => asked.length).toBe(1)
})

test('a check that could not be made is tried again after a pause', async ({ page }) => {
  await brazilian(page, 'Sandbox Not Validated')
  await validateIdentity(page)
  await expect(identity(page)).toContainText('Could not be validated.')
  await expect(identity(page)).toContainText(/Try again in 0:\d\d/)
})

test('an answer that cannot be trusted may have run, and the form says what a repeat costs', async ({ page }) => {
  await brazilian(page, 'Sandbox Wrong Echo')
  await validateIdentity(page)
  await expect(identity(page)).toContainText('We do not know whether it ran. Trying again may be charged again.')
})

test('a reload while a check runs finds its answer and asks nothing twice', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('-validations') && asked.push(request.url()))
  await brazilian(page, 'Sandbox Slow')
  await validateIdentity(page)
  await expect(identity(page)).toContainText('Waiting for the provider.')
  await page.reload()
  await expect(identity(page)).toContainText('Name and document match.', { timeout: 15_000 })
  expect(asked).toHaveLength(1)
})

test('who stops waiting still gets the answer', async ({ page }) => {
  await brazilian(page, 'Sandbox Slow')
  await validateIdentity(page)
  await identity(page).getByRole('button', { name: 'Stop waiting' }).click()
  await expect(identity(page)).toContainText('No longer waiting. The answer appears here when it comes.')
  await expect(identity(page)).toContainText('Name and document match.', { timeout: 15_000 })
})

test('a check keeps focus on its button', async ({ page }) => {
  await brazilian(page, 'Souza')
  await page.getByRole('button', { name: 'Check identity' }).press('Enter')
  await expect(identity(page)).toContainText('Name and document match.')
  await expect(identity(page).getByRole('button', { name: 'Check again' })).toBeFocused()
})

test('without a network the checks wait and say so', async ({ page, context }) => {
  await brazilian(page, 'Souza')
  await context.setOffline(true)
  await expect(identity(page)).toContainText('You are offline.')
  await context.setOffline(false)
  await expect(identity(page)).not.toContainText('You are offline.')
})

test('a sandbox name is filled in with a press', async ({ page }) => {
  await startPayout(page, BR)
  await page.getByText('Sandbox: last names that change the result of validations').click()
  await page.getByRole('button', { name: 'Fill in Sandbox Pep', exact: true }).click()
  await expect(field(page, 'Last name')).toHaveValue('Sandbox Pep')
})

test('two quick presses ask the provider once', async ({ page }) => {
  await brazilian(page, 'Sandbox Slow')
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/identity-validations') && asked.push(request.url()))
  await page.getByRole('button', { name: 'Check identity' }).dblclick()
  await expect(identity(page)).toContainText('Name and document match.', { timeout: 15_000 })
  expect(asked).toHaveLength(1)
})

test('an answer belongs to its values: change one and it is outdated, put it back and it stands', async ({ page }) => {
  await brazilian(page, 'Souza')
  await validateIdentity(page)
  await expect(identity(page)).toContainText('Name and document match.')
  await field(page, 'First name').fill('Anna')
  await expect(identity(page)).toContainText('Outdated: the details have changed since the last validation.')
  await field(page, 'First name').fill('Ana')
  await expect(identity(page)).not.toContainText('Outdated')
  await page.reload()
  await expect(identity(page)).toContainText('Name and document match.')
})

test('an outdated check says what has changed since, and its old outcome as history alone', async ({ page }) => {
  await brazilian(page, 'Souza')
  await validateIdentity(page)
  await expect(identity(page)).toContainText('Name and document match.')
  await field(page, 'CPF').fill('529.982.247-25')
  await field(page, 'First name').fill('Anna')
  const changes = identity(page).getByRole('list', { name: 'Changed since' })
  await expect(changes.getByRole('listitem')).toHaveText(['First name: was Ana', 'CPF: was 11144477735'])
  await expect(identity(page)).toContainText(
    /Outdated: .*Validate again before you rely on it\. ?The last validation, just now, was for other details: “Name and/,
  )
  await field(page, 'First name').fill('')
  await expect(identity(page)).toContainText('The details are not complete yet.')
  await expect(changes).toBeHidden()
})

test('Brazil has no bank check, and the form says so before anything is spent', async ({ page }) => {
  await startPayout(page, BR)
  await expect(
    page.getByText('Check bank account: not available. The provider has no bank account validation for Brazil.'),
  ).toBeVisible()
})

test('a Colombian tax number can have its bank account checked, not its identity', async ({ page }) => {
  await startPayout(page, CO)
  await page.getByRole('radio', { name: 'NIT' }).check()
  await expect(
    page.getByText(/Check identity: not available. The identity validation takes the cédula de ciudadanía/),
  ).toBeVisible()
  await expect(bank(page)).toBeVisible()
})

test('Mexico asks for the RFC only for the bank check, and never sends it with the payout', async ({ page }) => {
  await startPayout(page, MX)
  await fillIn(page, MX, MX.methods[0], { ...person, ...MX.methods[0].sample })
  await expect(bank(page)).toContainText('Enter the RFC.')
  await field(page, 'RFC').fill('GODE561231GR8')
  await page.getByRole('button', { name: 'Check bank account' }).click()
  await expect(bank(page)).toContainText('The account belongs to this beneficiary.')
  expect(JSON.stringify(await copiedRequest(page))).not.toContain('GODE561231GR8')
})

test('a mismatch of the document leads to the RFC that was compared, not to the CURP', async ({ page }) => {
  await startPayout(page, MX)
  const sample = { ...MX.methods[0].sample, beneficiaryLastName: 'Sandbox Personal Id Mismatch' }
  await fillIn(page, MX, MX.methods[0], { ...person, ...sample })
  await field(page, 'RFC').fill('GODE561231GR8')
  await page.getByRole('button', { name: 'Check bank account' }).click()
  await bank(page).getByRole('button', { name: 'Go to the field' }).click()
  await expect(field(page, 'RFC')).toBeFocused()
})

test('a Chilean current account goes to the bank check under the check’s own code', async ({ page }) => {
  await startPayout(page, CL)
  await fillIn(page, CL, CL.methods[0], { ...person, ...CL.methods[0].sample })
  await field(page, 'Agency').fill('001')
  const asked = page.waitForRequest('**/api/bank-validations')
  await page.getByRole('button', { name: 'Check bank account' }).click()
  expect((await asked).postDataJSON()).toMatchObject({ accountTypeCode: '0002', bankName: '012', documentType: 'RUT' })
  await expect(bank(page)).toContainText('The account belongs to this beneficiary.')
})

test('an account of another name says so and leads to the name', async ({ page }) => {
  await startPayout(page, AR)
  await fillIn(page, AR, AR.methods[0], {
    ...person,
    ...AR.methods[0].sample,
    beneficiaryLastName: 'Sandbox Name Mismatch',
  })
  await page.getByRole('button', { name: 'Check bank account' }).click()
  await expect(bank(page)).toContainText('Does not match: The account is held under another name.')
  await bank(page).getByRole('button', { name: 'Go to the field' }).click()
  await expect(field(page, 'Last name')).toBeFocused()
})

test('test mode is always in sight and its checks are simulated', async ({ page }) => {
  await brazilian(page, 'Souza')
  await page.getByRole('checkbox', { name: 'Test mode' }).check()
  const strip = page.getByText('Test mode', { exact: true }).and(page.locator('strong'))
  await expect(strip).toBeVisible()
  await validateIdentity(page)
  await expect(identity(page)).toContainText('Simulated: test mode always matches.')
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Test mode' })).toBeChecked()
})
