import { inBook, pixDetails, unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

test('a person reads who did what, in plain sentences that lead to the things', { tag: '@phone' }, async ({
  page,
  me,
}) => {
  const him = unique()
  const id = await inBook(page, pixDetails(him))
  await page.goto('/activity')
  await page.getByRole('combobox', { name: 'Person' }).selectOption({ label: me })
  const entry = page.getByRole('row', { name: `${me} added ${him.name}` })
  await expect(entry).toBeVisible()
  await entry.getByRole('link', { name: him.name }).click()
  await expect(page).toHaveURL(`/beneficiaries/${id}`)
})

test('what is filtered stands in the address, by ids and codes alone', async ({ page, me }) => {
  const him = unique()
  const id = await inBook(page, pixDetails(him))
  await page.goto('/activity')
  await page.getByRole('combobox', { name: 'Person' }).selectOption({ label: me })
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Beneficiary added')
  await expect(page.getByText(`${me} added ${him.name}`)).toBeVisible()
  await expect(page.getByText(`${me} signed in`, { exact: true })).toBeHidden()
  const address = new URL(page.url())
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ action: 'beneficiary.created' })
  expect(decodeURIComponent(address.href)).not.toContain(me)
  await page.reload()
  await expect(page.getByText(`${me} added ${him.name}`)).toBeVisible()

  await page.goto(`/activity?thing=${id}`)
  await expect(page.getByText(`${me} added ${him.name}`)).toBeVisible()
  await page.getByRole('button', { name: /show all again/ }).click()
  await expect(page).toHaveURL('/activity')
})

test('a day without work says so, and how to see the rest', async ({ page, me }) => {
  await page.goto('/activity?from=2001-01-01&to=2001-01-02')
  await expect(page.getByText('No entries match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(page).toHaveURL('/activity?show=everything')
  await expect(page.getByText(`${me} signed in`, { exact: true })).toBeVisible()
})

test('who came and who looked stays out of the way until it is asked for', async ({ page, me }) => {
  const him = unique()
  const id = await inBook(page, pixDetails(him))
  await page.request.post(`/api/beneficiaries/${id}/reveal`, { data: { purpose: 'view' } })
  await page.goto('/activity')
  await page.getByRole('combobox', { name: 'Person' }).selectOption({ label: me })
  await expect(page.getByText(`${me} added ${him.name}`)).toBeVisible()
  await expect(page.getByText(`${me} saw the details`)).toBeHidden()
  await page.getByRole('button', { name: 'Changes only', pressed: true }).click()
  await expect(page.getByText(`${me} viewed the details of ${him.name}`)).toBeVisible()
  await expect(page.getByText(`${me} signed in`, { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/show=everything/)
  await page.reload()
  await expect(page.getByText(`${me} signed in`, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Changes only', pressed: false }).click()
  await expect(page.getByText(`${me} signed in`, { exact: true })).toBeHidden()
})
