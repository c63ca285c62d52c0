import type { Payout } from '#shared/api/payout.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { Amount, MaskedEnding, ShownName, shownName, stateLabel, stateTones } from '../entry/payout-words.tsx'
import { WarningMarks } from '../entry/warning-marks.tsx'
import { t, tNode } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { useStaffNames } from '../session/use-staff-names.ts'
import { Ago } from '../ui/ago.tsx'
import { Code } from '../ui/name.tsx'
import { Table } from '../ui/table.tsx'
import { Badge } from '../ui/tone.tsx'
import { FactMarks } from './fact-marks.tsx'
import styles from './payout-ticks.module.css'
import { type PayoutWithFacts, useMarks } from './use-marks.ts'

interface PayoutTicksProps {
  readonly items: readonly Payout[]
  /** The ids of those that are selected. */
  readonly ticks: ReadonlySet<string>
  readonly onChange: (ticks: ReadonlySet<string>) => void
  /** They are in different states, not all approved. */
  readonly hasState?: boolean
}

/** Payouts, each with a check box, and one for all. */
export function PayoutTicks({ items, ticks, onChange, hasState = false }: PayoutTicksProps) {
  const all = exportable(items)
  const areAll = all.length > 0 && all.every((id) => ticks.has(id))
  function tick(id: string, isTicked: boolean) {
    const next = new Set(ticks)
    if (isTicked) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  return (
    <>
      <label className={styles.tick}>
        <input type="checkbox" checked={areAll} onChange={() => onChange(new Set(areAll ? [] : all))} />
        {t('exports.ticks.all')}
      </label>
      <Table
        label={hasState ? t('payouts.list.title') : t('exports.ticks.label')}
        rows={useMarks(items)}
        rowKey={({ id }) => id}
        isDense
        columns={[
          {
            title: t('exports.ticks.beneficiary'),
            cell: (payout) => (
              <span className={styles.who} title={shownName(payout)}>
                <label className={styles.tick}>
                  <input
                    type="checkbox"
                    checked={ticks.has(payout.id)}
                    disabled={payout.tampered !== null}
                    onChange={(event) => tick(payout.id, event.currentTarget.checked)}
                  />
                  <span className={styles.name}>
                    <ShownName of={payout} />
                  </span>
                </label>
                <Where of={payout} />
              </span>
            ),
          },
          {
            title: t('exports.ticks.amount'),
            isFigure: true,
            cell: (payout) => <Amount {...payout} />,
          },
          {
            title: t('exports.ticks.account'),
            named: true,
            cell: ({ masked }) => <Ending text={masked.recipientPixKey ?? masked.accountNumber} />,
          },
          hasState
            ? {
                title: t('payouts.column.state'),
                cell: ({ state }: Payout) => <Badge tone={stateTones[state]}>{stateLabel(state)}</Badge>,
              }
            : {
                title: t('exports.ticks.approved'),
                cell: (payout: Payout) => (
                  <span className={styles.approved}>
                    <Approved payout={payout} />
                  </span>
                ),
              },
          {
            title: t('payouts.facts.warnings'),
            cell: (payout) => <Marks of={payout} />,
          },
        ]}
      />
    </>
  )
}

/** The country, and the reference as a link: under the name, as there is no room for more columns. */
function Where({ of: { id, country, externalReference } }: { readonly of: Payout }) {
  return (
    <span className={styles.where}>
      {countryNameByCode(country)} ·{' '}
      <AppLink to={addressOf.payout(id)}>
        <Code>{externalReference}</Code>
      </AppLink>
    </span>
  )
}

function Marks({ of: { warnings, facts, testMode } }: { readonly of: PayoutWithFacts }) {
  return (
    <span className={styles.marks}>
      <WarningMarks counts={warnings} />
      {testMode && <Badge tone="sandbox">{t('payouts.column.test')}</Badge>}
      <FactMarks facts={facts} />
    </span>
  )
}

function Approved({ payout: { decidedAt, decidedBy } }: { readonly payout: Payout }) {
  const nameOf = useStaffNames()
  if (decidedAt === null) return null
  const when = () => <Ago at={decidedAt} />
  return decidedBy === null
    ? tNode('exports.ticks.approvedBySomebody', { when })
    : tNode('exports.ticks.approvedBy', { when, name: nameOf(decidedBy) })
}

function Ending({ text }: { readonly text: string | undefined }) {
  return text === undefined ? t('exports.ticks.noAccount') : <MaskedEnding text={text} />
}

/** A payout that was changed outside of the app cannot be exported. */
function exportable(items: readonly Payout[]): readonly string[] {
  return items.filter(({ tampered }) => tampered === null).map(({ id }) => id)
}
