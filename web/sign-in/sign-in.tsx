import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { Session } from '#shared/api/session.ts'
import { t } from '../language/translate.ts'
import { Page } from '../screen/page.tsx'
import { paths } from '../screen/routes.ts'
import { onOtherTab } from '../session/use-session.ts'
import { useChangeNotice } from './credential-changes.tsx'
import { ProviderButton, ProviderFailure } from './provider.tsx'
import styles from './sign-in-ways.module.css'
import { SignInWays } from './sign-in-ways.tsx'
import { WithoutEither } from './without-either.tsx'

/** The first screen, at any address, where people have to sign in. */
export function SignIn({ mode }: { readonly mode: 'accounts' | 'oidc' }) {
  const queryClient = useQueryClient()
  const [location, navigate] = useLocation()
  useEffect(() => onOtherTab(() => void queryClient.invalidateQueries({ queryKey: ['session'] })), [queryClient])
  function goOn(session: Session) {
    queryClient.setQueryData(['session'], session)
    if (location === paths.signIn) navigate(paths.home, { replace: true })
  }
  const { notice, signedIn } = useChangeNotice(goOn)
  if (notice !== false)
    return (
      <Page title={t('signIn.changes.title')}>
        <div className={styles.page}>{notice}</div>
      </Page>
    )
  return (
    <Page title={t('signIn.page.title')} lead={t('session.choose.product')}>
      <div className={styles.page}>
        {mode === 'oidc' ? (
          <>
            <ProviderFailure />
            <div>
              <ProviderButton path="/api/sign-in/oidc" isHere />
            </div>
          </>
        ) : (
          <>
            <SignInWays onSignedIn={signedIn} />
            <WithoutEither onEnrol={(token) => navigate(`${paths.enrol}#${token}`)} />
          </>
        )}
      </div>
    </Page>
  )
}
