import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { batchSchema } from '#shared/api/batch.ts'
import { sheetSchema } from '#shared/api/sheet.ts'
import { hasValidEcuadorianCedulaDigits } from '#shared/check-digits/ecuadorian-cedula.ts'
import { expectReadable, expectSound } from './sound.ts'
import { expect, test } from './test.ts'

const headings =
  'Country,First name,Last name,Document type,Document number,Bank,Account number,Account type,Amount,Currency,Terms approved,Reference'

interface Line {
  readonly first?: string
  readonly document?: string
  readonly bank?: string
  readonly amount?: string
  readonly reference?: string
}

/** Ecuadorian payees, each with an account of their own. */
function csvOf(lines: readonly Line[]): string {
  const start = Math.floor(Math.random() * 9_000_000_000) + 1_000_000_000
  const rows = lines.map(
    ({ first = 'Ana', document = newCedula(), bank = '0023', amount = '10', reference = '' }, place) =>
      ['EC', first, 'Paredes', '04', document, bank, start + place, '0001', amount, 'USD', 'true', reference].join(','),
  )
  return [headings, ...rows].join('\n')
}

/** A cédula with a valid check digit that is new to the database. */
function newCedula(): string {
  const nine = `17${Math.floor(Math.random() * 6_000_000)
    .toString()
    .padStart(7, '0')}`
  const endings = Array.from({ length: 10 }, (_, ending) => `${nine}${ending}`)
  return endings.find(hasValidEcuadorianCedulaDigits) ?? newCedula()
}

/** The same with a check digit that does not fit the rest. */
function wrongCedula(): string {
  const right = newCedula()
  return `${right.slice(0, 9)}${(Number(right[9]) + 1) % 10}`
}

/** Opens a file, and goes on to its rows. */
async function openFile(page: Page, csv: string): Promise<void> {
  await page.goto('/import')
  const file = { name: 'payroll.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: /^Continue with/ }).press('Enter')
  await page.getByRole('grid', { name: 'Rows of the file' }).waitFor()
}

/** Presses Tab until this has focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < 60; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not lead there')
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

const focused = (page: Page) => page.locator('[role=gridcell]:focus')

const sum = (page: Page, words: string) => expect(page.getByText(words)).toBeVisible()

/** Goes to a cell of a row by its column's title. */
async function goToCell(page: Page, row: number, title: string): Promise<void> {
  const titles = await page.getByRole('columnheader').allTextContents()
  await press(page, 'Control+Home', ...Array.from({ length: row - 1 }, () => 'ArrowDown'))
  await press(page, ...Array.from({ length: titles.indexOf(title) }, () => 'ArrowRight'))
}

test('a messy file is corrected, saved and finished by the keyboard alone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const reference = `R-${randomUUID()}`
  const lines: readonly Line[] = [
    { first: '' },
    ...Array.from({ length: 40 }, () => ({ bank: 'Banco X' })),
    { amount: 'ten' },
    { document: wrongCedula() },
    { reference },
    { reference },
  ]
  await openFile(page, csvOf(lines))
  await sum(page, '45 rows = 0 saved + 0 refused + 0 skipped + 45 open')
  await tabTo(page, page.locator('[role=gridcell][tabindex="0"]'))

  await goToCell(page, 1, 'First name')
  await page.keyboard.type('Nina')
  await press(page, 'Enter')
  await goToCell(page, 2, 'Bank')
  await expect(focused(page)).toHaveAccessibleDescription(/“Banco X” is not on the list/)
  await press(page, 'Escape')
  await tabTo(page, page.getByRole('button', { name: 'Choose for these 40 rows' }))
  await press(page, 'Enter')
  await page.keyboard.type('pichin')
  await press(page, 'Enter')
  await expect(page.getByText('41 rows are ready, 1 more has')).toBeVisible()
  await press(page, 'Control+z')
  await expect(page.getByText('1 row is ready, 1 more has')).toBeVisible()
  await press(page, 'Control+y')

  await goToCell(page, 42, 'Amount')
  await page.evaluate(() => navigator.clipboard.writeText('12.50\tUSD\n'))
  await press(page, 'Control+v')
  await expect(page.getByText('42 rows are ready, 1 more has')).toBeVisible()

  await goToCell(page, 43, 'Document number')
  await expect(focused(page)).toHaveAccessibleDescription(/check digit/)
  await press(page, 'Escape')
  await tabTo(page, page.getByRole('button', { name: 'I checked this. Keep it' }))
  await press(page, 'Enter')
  await expect(page.getByRole('button', { name: /^With warnings/ })).toHaveCount(0)

  await expect(page.getByRole('button', { name: 'Compared when saved 45' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Save 43 rows' }))
  await press(page, 'Enter')
  await sum(page, '45 rows = 43 saved + 0 refused + 0 skipped + 2 open')
  await tabTo(page, page.getByRole('button', { name: 'As CSV' }))
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Enter')])
  const left = await readFile(await download.path(), 'utf8')
  expect(left).toContain('Not saved because')
  expect(left).toMatch(/\n45,.*reference/i)

  await tabTo(page, page.getByRole('button', { name: 'Finish' }))
  await press(page, 'Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Finish' }))
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\/batches\/[0-9a-f-]+$/)
  await expect(page.getByRole('heading', { name: 'payroll' })).toBeVisible()
})

