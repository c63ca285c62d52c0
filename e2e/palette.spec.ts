import type { Page } from '@playwright/test'
import { inBook, pixDetails, unique } from './saved-beneficiaries.ts'
import { expectSound } from './sound.ts'
import { expect, test } from './test.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to' })
const box = (page: Page) => palette(page).getByRole('combobox', { name: 'Search' })
const option = (page: Page, name: string) => palette(page).getByRole('option', { name })

test('the rules of a country are two words away, also of one that is only checked', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/exports')
  await page.getByRole('button', { name: /^Go to/ }).click()
  await box(page).fill('rules')
  await expect(palette(page).getByRole('option', { name: /^Rules of/ })).toHaveCount(20)
  await box(page).fill('costa')
  await option(page, 'Rules of Costa Rica').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Costa Rica' })).toBeVisible()
})

test('a beneficiary is found by name, two of one name differ by the document, and assistive technology finds nothing to trip over', async ({
  page,
  context,
}) => {
  const him = unique('Zoraïde')
  const twin = { ...unique('Zoraïde'), lastName: him.lastName, name: him.name }
  await inBook(page, pixDetails(twin))
  const id = await inBook(page, pixDetails(him))
  await page.goto('/exports')
  await page.getByRole('button', { name: /^Go to/ }).click()
  // The options are walked through from the box, by the arrow keys, and come into sight by that.
  await expectSound(page, { except: ['scrollable-region-focusable'] })
  await context.setOffline(true)
  await box(page).fill('Payouts')
  await expect(palette(page).getByRole('status')).toContainText('could not be searched')
  await context.setOffline(false)
  await box(page).fill('Nobody has this name')
  await expect(palette(page).getByRole('status')).toHaveText('Nothing found. Try fewer letters.')
  await box(page).fill(`zoraide ${him.lastName}`)
  await expect(palette(page).getByRole('status')).toHaveText('2 found')
  await expectSound(page)
  await option(page, `${him.name} Brazil · …${him.cpf.slice(-4)}`).click()
  await expect(page).toHaveURL(`/beneficiaries/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: him.name })).toBeVisible()
})
