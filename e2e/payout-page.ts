import { expect, type Locator, type Page } from '@playwright/test'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { english } from '#shared/language/english.ts'
import { type FormField, formFields } from '#shared/payout/form-fields.ts'
import type { Country, FieldValues, Method } from '#shared/rule-book/country.ts'

/** A payee for every country; the country's own sample fills the other fields. */
export const person = { beneficiaryFirstName: 'Ana', beneficiaryLastName: 'Souza', amount: '15000' }

/** Where the interface documents no values, the forms are alike: Kenya is the one that is tested. */
export const countriesThatDiffer: readonly Country[] = Object.values(ruleBook).filter(
  ({ code, undocumented }) => undocumented === undefined || code === 'KE',
)

/** Opens the form, chooses where the money goes and how. */
export async function startPayout(page: Page, country: Country, method: Method = country.methods[0]): Promise<void> {
  await page.goto('/payouts/new')
  await chooseCountry(page, country)
  if (country.methods.length > 1) await chooseMethod(page, method)
}

/** Goes on with the form that was left last. */
export async function continueUnfinished(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Continue' }).click()
}

export async function chooseCountry(page: Page, country: Country): Promise<void> {
  await page.getByLabel('Country', { exact: true }).selectOption(country.code)
}

export async function chooseMethod(page: Page, method: Method): Promise<void> {
  await page
    .getByRole('group', { name: 'Method' })
    .getByRole('radio', { name: `${english(method.label)} ${english(method.summary)}` })
    .check()
}

/** Fills the fields that the form shows, from top to bottom, each by the label it has by then. */
export async function fillIn(page: Page, country: Country, method: Method, values: FieldValues): Promise<void> {
  for (const field of formFields(country, method, { currencyCode: country.currency, ...values })) {
    const value = values[field.name]
    if (value !== undefined) await enter(page, field, value)
  }
}

/** The text box, combo box or group of choices with this label, whether or not it is marked as optional. */
export function field(page: Page, label: string): Locator {
  const name = new RegExp(`^${label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}( \\(.*\\))?$`)
  return page
    .getByRole('textbox', { name })
    .or(page.getByRole('combobox', { name }))
    .or(page.getByRole('group', { name }))
}

/** The text below a field: its error, warning, note or hint. */
export async function expectAdvice(page: Page, label: string, advice: string | RegExp): Promise<void> {
  await expect(field(page, label)).toHaveAccessibleDescription(advice)
}

/** Presses the button and gives what lies on the clipboard then. */
export async function copiedRequest(page: Page): Promise<unknown> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await submit(page)
  await expect(page.getByText('Copied: the exact request is on your clipboard.')).toBeVisible()
  return JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
}

/** Says of each warning that it was looked at. */
export async function confirmWarnings(page: Page): Promise<void> {
  for (const box of await page.getByRole('checkbox', { name: /I checked this/ }).all()) await box.check()
}

export async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Copy request' }).click()
}

async function enter(page: Page, { label, control, choices }: FormField, value: string): Promise<void> {
  const box = field(page, english(label))
  if (control === 'choice') {
    const choice = choices.find(({ code }) => code === value)?.label
    const shown = choice === undefined ? value : english(choice)
    if (await page.getByRole('group', { name: english(label) }).isVisible())
      await box.getByRole('radio', { name: shown, exact: true }).check()
    else await box.selectOption({ label: shown })
    return
  }
  await box.fill(value)
  if (control === 'bank') await box.press('Enter')
}
