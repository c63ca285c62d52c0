import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { type DetailsLink, detailsLinkPageSchema, type LinkState, linkStates } from '#shared/api/details-links.ts'
import { dateTimeFormat } from '#shared/language/intl.ts'
import { deleteJson, reasonOf } from '../api/api.ts'
import { invalidateAll, useOverview } from '../api/queries.ts'
import { usePages } from '../api/use-pages.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { locale } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { isOneOf, useFilter } from '../screen/list-state.ts'
import { Page } from '../screen/page.tsx'
import { useMay } from '../session/use-may.tsx'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { DataList } from '../ui/data-list.tsx'
import type { DataColumn } from '../ui/data-table.tsx'
import { FormDialog } from '../ui/form.tsx'
import { FilterSelect, Filters, ListHead } from '../ui/list-filters.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Name } from '../ui/name.tsx'
import { Badge, Callout, type Tone } from '../ui/tone.tsx'
import { AskMany } from './ask-many.tsx'
import styles from './details-links.module.css'
import { addressOfReceived, receivedPath } from './received-details.tsx'
import { RenewDialog } from './renew-dialog.tsx'

/** The links by which beneficiaries give their own details, newest first, with what became of each. */
export function LinkList() {
  const { value: state, choose } = useFilter('state', isOneOf(linkStates))
  const pages = usePages(['details-links'], '/api/details-links', detailsLinkPageSchema, { query: { state } })
  return (
    <Page title={t('detailsLinks.list.title')} lead={t('detailsLinks.list.lead')} aside={<AskMany />}>
      <ToLookAt />
      <ListHead>
        <Filters>
          <FilterSelect
            label={t('detailsLinks.list.state')}
            all={t('detailsLinks.list.allStates')}
            options={linkStates.map((value) => ({ value, label: t(`detailsLinks.state.${value}`) }))}
            value={state}
            onChange={choose}
          />
        </Filters>
      </ListHead>
      <DataList
        label={t('detailsLinks.list.title')}
        columns={columns}
        pages={pages}
        rowKey={keyOf}
        countWords={countWords}
        empty={
          state === undefined ? (
            <p>{t('detailsLinks.list.noneYet')}</p>
          ) : (
            <>
              <p>{t('detailsLinks.list.noneInState')}</p>
              <Button onClick={() => choose(undefined)}>{t('detailsLinks.list.showAll')}</Button>
            </>
          )
        }
      />
    </Page>
  )
}

/** What came and waits for a decision. */
function ToLookAt() {
  const count = useOverview().data?.received ?? 0
  if (!useMay('handle') || count === 0) return null
  return (
    <Callout
      tone="info"
      title={t('detailsLinks.list.received', { count })}
      action={<ButtonLink href={receivedPath}>{t('detailsLinks.list.look')}</ButtonLink>}
    />
  )
}

function countWords(count: number): string {
  return t('detailsLinks.list.count', { count })
}

function keyOf({ id }: DetailsLink): string {
  return id
}

const stateTones: Readonly<Record<LinkState, Tone>> = {
  open: 'neutral',
  opened: 'neutral',
  submitted: 'info',
  returned: 'warning',
  accepted: 'success',
  refused: 'neutral',
  withdrawn: 'neutral',
  closed: 'warning',
  expired: 'warning',
}

