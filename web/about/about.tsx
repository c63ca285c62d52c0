import { Fragment, type ReactNode, useId } from 'react'
import type { BackupState, WitnessState } from '#shared/api/backups.ts'
import { type Sentinel, sentinels } from '#shared/api/sandbox-sentinels.ts'
import { reasonOf } from '../api/api.ts'
import { useBackups, useMerchant, useOverview } from '../api/queries.ts'
import { RemoveSampleData } from '../hints/remove-sample-data.tsx'
import { LoadSampleData } from '../hints/sample-data.tsx'
import { t, tNode } from '../language/translate.ts'
import { LoadAgain } from '../screen/load-again.tsx'
import { Page } from '../screen/page.tsx'
import { useMay } from '../session/use-may.tsx'
import { useEnvironment, useSession } from '../session/use-session.ts'
import { Ago } from '../ui/ago.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Badge } from '../ui/tone.tsx'
import styles from './about.module.css'
import { AboutDeliveries } from './about-deliveries.tsx'

/** The installation: its merchant and version, its backups, the sandbox, and the names on the wire that are assumed. */
export function About() {
  return (
    <Page title={t('about.title')}>
      <div className={styles.about}>
        <Installation />
        <Backups />
        <AboutDeliveries />
        <SandboxHelp />
        <Samples />
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
        <LoadAgain title={reasonOf(merchant.error)} query={merchant}>
          <p>{t('about.withoutMerchant')}</p>
        </LoadAgain>
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

function Samples() {
  const titleId = useId()
  const state = useOverview().data?.sampleData
  const mayManage = useMay('manage')
  if (state === undefined || state === 'notOffered' || !mayManage) return null
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{t('about.sampleData')}</h2>
      {state === 'loaded' ? <RemoveSampleData /> : <LoadSampleData />}
    </section>
  )
}

function Backups() {
  const { data: state } = useBackups()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{t('about.backups.title')}</h2>
      {state === undefined ? <Skeleton lines={2} label={t('about.backups.loading')} /> : <BackupSummary {...state} />}
      {state?.witness && <WitnessSummary {...state.witness} />}
    </section>
  )
}

/** How old the newest backup is, and whether the last attempt failed. */
export function BackupSummary({ schedule, madeAt, last }: Omit<BackupState, 'witness'>) {
  if (schedule === null && last === null) {
    return <p>{tNode('about.backups.unscheduled', { setting: (parts) => <code>{parts}</code> })}</p>
  }
  const failed = last?.outcome === 'failed' && {
    tone: 'error' as const,
    note: tNode('about.backups.failed', { ago: () => <Ago at={last.startedAt} /> }),
  }
  return (
    <Ledger label={t('about.backups.title')}>
      <LedgerRow
        name={t('about.backups.newest')}
        value={madeAt === null ? undefined : <Ago at={madeAt} />}
        missing={t('about.backups.none')}
        {...failed}
      />
      {schedule !== null && <LedgerRow name={t('about.backups.schedule')} value={scheduleWords(schedule)} />}
    </Ledger>
  )
}

/** When the newest line of the audit log last reached its witness, and whether the last attempt failed. */
export function WitnessSummary({ witnessedAt, failedAt }: WitnessState) {
  const failed = failedAt !== null && {
    tone: 'error' as const,
    note: tNode('about.backups.failed', { ago: () => <Ago at={failedAt} /> }),
  }
  return (
    <Ledger label={t('about.witness.title')}>
      <LedgerRow
        name={t('about.witness.title')}
        value={witnessedAt === null ? undefined : <Ago at={witnessedAt} />}
        missing={t('about.witness.none')}
        {...failed}
      />
    </Ledger>
  )
}

function scheduleWords({ everyMinutes, keep }: NonNullable<BackupState['schedule']>): string {
  const [unit, minutes] = units.find(([, unitMinutes]) => everyMinutes % unitMinutes === 0) ?? ['minute', 1]
  return t('about.backups.every', { unit, count: everyMinutes / minutes, keep })
}

const units = [
  ['day', 1_440],
  ['hour', 60],
] as const

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

/** The last names that make the sandbox give certain answers. Only the sandbox has them. */
export function SandboxHelp() {
  const environment = useEnvironment()
  const titleId = useId()
  if (environment !== 'sandbox') return null
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{t('about.sandbox.title')}</h2>
      <p>{t('about.sandbox.lead')}</p>
      <Table
        label={t('about.sandbox.label')}
        columns={columns()}
        rows={sentinels}
        rowKey={(row) => `${row.lastName} ${row.service}`}
      />
    </section>
  )
}

function columns(): readonly Column<Sentinel>[] {
  return [
    { title: t('about.sandbox.lastName'), cell: (row) => <code>{row.lastName}</code> },
    { title: t('about.sandbox.check'), cell: (row) => t(`about.service.${row.service}`) },
    { title: t('about.sandbox.outcome'), cell: (row) => breakable(row.outcome) },
    { title: t('about.sandbox.happens'), cell: (row) => breakable(t(row.description)) },
  ]
}

/** A code that is too long for its line breaks after an underscore: PROVIDER_ PROTOCOL_ ERROR. */
function breakable(text: string): ReactNode {
  return text.split(/(?<=_)/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name, and stay where they are
    <Fragment key={place}>
      {part}
      <wbr />
    </Fragment>
  ))
}

declare const __APP_VERSION__: string

/** With commit and day, put in by Vite: scripts/build-version.mjs. */
export const appVersion = __APP_VERSION__
