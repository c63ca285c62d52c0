import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'

const csv = [
  'Country,First name,Last name,Document type,Document number,Bank,Account number,Account type,Amount,Currency,Terms approved',
  ...['Ana,30', 'Eva,4', 'Luz,200'].map((row, place) => {
    const [name, amount] = row.split(',')
    return `EC,${name},Paredes,04,1710034065,0023,22001234${place}1,0001,${amount},USD,true`
  }),
].join('\n')

async function openRows(page: Page): Promise<void> {
  await page.goto('/import')
  const file = { name: 'mouse.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: /^Continue with/ }).click()
  await page.getByRole('grid', { name: 'Rows of the file' }).waitFor()
}

/** Drags from the middle of one element to the middle of another. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover()
  await page.mouse.down()
  await to.hover()
  await page.mouse.up()
}

const column = (page: Page, name: string) => page.getByRole('columnheader', { name })
const cells = (page: Page, title: string) => async () => {
  const titles = await page.getByRole('columnheader').allTextContents()
  return page
    .locator(`[role=gridcell][aria-colindex="${titles.findIndex((one) => one.startsWith(title)) + 1}"]`)
    .allTextContents()
}

test('the corner of a cell fills the cells below, as far as it is dragged', async ({ page }) => {
  await openRows(page)
  await page.getByRole('gridcell', { name: 'Ana' }).click()
  await drag(page, page.locator('[data-fill]'), page.getByRole('gridcell', { name: 'Luz' }))
  await expect.poll(cells(page, 'First name')).toEqual(['Ana', 'Ana', 'Ana'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(cells(page, 'First name')).toEqual(['Ana', 'Eva', 'Luz'])
})

test('a column is as wide as its border is dragged, by a double click as wide as its text, and by keys', async ({
  page,
}) => {
  await openRows(page)
  const heading = column(page, 'Last name')
  const width = async () => Math.round((await heading.boundingBox())?.width ?? 0)
  const before = await width()
  const border = heading.locator('[data-border]')
  await border.hover()
  const box = await border.boundingBox()
  await page.mouse.down()
  await page.mouse.move((box?.x ?? 0) - before + 60, box?.y ?? 0)
  await page.mouse.up()
  await expect.poll(width).toBeLessThan(70)
  await border.dblclick()
  await expect.poll(width).toBeGreaterThan(70)
  const fitting = await width()
  await page.getByRole('gridcell', { name: 'Paredes' }).first().click()
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await expect.poll(width).toBe(fitting + 32)
  await page.keyboard.press('Alt+Shift+ArrowLeft')
  await expect.poll(width).toBe(fitting)
})

test('a right click on a heading opens a menu inside the window, which sorts the rows', async ({ page }) => {
  await openRows(page)
  await column(page, 'Amount').click({ button: 'right' })
  const menu = page.getByRole('menu')
  const box = await menu.boundingBox()
  const window = page.viewportSize()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(window?.width ?? 0)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(window?.height ?? 0)
  await page.getByRole('menuitem', { name: 'Sort ascending' }).click()
  await expect.poll(cells(page, 'Amount')).toEqual(['4', '30', '200'])
  await expect(page.locator('[role=gridcell]:focus')).toHaveText('4')
})

test('rows chosen with Ctrl are skipped together from the menu of the keyboard', async ({ page }) => {
  await openRows(page)
  await page.getByRole('gridcell', { name: 'Ana' }).click()
  await page.getByRole('gridcell', { name: 'Luz' }).click({ modifiers: ['Control'] })
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Skip 2 rows' }).click()
  await expect(page.getByText('3 rows = 0 saved + 0 refused + 2 skipped + 1 open')).toBeVisible()
})
