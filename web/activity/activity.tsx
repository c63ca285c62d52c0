import { type ActivityEntry, activityActions } from '#shared/api/activity.ts'
import { Page } from '../app/page.tsx'
import { useFilter } from '../app/use-filter.ts'
import { useSession } from '../session/use-session.ts'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { DataList } from '../ui/data-list.tsx'
import type { DataColumn } from '../ui/data-table.tsx'
import { DaySpan } from '../ui/day-span.tsx'
import { FilterChips, FilterSelect, FilterTag } from '../ui/filter-chips.tsx'
import { ListHead } from '../ui/list-head.tsx'
import { ActivityLine } from './activity-line.tsx'
import { actionLabel } from './activity-words.ts'
import { useActivity } from './use-activity.ts'

/** Who did what, and when: the record that nobody can change. */
export function Activity() {
  const filters = useActivityFilters()
  const { person, thing, action, kind, from, to } = filters
  const pages = useActivity({
    person: person.value,
    thing: thing.value,
    action: action.value,
    kind: kind.value,
    from: startOf(from.value),
    to: endOf(to.value),
  })
  const people = useSession().data?.people ?? []
  return (
    <Page title="Activity" lead="Who did what, and when. Nothing here can be changed or taken away.">
      <ListHead>
        <FilterSelect
          label="Person"
          all="Everybody"
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
          value={person.value}
          onChange={person.choose}
        />
        <FilterSelect
          label="Action"
          all="All actions"
          options={actions}
          value={action.value}
          onChange={action.choose}
        />
        {action.value === undefined && (
          <FilterChips label="What is shown" options={kinds} value={kind.value} onChange={kind.choose} />
        )}
        <DaySpan from={from.value} to={to.value} onFrom={from.choose} onTo={to.choose} />
        {thing.value !== undefined && (
          <FilterTag onRemove={() => thing.choose(undefined)}>{thingName(pages.rows, thing.value)}</FilterTag>
        )}
      </ListHead>
      <DataList
        label="Activity"
        columns={columns}
        pages={pages}
        rowKey={keyOf}
        nouns={nouns}
        empty={
          <>
            <p>Nothing was recorded that fits these filters.</p>
            <Button onClick={filters.showEverything}>Show everything</Button>
          </>
        }
      />
    </Page>
  )
}

function useActivityFilters() {
  const [person, choosePerson] = useFilter('person')
  const [thing, chooseThing] = useFilter('thing')
  const [action, chooseAction] = useFilter('action', isAction)
  const [shown, chooseShown] = useFilter('show', (value) => value === everything)
  const [from, chooseFrom] = useFilter('from', isDay)
  const [to, chooseTo] = useFilter('to', isDay)
  return {
    person: { value: person, choose: choosePerson },
    thing: { value: thing, choose: chooseThing },
    action: { value: action, choose: chooseAction },
    // An action that somebody asked for is shown, whatever it is.
    kind: {
      value: shown === undefined && action === undefined ? ('changes' as const) : undefined,
      choose: (kind: string | undefined) => chooseShown(kind === undefined ? everything : undefined),
    },
    from: { value: from, choose: chooseFrom },
    to: { value: to, choose: chooseTo },
    showEverything() {
      chooseShown(everything)
      for (const choose of [choosePerson, chooseThing, chooseAction, chooseFrom, chooseTo]) choose(undefined)
    },
  }
}

const everything = 'everything'

const kinds = [{ value: 'changes', label: 'Changes only' }] as const

const columns: readonly DataColumn<ActivityEntry>[] = [
  { title: 'What happened', width: 'minmax(0, 5fr)', wraps: true, cell: (entry) => <ActivityLine entry={entry} /> },
  { title: 'When', width: 'minmax(6rem, 1fr)', cell: ({ at }) => <Ago at={at} /> },
  { title: 'Exactly', width: '12.5rem', cell: ({ at }) => exactly(at) },
]

const actions = activityActions.map((action) => ({ value: action, label: actionLabel(action) }))

const nouns = ['entry', 'entries'] as const

function keyOf({ seq }: ActivityEntry): string {
  return String(seq)
}

function isAction(value: string): boolean {
  return activityActions.some((action) => action === value)
}

function isDay(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
}

/** A day begins and ends where the person is. */
function startOf(day: string | undefined): string | undefined {
  return day && new Date(`${day}T00:00:00`).toISOString()
}

function endOf(day: string | undefined): string | undefined {
  return day && new Date(`${day}T23:59:59.999`).toISOString()
}

function exactly(at: string): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
}

function thingName(rows: readonly ActivityEntry[], id: string): string {
  const found = rows.find(({ thing }) => thing.id === id)
  return found?.thing.name ?? 'One thing'
}
