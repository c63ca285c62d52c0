import type { Page } from '@playwright/test'

/** Follows an entry of the navigation, which is behind a button on a phone. */
export async function goTo(page: Page, title: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: new RegExp(`^${title}`) })
    .click()
}
