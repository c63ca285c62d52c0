import { type ActivityEntry, activityActions } from '#shared/api/activity.ts'
import { momentWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { endOfDay, isDay, isOneOf, startOfDay, useFilter } from '../screen/list-state.ts'
import { Page } from '../screen/page.tsx'
import { useSession } from '../session/use-session.ts'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { DataList } from '../ui/data-list.tsx'
import type { DataColumn } from '../ui/data-table.tsx'
import { DaySpan, FilterChips, FilterSelect, Filters, FilterTag, ListHead } from '../ui/list-filters.tsx'
import { ActivityLine } from './activity-line.tsx'
import { useActivity } from './use-activity.ts'

/** The audit log: who did what, and when. */
export function Activity() {
  const filters = useActivityFilters()
  const { person, thing, action, kind, from, to } = filters
  const pages = useActivity({
    person: person.value,
    thing: thing.value,
    action: action.value,
    kind: kind.value,
    from: from.value && startOfDay(from.value),
    to: to.value && endOfDay(to.value),
  })
  const people = useSession().data?.people ?? []
  return (
    <Page title={t('activity.page.title')} lead={t('activity.page.lead')}>
      <ListHead>
        <Filters>
          <FilterSelect
            label={t('activity.page.person')}
            all={t('activity.page.everybody')}
            options={people.map(({ id, name }) => ({ value: id, label: name }))}
            value={person.value}
            onChange={person.choose}
          />
          <FilterSelect
            label={t('activity.page.action')}
            all={t('activity.page.allActions')}
            options={activityActions.map((value) => ({ value, label: t(`activity.label.${value}`) }))}
            value={action.value}
            onChange={action.choose}
          />
          {action.value === undefined && (
            <FilterChips
              label={t('activity.page.shown')}
              options={[{ value: 'changes', label: t('activity.page.changesOnly') }]}
              value={kind.value}
              onChange={kind.choose}
            />
          )}
          <DaySpan from={from.value} to={to.value} onFrom={from.choose} onTo={to.choose} />
          {thing.value !== undefined && (
            <FilterTag onRemove={() => thing.choose(undefined)}>{thingName(pages.rows, thing.value)}</FilterTag>
          )}
        </Filters>
      </ListHead>
      <DataList
        label={t('activity.page.title')}
        columns={columns}
        pages={pages}
        rowKey={keyOf}
        countWords={countWords}
        empty={
          <>
            <p>{t('activity.page.nothing')}</p>
            <Button onClick={filters.showEverything}>{t('activity.page.showEverything')}</Button>
          </>
        }
      />
    </Page>
  )
}

function useActivityFilters() {
  const shown = useFilter('show', (value) => value === everything)
  const filters = {
    person: useFilter('person'),
    thing: useFilter('thing'),
    action: useFilter('action', isOneOf(activityActions)),
    from: useFilter('from', isDay),
    to: useFilter('to', isDay),
  }
  return {
    ...filters,
    // An action named in the address is shown even if it would be left out otherwise.
    kind: {
      value: shown.value === undefined && filters.action.value === undefined ? ('changes' as const) : undefined,
      choose: (kind: string | undefined) => shown.choose(kind === undefined ? everything : undefined),
    },
    showEverything() {
      shown.choose(everything)
      for (const { choose } of Object.values(filters)) choose(undefined)
    },
  }
}

const everything = 'everything'

const columns: readonly DataColumn<ActivityEntry>[] = [
  {
    get title() {
      return t('activity.page.what')
    },
    width: 'minmax(0, 1fr)',
    wraps: true,
    cell: (entry) => <ActivityLine entry={entry} />,
  },
  {
    get title() {
      return t('activity.page.when')
    },
    width: '6rem',
    cell: ({ at }) => <Ago at={at} />,
  },
  {
    get title() {
      return t('activity.page.exactly')
    },
    // "21 de nov. de 2026, 14:03:09".
    width: '12.5rem',
    cell: ({ at }) => momentWords(at),
  },
]

function countWords(count: number): string {
  return t('activity.page.count', { count })
}

function keyOf({ seq }: ActivityEntry): string {
  return String(seq)
}

function thingName(rows: readonly ActivityEntry[], id: string): string {
  const found = rows.find(({ thing }) => thing.id === id)
  return found?.thing.name ?? t('activity.page.oneThing')
}
