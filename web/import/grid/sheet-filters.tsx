import { issueText } from '../../language/issue-text.ts'
import { t } from '../../language/translate.ts'
import { FilterChips, FilterSelect, Filters, ListHead, SearchBox } from '../../ui/list-filters.tsx'
import type { IssueCount, RowFilter, SheetSummary } from '../protocol.ts'
import { isField } from './cells.ts'

interface SheetFiltersProps {
  readonly summary: SheetSummary
  readonly onShow: (filter: RowFilter) => void
}

/** Chooses the rows to show: by state, by what the server knows about them, or by one kind of error. */
export function SheetFilters({ summary, onShow }: SheetFiltersProps) {
  const { filter } = summary
  return (
    <ListHead>
      <SearchBox
        label={t('sheet.search')}
        placeholder={t('sheet.search.placeholder')}
        value={filter.text ?? ''}
        onChange={(text) => onShow(text === '' ? {} : { text })}
      />
      <Filters>
        <FilterChips
          label={t('sheet.filter.label')}
          options={chips(summary).map(({ name, count }) => ({
            value: name,
            label: t(`sheet.chip.${name}`, { count }),
          }))}
          value={chips(summary).find(({ of }) => isSame(of, filter))?.name}
          onChange={(chosen) => onShow(chips(summary).find(({ name }) => name === chosen)?.of ?? {})}
        />
        {summary.issues.length > 0 && (
          <FilterSelect
            label={t('sheet.filter.kinds')}
            all={t('sheet.filter.kinds')}
            options={summary.issues.map((kind) => ({ value: keyOf(kind), label: kindLabel(kind) }))}
            value={
              filter.code === undefined
                ? undefined
                : summary.issues.map(keyOf).find((key) => key === keyOfFilter(filter))
            }
            onChange={(key) => onShow(filterOf(summary.issues.find((kind) => keyOf(kind) === key)))}
          />
        )}
      </Filters>
    </ListHead>
  )
}

type ChipName = 'errors' | 'warnings' | 'damage' | 'twins' | 'new' | 'known' | 'later' | 'saved' | 'refused' | 'skipped'

interface Chip {
  readonly name: ChipName
  readonly of: RowFilter
  readonly count: number
}

/** Only filters with rows, and the chosen one, so that it can be cleared. */
function chips({ rows, withWarnings, damaged, twins, beneficiaries, filter }: SheetSummary): readonly Chip[] {
  const all: readonly Chip[] = [
    { name: 'errors', of: { with: 'errors' }, count: rows.withErrors },
    { name: 'warnings', of: { with: 'warnings' }, count: withWarnings },
    { name: 'damage', of: { with: 'damage' }, count: damaged },
    { name: 'twins', of: { with: 'twins' }, count: twins },
    { name: 'new', of: { with: 'new' }, count: beneficiaries.new },
    { name: 'known', of: { with: 'known' }, count: beneficiaries.known },
    { name: 'later', of: { with: 'later' }, count: beneficiaries.later },
    { name: 'saved', of: { state: 'saved' }, count: rows.saved },
    { name: 'refused', of: { state: 'refused' }, count: rows.refused },
    { name: 'skipped', of: { state: 'skipped' }, count: rows.skipped },
  ]
  return all.filter(({ of, count }) => count > 0 || isSame(of, filter))
}

function isSame(one: RowFilter, other: RowFilter): boolean {
  return one.state === other.state && one.with === other.with && other.code === undefined && other.text === undefined
}

function keyOf({ severity, field, code }: Pick<IssueCount, 'severity' | 'field' | 'code'>): string {
  return `${severity} ${field} ${code}`
}

function keyOfFilter({ with: what, field = '', code = '' }: RowFilter): string {
  return keyOf({ severity: what === 'warnings' ? 'warning' : 'error', field, code })
}

function filterOf(kind: IssueCount | undefined): RowFilter {
  if (kind === undefined) return {}
  const { severity, field, code } = kind
  return { with: severity === 'error' ? 'errors' : 'warnings', field, code }
}

/** "Bank · 40: …", with the issue of one of the rows. */
function kindLabel({ field, rows, example }: IssueCount): string {
  const about = isField(field) ? t(`field.${field}`) : t('sheet.column.row')
  return t('sheet.filter.kind', { about, count: rows, said: issueText(example) })
}
