import { useEffect } from 'react'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { Page } from '../screen/page.tsx'
import { paths } from '../screen/routes.ts'
import { publishSession, useSession } from '../session/use-session.ts'
import { ProviderFailure } from './provider.tsx'

/** The end of a tab that was opened to sign in for another tab: notifies that one, and closes. */
export function SignedIn() {
  const session = useSession().data
  const hasFailed = new URLSearchParams(location.search).has('error')
  useEffect(() => {
    if (session === undefined || hasFailed) return
    publishSession(session)
    // A script can close only a tab that a script has opened.
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
