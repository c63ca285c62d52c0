import { useQuery } from '@tanstack/react-query'
import { sheetsSchema } from '#shared/api/sheet.ts'
import { getJson } from '../api/api.ts'
import { DiscardBatch } from '../discard/discard-batch.tsx'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { Ago } from '../ui/ago.tsx'
import { Name } from '../ui/name.tsx'
import styles from './import.module.css'

/** The sheets that this person began and left, fetched on each visit. Other people do not see them. */
export function UnfinishedSheets() {
  const { data } = useQuery({
    queryKey: ['sheets'],
    queryFn: ({ signal }) => getJson('/api/sheets', sheetsSchema, { signal }),
    gcTime: 0,
  })
  if (data === undefined || data.items.length === 0) return null
  return (
    <section aria-labelledby="unfinished" className={styles.unfinished}>
      <h2 id="unfinished">{t('import.screen.unfinished')}</h2>
      <ul>
        {data.items.map(({ batchId, name, updatedAt }) => (
          <li key={batchId}>
            <AppLink to={addressOf.sheet(batchId)}>
              <Name>{name}</Name>
            </AppLink>
            <span className={styles.quiet}>
              <Ago at={updatedAt} />
            </span>
            <DiscardBatch id={batchId} name={name} small />
          </li>
        ))}
      </ul>
    </section>
  )
}
