import type { Page } from '@playwright/test'
import { inBook, pixDetails, unique } from './saved-beneficiaries.ts'
import { expectSound, expectSoundInLight } from './sound.ts'
import { expect, test } from './test.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to' })
const box = (page: Page) => palette(page).getByRole('combobox', { name: 'Search' })
const option = (page: Page, name: string) => palette(page).getByRole('option', { name })

test('a person goes anywhere by Ctrl K and a few letters', async ({ page }) => {
  await page.goto('/payouts')
  await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('acti')
  await expect(option(page, 'Activity')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/activity')
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeFocused()
  await expect(palette(page)).toBeHidden()
})

test('the rules of a country are two words away, also of one that is only checked', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/about')
  await page.getByRole('button', { name: /^Go to/ }).click()
  await box(page).fill('rules')
  await expect(palette(page).getByRole('option', { name: /^Rules of/ })).toHaveCount(20)
  await box(page).fill('costa')
  await option(page, 'Rules of Costa Rica').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Costa Rica' })).toBeVisible()
})

test('a beneficiary is found by name, and two of one name are told apart by the document', async ({ page }) => {
  const him = unique('Zoraïde')
  const twin = { ...unique('Zoraïde'), lastName: him.lastName, name: him.name }
  await inBook(page, pixDetails(twin))
  const id = await inBook(page, pixDetails(him))
  await page.goto('/payouts')
  await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible()
  await page.getByRole('button', { name: /^Go to/ }).click()
  await box(page).fill(`zoraide ${him.lastName}`)
  await expect(palette(page).getByRole('status')).toHaveText('2 found')
  await option(page, `${him.name} Brazil · …${him.cpf.slice(-4)}`).click()
  await expect(page).toHaveURL(`/beneficiaries/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: him.name })).toBeVisible()
})

test('the arrows go round, Escape leaves everything as it was', async ({ page }) => {
  await page.goto('/exports')
  await page.getByRole('button', { name: /^Go to/ }).focus()
  await page.keyboard.press('Enter')
  await expect(option(page, 'New payout')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(option(page, 'About')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(option(page, 'Import payouts')).toHaveAttribute('aria-selected', 'true')
  const activeId = await option(page, 'Import payouts').getAttribute('id')
  await expect(box(page)).toHaveAttribute('aria-activedescendant', String(activeId))
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(page.getByRole('button', { name: /^Go to/ })).toBeFocused()
  await expect(page).toHaveURL('/exports')
})

test('who cannot be found is said, and so is a server that does not answer', async ({ page, context }) => {
  await page.goto('/payouts')
  await page.getByRole('button', { name: /^Go to/ }).click()
  await box(page).fill('Nobody has this name')
  await expect(palette(page).getByRole('status')).toHaveText('Nothing found. Try fewer letters.')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeVisible()
  await context.setOffline(true)
  await box(page).fill('Payouts')
  await expect(palette(page).getByRole('status')).toContainText('could not be searched', { timeout: 10_000 })
  await palette(page).getByRole('option', { name: 'Payouts', exact: true }).click()
  await expect(palette(page)).toBeHidden()
})

test('a question mark shows every key, on any screen, but not where somebody types', async ({ page }) => {
  await page.goto('/beneficiaries')
  const search = page.getByRole('searchbox', { name: 'Search beneficiaries' })
  await search.press('?')
  await expect(search).toHaveValue('?')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByRole('region', { name: 'Everywhere' })).toContainText('Ctrl K')
  await expect(keys.getByRole('region', { name: 'While reviewing' })).toContainText('approve')
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
})

test.describe('in Spanish', () => {
  test.use({ locale: 'es-MX' })

  test('a place is found by its Spanish name and by the English one', async ({ page }) => {
    await page.goto('/payouts')
    await page.getByRole('button', { name: /^Ir a/ }).click()
    const found = page.getByRole('dialog', { name: 'Ir a' }).getByRole('option')
    const typed = page.getByRole('combobox', { name: 'Buscar' })
    await typed.fill('costa de marfil')
    await expect(found).toHaveText([/^Reglas de Costa de Marfil/])
    await typed.fill('ivory')
    await expect(found).toHaveText([/^Reglas de Costa de Marfil/])
    await typed.fill('nuevo pag')
    await expect(found).toHaveText(['Nuevo pago'])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/payouts\/new/)
  })
})

test('assistive technology finds nothing to trip over in the palette', async ({ page }) => {
  const him = unique()
  await inBook(page, pixDetails(him))
  await page.goto('/payouts')
  await page.getByRole('button', { name: /^Go to/ }).click()
  // The options are walked through from the box, by the arrow keys, and come into sight by that.
  await expectSound(page, { except: ['scrollable-region-focusable'] })
  await box(page).fill(him.lastName)
  await expect(option(page, him.name)).toBeVisible()
  await expectSoundInLight(page)
  await box(page).fill('Nobody has this name')
  await expect(palette(page).getByRole('status')).toHaveText('Nothing found. Try fewer letters.')
  await expectSoundInLight(page)
})
