import { useId } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './about.module.css'
import { Page } from './page.tsx'
import { SandboxHelp } from './sandbox-help.tsx'
import { reasonOf, useMerchant } from './use-merchant.ts'
import { appVersion } from './version.ts'

/** Who the merchant is, what answers, which version this is, and what was assumed. */
export function About() {
  return (
    <Page title="About">
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
      <h2 id={titleId}>This installation</h2>
      {merchant.isError && (
        <Callout
          tone="error"
          title={reasonOf(merchant.error)}
          action={
            <Button busy={merchant.isFetching} onClick={() => void merchant.refetch()}>
              Try again
            </Button>
          }
        >
          <p>Payouts can be entered and previewed; identity and bank checks need the provider.</p>
        </Callout>
      )}
      {merchant.isPending && <Skeleton lines={3} label="Loading the merchant" />}
      {!merchant.isPending && (
        <Ledger label="This installation">
          <LedgerRow name="Merchant" value={merchant.data?.merchantId} mono missing="not known" />
          <LedgerRow
            name="What answers"
            value={merchant.data && <Environment name={merchant.data.environment} />}
            missing="not known"
          />
          <LedgerRow name="Version" value={appVersion} mono />
          <LedgerRow
            name="For programs"
            value={<a href="/api/openapi.json">The interface of this server (OpenAPI)</a>}
          />
        </Ledger>
      )}
    </section>
  )
}

function Environment({ name }: { readonly name: 'sandbox' | 'provider' }) {
  return name === 'sandbox' ? <Badge tone="sandbox">Sandbox</Badge> : 'The provider'
}

function WireNames() {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>Assumed names</h2>
      <p>
        The provider’s interface does not show these names in its requests and answers. Payout Desk assumes them; the
        setting <code>PROVIDER_NAMES</code> renames them.
      </p>
      <Ledger label="Assumed names">
        {assumedNames.map(({ what, name }) => (
          <LedgerRow key={what} name={what} value={name} mono />
        ))}
      </Ledger>
    </section>
  )
}

const assumedNames = [
  { what: 'First name', name: 'customer.firstName' },
  { what: 'Last name', name: 'customer.lastName' },
  { what: 'Document number', name: 'customer.documentNumber' },
  { what: 'Country', name: 'customer.country' },
  { what: 'Account number', name: 'accountNumber' },
  { what: 'Echo of the check’s identifier', name: 'correlationId' },
  { what: 'Account type of a wallet', name: 'MOBILE_WALLET' },
] as const
