import { useEffect } from 'react'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { Page } from '../screen/page.tsx'
import { paths } from '../screen/routes.ts'
import { shared, useSession } from '../session/use-session.ts'
import { ProviderFailure } from './provider.tsx'

/** Where a tab ends up that was opened to sign in for another one: it tells that one, and closes. */
export function SignedIn() {
  const session = useSession().data
  const hasFailed = new URLSearchParams(location.search).has('error')
  useEffect(() => {
    if (session === undefined || hasFailed) return
    shared(session)
    // Only what a script has opened closes by a script.
    if (window.opener !== null) window.close()
  }, [session, hasFailed])
  return (
    <Page title={t('signIn.page.title')} lead={hasFailed ? t('signIn.provider.unchanged') : t('signIn.provider.done')}>
      <ProviderFailure />
      <p>
        <AppLink to={paths.payouts}>{t('signIn.provider.toPayouts')}</AppLink>
      </p>
    </Page>
  )
}
