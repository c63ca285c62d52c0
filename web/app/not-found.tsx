import { AppLink } from './app-link.tsx'
import { Page } from './page.tsx'
import { paths } from './routes.ts'
import { t } from './words.ts'

/** For an address that leads nowhere. */
export function NotFound() {
  return (
    <Page title={t('notFound.title')} lead={t('notFound.lead')}>
      <AppLink to={paths.newPayout}>{t('notFound.newPayout')}</AppLink>
    </Page>
  )
}
