import { useId } from 'react'
import { reasonOf, useMerchant } from '../api/use-merchant.ts'
import { t, tNode } from '../language/translate.ts'
import { Page } from '../screen/page.tsx'
import { useSession } from '../session/use-session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './about.module.css'
import { SandboxHelp } from './sandbox-help.tsx'
import { appVersion } from './version.ts'

/** Who the merchant is, what answers, which version this is, and what was assumed. */
export function About() {
  return (
    <Page title={t('about.title')}>
      <div className={styles.about}>
        <Installation />
        <SandboxHelp />
        <WireNames />
      </div>
    </Page>
  )
}

function Installation() {
  const merchant = useMerchant()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{t('about.installation')}</h2>
      {merchant.isError && (
        <Callout
          tone="error"
          title={reasonOf(merchant.error)}
          action={
            <Button busy={merchant.isFetching} onClick={() => void merchant.refetch()}>
              {t('about.again')}
            </Button>
          }
        >
          <p>{t('about.withoutMerchant')}</p>
        </Callout>
      )}
      {merchant.isPending && <Skeleton lines={3} label={t('about.loading')} />}
      {!merchant.isPending && (
        <Ledger label={t('about.installation')}>
          <LedgerRow name={t('about.merchant')} value={merchant.data?.merchantId} mono missing={t('about.notKnown')} />
          <LedgerRow
            name={t('about.answers')}
            value={merchant.data && <Environment name={merchant.data.environment} />}
            missing={t('about.notKnown')}
          />
          <LedgerRow name={t('about.version')} value={appVersion} mono />
          <LedgerRow name={t('about.programs')} value={<a href="/api/openapi.json">{t('about.openapi')}</a>} />
        </Ledger>
      )}
    </section>
  )
}

function Environment({ name }: { readonly name: 'sandbox' | 'provider' }) {
  return name === 'sandbox' ? (
    <Badge tone="sandbox">{t('about.environment.sandbox')}</Badge>
  ) : (
    t('about.environment.provider')
  )
}

function WireNames() {
  const titleId = useId()
  const names = useSession().data?.names
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{t('about.names.title')}</h2>
      <p>{tNode('about.names.why', { setting: (parts) => <code>{parts}</code> })}</p>
      <Ledger label={t('about.names.title')}>
        {assumed.map(({ what, name, within }) => (
          <LedgerRow key={what} name={t(`about.assumed.${what}`)} value={names && `${within}${names[name]}`} mono />
        ))}
      </Ledger>
    </section>
  )
}

const assumed = [
  { what: 'firstName', name: 'firstName', within: 'customer.' },
  { what: 'lastName', name: 'lastName', within: 'customer.' },
  { what: 'documentNumber', name: 'documentNumber', within: 'customer.' },
  { what: 'country', name: 'country', within: 'customer.' },
  { what: 'accountNumber', name: 'accountNumber', within: '' },
  { what: 'correlationId', name: 'correlationId', within: '' },
  { what: 'walletType', name: 'MOBILE_WALLET', within: '' },
  { what: 'currencyCode', name: 'currencyCode', within: '' },
] as const
