import { useState } from 'react'
import { isOidcError, oidcErrorMessages } from '#shared/api/oidc.ts'
import { settleDrafts } from '../drafts/open-drafts.ts'
import { t } from '../language/translate.ts'
import { paths } from '../screen/routes.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/tone.tsx'

export interface ProviderButtonProps {
  /** To sign in, or to confirm one's identity. */
  readonly path: '/api/sign-in/oidc' | '/api/session/proof/oidc'
  /** Leaves this page for the provider, as nothing is typed on it. Otherwise another tab is opened, and this page is unchanged. */
  readonly isHere?: boolean | undefined
}

/** Opens the company's identity provider. */
export function ProviderButton({ path, isHere = false }: ProviderButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  async function leave() {
    setIsBusy(true)
    if (isHere || !hasOpened(addressOf(path, paths.signIn))) {
      await settleDrafts()
      location.assign(addressOf(path, wantedPath()))
    } else setIsBusy(false)
  }
  return (
    <Button kind="primary" busy={isBusy} onClick={() => void leave()}>
      {t(path === '/api/sign-in/oidc' ? 'signIn.provider.signIn' : 'signIn.provider.prove')}
    </Button>
  )
}

/** The page that the person wanted to open, also after the provider's answer has led to another address. */
function wantedPath(): string {
  if (location.pathname !== paths.signIn) return location.pathname + location.search
  const to = new URLSearchParams(location.search).get('to') ?? ''
  return /^\/(?![/\\])/.test(to) ? to : paths.home
}

function addressOf(path: string, to: string): string {
  return `${path}?${new URLSearchParams({ to })}`
}

/** False where the browser blocks the other tab. The tab has a name, so that a second click brings the same one to the front. */
function hasOpened(address: string): boolean {
  return window.open(address, 'payout-desk-sign-in') !== null
}

/** Why the provider sent the person back without signing them in. */
export function ProviderFailure() {
  const code = new URLSearchParams(location.search).get('error')
  if (location.pathname !== paths.signIn || code === null) return null
  const title = isOidcError(code) ? t(oidcErrorMessages[code]) : t('signIn.provider.failed')
  return (
    <div role="alert">
      <Callout tone="error" title={title} />
    </div>
  )
}
