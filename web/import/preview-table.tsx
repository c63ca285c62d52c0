import { t } from '../language/translate.ts'
import { fieldWords } from './column-words.ts'
import styles from './import.module.css'
import type { FileUnderstanding } from './worker-calls.ts'

/** The first rows of the file, unchanged, each column under the field that it is imported as. */
export function PreviewTable({ understood: { columns, preview } }: { readonly understood: FileUnderstanding }) {
  if (preview.length === 0) return null
  return (
    <div>
      <h2 id="preview">{t('import.preview.title', { count: preview.length })}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard, too */}
      <section className={styles.scroll} tabIndex={0} aria-labelledby="preview">
        <table className={styles.preview}>
          <thead>
            <tr>
              <th scope="col">{t('import.preview.row')}</th>
              {columns.map(({ index, heading, meaning }) => (
                <th key={index} scope="col" data-ignored={meaning.as === 'ignore'}>
                  <span className={styles.quiet}>
                    <bdi>{heading === '' ? t('import.columns.unnamed', { number: index + 1 }) : heading}</bdi>
                  </span>
                  <br />
                  {meaning.as === 'field' ? fieldWords(meaning.field) : t(`import.columns.as.${meaning.as}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody translate="no">
            {preview.map(({ row, cells }) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                {columns.map(({ index, meaning }) => (
                  <td key={index} data-ignored={meaning.as === 'ignore'}>
                    {cells[index] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
