import type { ReactNode } from 'react'
import { type CountryCode, isCountryCode } from '#shared/countries/rule-book.ts'
import { encodings, separators } from '#shared/files/table.ts'
import type { DecimalSign } from '#shared/import/amount-style.ts'
import { countryNameByCode, countryOptions } from '../entry/country-options.ts'
import { t } from '../language/translate.ts'
import { formatNames } from '../payouts/use-export.ts'
import { ChoiceField, SelectField } from '../ui/choice-field.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './import.module.css'
import type { FileChoices, FileUnderstanding } from './worker-calls.ts'

interface Props {
  readonly understood: FileUnderstanding
  readonly choices: FileChoices
  readonly onChange: (choices: FileChoices) => void
}

/** How the file was read. Each setting can be corrected. */
export function FileFacts({ understood, choices: { decimals }, onChange }: Props) {
  return (
    <FileSection
      below={
        <>
          <FileNotes understood={understood} />
          <AmountQuestion
            ask={understood.ask}
            onChange={(decimal, country) =>
              onChange(country === undefined ? { decimal } : { decimals: { ...decimals, [country]: decimal } })
            }
          />
        </>
      }
    >
      <FormatFacts file={understood.file} onChange={onChange} />
      <HeadRow headRow={understood.headRow} onChange={(headRow) => onChange({ headRow })} />
      {understood.makes === 'payouts' && (
        <DecimalSelect decimal={understood.decimal} onChange={(decimal) => onChange({ decimal })} />
      )}
      {!understood.hasCountry && (
        <SelectField
          name="country"
          label={t('import.file.country')}
          value={understood.country ?? ''}
          placeholder={t('import.file.countryOpen')}
          onChange={(value) => onChange({ country: isCountryCode(value) ? value : null })}
          options={countryOptions()}
          warning={understood.country === undefined ? t('import.file.countryMissing') : undefined}
        />
      )}
    </FileSection>
  )
}

/** What no setting corrects: rows that are broken, and values that another program computed. */
function FileNotes({ understood: { formulas, unreadable } }: Pick<Props, 'understood'>) {
  return (
    <>
      {unreadable > 0 && <Callout tone="warning" title={t('import.file.unreadable', { count: unreadable })} />}
      {formulas > 0 && <p className={styles.quiet}>{t('import.file.formulas', { count: formulas })}</p>}
    </>
  )
}

interface DecimalSelectProps {
  readonly decimal: DecimalSign | undefined
  readonly onChange: (decimal: DecimalSign | undefined) => void
}

export function DecimalSelect({ decimal, onChange }: DecimalSelectProps) {
  return (
    <SelectField
      name="decimal"
      label={t('import.file.decimal')}
      value={decimal ?? ''}
      placeholder={t('import.file.decimalOpen')}
      onChange={(value) => onChange(value === '.' || value === ',' ? value : undefined)}
      options={[
        { value: ',', label: t('import.file.comma') },
        { value: '.', label: t('import.file.point') },
      ]}
    />
  )
}

interface FileSectionProps {
  readonly below?: ReactNode
  readonly children: ReactNode
}

export function FileSection({ below, children }: FileSectionProps) {
  return (
    <section aria-labelledby="file">
      <h2 id="file">{t('import.file.title')}</h2>
      <div className={styles.facts}>{children}</div>
      {below}
    </section>
  )
}

interface HeadRowProps {
  /** Its index; undefined: there is none. */
  readonly headRow: number | undefined
  readonly onChange: (headRow: number | null) => void
}

export function HeadRow({ headRow, onChange }: HeadRowProps) {
  return (
    <SelectField
      name="headRow"
      label={t('import.file.headRow')}
      value={headRow === undefined ? 'none' : String(headRow)}
      onChange={(value) => onChange(value === 'none' ? null : Number(value))}
      options={[
        { value: 'none', label: t('import.file.noHeadRow') },
        ...Array.from({ length: Math.max(10, (headRow ?? 0) + 1) }, (_, row) => ({
          value: String(row),
          label: t('import.file.headRowIs', { row: row + 1 }),
        })),
      ]}
    />
  )
}

type FormatChoices = Pick<FileChoices, 'encoding' | 'separator' | 'sheet' | 'headRow' | 'columns'>

interface FormatFactsProps {
  readonly file: FileUnderstanding['file']
  readonly onChange: (choices: FormatChoices) => void
}

/** Settings of one format only: the sheets of a workbook, the encoding and separator of a text file. */
export function FormatFacts({ file, onChange }: FormatFactsProps) {
  const { encoding, separator, sheets, sheet } = file
  return (
    <>
      <div className={styles.fact}>
        <span>{t('import.file.format')}</span>
        <strong>{formatName(file.format)}</strong>
      </div>
      {sheets.length > 1 && (
        <SelectField
          name="sheet"
          label={t('import.file.sheet')}
          value={sheet ?? ''}
          onChange={(value) => onChange({ sheet: value, headRow: undefined, columns: undefined })}
          options={sheets.map((name) => ({ value: name, label: name }))}
        />
      )}
      {encoding !== null && (
        <SelectField
          name="encoding"
          label={t('import.file.encoding')}
          value={encoding}
          onChange={(value) => onChange({ encoding: encodings.find((found) => found === value) })}
          options={encodings.map((value) => ({ value, label: encodingNames[value] }))}
        />
      )}
      {separator !== null && (
        <SelectField
          name="separator"
          label={t('import.file.separator')}
          value={separator}
          onChange={(value) =>
            onChange({ separator: separators.find((found) => found === value), headRow: undefined, columns: undefined })
          }
          options={separators.map((value) => ({ value, label: t(`import.separator.${separatorNames[value]}`) }))}
        />
      )}
    </>
  )
}

function formatName(format: FileUnderstanding['file']['format']): string {
  if (format === 'json') return formatNames.json
  return format === 'json-lines' ? formatNames.jsonl : t(`import.format.${format}`)
}

/** The same in every language. */
const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  macintosh: 'Mac Roman',
} as const

const separatorNames = { '\t': 'tab', ';': 'semicolon', '|': 'bar', ',': 'comma' } as const

interface AmountQuestionProps extends Pick<FileUnderstanding, 'ask'> {
  readonly onChange: (decimal: DecimalSign, country: CountryCode | undefined) => void
}

/** Asked once for the whole file, or for a country that may write its amounts in its own way, where they can be read in two ways. */
export function AmountQuestion({ ask, onChange }: AmountQuestionProps) {
  if (ask === undefined) return null
  const { typed, mark, country } = ask
  const other = mark === ',' ? '.' : ','
  const where = country === undefined ? 'none' : countryNameByCode(country)
  return (
    <div className={styles.question}>
      <ChoiceField
        name="amountMeaning"
        label={t('import.file.ask', { typed, country: where })}
        hint={t('import.file.askHint', { country: where })}
        value=""
        onChange={(value) => onChange(value === 'decimal' ? mark : other, country)}
        choices={[
          { value: 'thousands', label: t('import.file.askThousands', { amount: ask.thousands }) },
          { value: 'decimal', label: t('import.file.askDecimal', { amount: ask.decimal }) },
        ]}
      />
    </div>
  )
}
