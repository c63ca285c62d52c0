import { AppLink } from './app-link.tsx'
import { Page } from './page.tsx'
import { paths } from './routes.ts'

/** For an address that leads nowhere. */
export function NotFound() {
  return (
    <Page title="There is no such page" lead="The address may be mistyped, or the page has moved.">
      <AppLink to={paths.newPayout}>Enter a new payout</AppLink>
    </Page>
  )
}
