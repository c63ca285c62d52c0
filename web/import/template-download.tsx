import { useState } from 'react'
import type { BatchMakes } from '#shared/api/batch.ts'
import { isCountryCode } from '#shared/countries/rule-book.ts'
import { saveFile } from '../api/save-file.ts'
import { countryOptions } from '../entry/country-options.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/choice-field.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './import.module.css'

type Format = 'xlsx' | 'csv'

/** A file to fill in, for one country or all, made in the browser from the rules. */
export function TemplateDownload({ makes }: { readonly makes: BatchMakes }) {
  const [country, setCountry] = useState('')
  const [making, setMaking] = useState<Format>()
  const [hasFailed, setFailed] = useState(false)

  async function download(format: Format) {
    setMaking(format)
    setFailed(false)
    try {
      await saveTemplate(makes, country, format)
    } catch {
      setFailed(true)
    }
    setMaking(undefined)
  }

  return (
    <section aria-labelledby="template" className={styles.template}>
      <h2 id="template">{t('import.template.title')}</h2>
      <div className={styles.templateChoice}>
        <SelectField
          name="templateCountry"
          label={t('import.template.country')}
          value={country}
          placeholder={t('import.template.all')}
          onChange={setCountry}
          options={countryOptions()}
        />
        <Button busy={making === 'xlsx'} onClick={() => download('xlsx')}>
          {t('import.template.excel')}
        </Button>
        <Button busy={making === 'csv'} onClick={() => download('csv')}>
          {t('import.template.csv')}
        </Button>
      </div>
      <p className={styles.quiet}>{t('import.template.help')}</p>
      {hasFailed && (
        <Callout tone="error" title={t('import.template.failed')}>
          <p>{t('import.template.failedHelp')}</p>
        </Callout>
      )}
    </section>
  )
}

/** The workbook writer is loaded on demand. */
async function saveTemplate(makes: BatchMakes, country: string, format: Format): Promise<void> {
  const { templateCsv, templateWorkbook } = await import('#shared/import/template.ts')
  const code = isCountryCode(country) ? country : undefined
  const name = [makes, ...(code === undefined ? [] : [code])].join('-')
  if (format === 'csv') return saveFile(`${name}.csv`, [templateCsv(t, code, makes)], 'text/csv')
  const pieces: BlobPart[] = []
  for await (const piece of templateWorkbook(t, code, makes)) pieces.push(new Uint8Array(piece))
  saveFile(`${name}.xlsx`, pieces, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
}
