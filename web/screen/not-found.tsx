import { t } from '../language/translate.ts'
import { AppLink } from './app-link.tsx'
import { Page } from './page.tsx'
import { paths } from './routes.ts'

/** For an address that leads nowhere. */
export function NotFound() {
  return (
    <Page title={t('app.notFound.title')} lead={t('app.notFound.lead')}>
      <AppLink to={paths.newPayout}>{t('app.notFound.newPayout')}</AppLink>
    </Page>
  )
}
