import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type Beneficiary, beneficiaryPageSchema } from '#shared/api/beneficiary.ts'
import { postJson } from '../app/api.ts'
import { reasonOf } from '../app/use-merchant.ts'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useSettled } from '../ui/use-settled.ts'
import styles from './book-field.module.css'
import type { BookChoice } from './use-from-book.ts'

const FoundInBook = lazy(async () => ({ default: (await import('./found-in-book.tsx')).FoundInBook }))

/** Finds whom to pay among those who are in the book already; else the form below enters somebody new. */
export function BookField({ book }: { readonly book: BookChoice }) {
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<string>()
  const announce = useAnnounce()
  const found = useFound(text)

  async function choose({ id, name }: Beneficiary) {
    setFailure(undefined)
    try {
      await book.choose(id)
      setText('')
      announce(`The form is filled in with ${name}.`)
    } catch (error) {
      setFailure(error instanceof Error ? reasonOf(error) : 'It could not be opened')
    }
  }

  if (book.chosen !== undefined)
    return (
      <div className={styles.book}>
        <p className={styles.chosen}>
          From the book. What you change of the beneficiary is changed there too.{' '}
          <Button kind="link" small onClick={book.forget}>
            Save as somebody new instead
          </Button>
        </p>
      </div>
    )
  return (
    <div className={styles.book}>
      <SearchField
        name="book"
        label="Find in the book"
        hint="A name, a document number, or the last four digits of an account. For somebody new, start with the country."
        value={text}
        onChange={setText}
        result={resultWords(text, found)}
      />
      {failure !== undefined && <p className={styles.failed}>{failure}. Try again.</p>}
      {text.trim() !== '' && (
        <Suspense>
          <FoundInBook items={found.data?.items ?? []} onChoose={(item) => void choose(item)} />
        </Suspense>
      )}
    </div>
  )
}

function useFound(text: string) {
  const wanted = useSettled(text.trim(), 200)
  return useQuery({
    queryKey: ['beneficiaries', 'pick', wanted],
    queryFn: ({ signal }) =>
      postJson('/api/beneficiary-searches', { text: wanted, status: 'active', limit: 8 }, beneficiaryPageSchema, {
        signal,
      }),
    enabled: wanted !== undefined && wanted !== '',
    gcTime: 0,
  })
}

function resultWords(text: string, { data, error, isFetching }: ReturnType<typeof useFound>): string {
  if (text.trim() === '') return ''
  if (error) return `${reasonOf(error)}. The form below works all the same.`
  if (data === undefined) return isFetching ? 'Looking …' : ''
  if (data.items.length === 0) return 'Nobody in the book matches. Enter them below: they are saved with the payout.'
  return `${data.items.length}${data.nextCursor === null ? '' : ' or more'} found`
}