const columns: readonly DataColumn<DetailsLink>[] = [
  {
    get title() {
      return t('detailsLinks.list.name')
    },
    width: 'minmax(9rem, 2fr)',
    cell: ({ name, isTampered }) =>
      isTampered ? <span className={styles.wrong}>{t('detailsLinks.list.tampered')}</span> : <Name>{name}</Name>,
  },
  {
    get title() {
      return t('detailsLinks.list.state')
    },
    width: 'minmax(8.5rem, 0.8fr)',
    narrow: 'beside',
    cell: ({ state, isTampered }) =>
      !isTampered && <Badge tone={stateTones[state]}>{t(`detailsLinks.state.${state}`)}</Badge>,
  },
  {
    get title() {
      return t('detailsLinks.list.country')
    },
    width: 'minmax(5rem, 1fr)',
    narrow: 'hidden',
    cell: ({ country }) => (country === null ? '–' : countryNameByCode(country)),
  },
  {
    get title() {
      return t('detailsLinks.list.opened')
    },
    width: 'minmax(9rem, 2fr)',
    named: true,
    narrow: 'grows',
    cell: ({ openedAt, openedOn }) =>
      openedAt === null ? (
        '–'
      ) : (
        <>
          <Ago at={openedAt} />
          {openedOn !== null && openedOn !== '' && ` · ${openedOn}`}
        </>
      ),
  },
  {
    get title() {
      return t('detailsLinks.list.by')
    },
    width: 'minmax(6rem, 1fr)',
    narrow: 'hidden',
    cell: ({ madeBy }) => <Name>{madeBy.name}</Name>,
  },
  {
    get title() {
      return t('detailsLinks.list.made')
    },
    width: '6rem',
    narrow: 'hidden',
    isExtra: true,
    cell: ({ madeAt }) => <Ago at={madeAt} />,
  },
  {
    get title() {
      return t('detailsLinks.list.until')
    },
    width: '7rem',
    narrow: 'hidden',
    cell: ({ state, expiresAt, isTampered }) => (isWaiting(state) && !isTampered ? dayWords(expiresAt) : '–'),
  },
  {
    get title() {
      return t('detailsLinks.list.actions')
    },
    width: '11.5rem',
    cell: (link) => <LinkActions link={link} />,
  },
]

function dayWords(at: string): string {
  return dateTimeFormat(locale(), { dateStyle: 'medium' }).format(new Date(at))
}

/** Whether anything can still come by a link, or be decided. */
function isWaiting(state: LinkState): boolean {
  return state === 'open' || state === 'opened' || state === 'returned' || state === 'submitted' || state === 'expired'
}

function LinkActions({ link }: { readonly link: DetailsLink }) {
  const mayEnter = useMay('enter')
  const [asked, setAsked] = useState<'renew' | 'withdraw'>()
  const close = () => setAsked(undefined)
  const mayHandle = useMay('handle')
  if (!mayEnter || link.isTampered || !isWaiting(link.state)) return null
  return (
    <>
      <span className={styles.actions}>
        {mayHandle && link.state === 'submitted' && (
          <Link href={addressOfReceived(link.id)}>
            {t('detailsLinks.list.lookAt')}
            <span className="sr-only">: {link.name}</span>
          </Link>
        )}
        <Button kind="link" small label={`${t('detailsLinks.renew')}: ${link.name}`} onClick={() => setAsked('renew')}>
          {t('detailsLinks.renew')}
        </Button>
        <Button
          kind="link"
          small
          label={`${t('detailsLinks.withdraw')}: ${link.name}`}
          onClick={() => setAsked('withdraw')}
        >
          {t('detailsLinks.withdraw')}
        </Button>
      </span>
      {asked === 'renew' && <RenewDialog link={link} onClose={close} />}
      {asked === 'withdraw' && <WithdrawDialog link={link} onClose={close} />}
    </>
  )
}

interface WithdrawDialogProps {
  readonly link: DetailsLink
  readonly onClose: () => void
}

function WithdrawDialog({ link: { id, name }, onClose }: WithdrawDialogProps) {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const withdrawing = useMutation({
    mutationFn: () => deleteJson(`/api/details-links/${id}`),
    onSuccess: () => {
      announce(t('detailsLinks.withdrawn'))
      onClose()
    },
    onSettled: () => invalidateAll(queryClient),
  })
  return (
    <FormDialog
      title={t('detailsLinks.withdraw.title', { name })}
      description={t('detailsLinks.withdraw.means')}
      action={t('detailsLinks.withdraw')}
      kind="danger"
      isBusy={withdrawing.isPending}
      failure={withdrawing.isError && t('detailsLinks.failed', { reason: reasonOf(withdrawing.error) })}
      onSubmit={() => withdrawing.mutate()}
      onClose={onClose}
    />
  )
}