test('a tab behind another one says so, saves nothing, and goes on with what is newer', async ({ page, context }) => {
  await openFile(page, csvOf([{}, {}]))
  const address = `/api${new URL(page.url()).pathname}`
  const savedRevisions = async () => {
    const { parts } = sheetSchema.parse(await (await page.request.get(address)).json())
    return parts.map(({ revision }) => revision)
  }
  const mend = async (tab: Page, first: string) => {
    await tab.locator('[role=gridcell][tabindex="0"]').focus()
    await goToCell(tab, 1, 'First name')
    await tab.keyboard.type(first)
    await press(tab, 'Enter')
  }
  const isBehind = async (tab: Page) => {
    await expect(tab.getByRole('alert').filter({ hasText: 'changed in another tab' })).toBeVisible()
    await expect(tab.getByRole('button', { name: /^Save/ })).toHaveCount(0)
  }
  await expect.poll(savedRevisions).toEqual([1])
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByText('2 rows are ready')).toBeVisible()
  await mend(other, 'Nina')
  await expect.poll(savedRevisions).toEqual([2])

  await page.getByRole('button', { name: 'Save 2 rows' }).click()
  await isBehind(page)
  const batch = await page.request.get(address.replace('/sheet', ''))
  expect(batchSchema.parse(await batch.json()).rows.saved).toBe(0)
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect(page.getByRole('gridcell', { name: 'Nina' })).toBeVisible()
  await page.getByRole('button', { name: 'Save 2 rows' }).click()
  await sum(page, '2 rows = 2 saved + 0 refused + 0 skipped + 0 open')
  await mend(other, 'Eva')
  await isBehind(other)
})

test('a sheet whose page was closed before all rows were saved says how many are missing', async ({
  page,
  context,
}) => {
  let isFirst = true
  await page.route('**/sheet/parts', async (route) => {
    if (route.request().method() !== 'PUT' || isFirst) await route.continue()
    else await route.abort()
    isFirst = false
  })
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && /parts$/.test(answer.url()))
  await openFile(page, csvOf(Array.from({ length: 450 }, () => ({}))))
  await saved
  const address = page.url()
  await page.close()
  const later = await context.newPage()
  await later.goto(address)
  await expect(later.getByRole('alert').filter({ hasText: 'Rows missing: 250 of 450' })).toBeVisible()
})

test('assistive technology finds nothing to trip over in the grid, nor in a cell that is open', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  await openFile(page, csvOf([{ first: '' }, { bank: 'Banco X' }, { document: wrongCedula() }, {}]))
  await page.locator('[role=gridcell][tabindex="0"]').focus()
  await expectSound(page)
  if (!isMobile) await expectReadable(page)
  await press(page, 'F2')
  await expectSound(page)
})

test('2,000 rows scroll to their end with few of them rendered', async ({ page }) => {
  await openFile(page, csvOf(Array.from({ length: 2_000 }, () => ({}))))
  await expect(page.getByText('2,000 rows are ready')).toBeVisible({ timeout: 60_000 })
  for (const at of [0.5, 1]) {
    await page.getByRole('grid').evaluate((grid, part) => grid.scrollTo(0, grid.scrollHeight * part), at)
    await expect(page.getByRole('rowheader', { name: new RegExp(`^${2_000 * at}`) })).toBeVisible()
    expect(await page.getByRole('row').count()).toBeLessThan(60)
  }
})
