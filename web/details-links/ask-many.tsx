import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mostAtOnce } from '#shared/api/batch-rows.ts'
import { newDetailsLinksSchema, usualLinkDays } from '#shared/api/details-links.ts'
import { languageCodes, languages } from '#shared/language/languages.ts'
import { postJson, reasonOf } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { language } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { useTexts } from '../screen/use-texts.ts'
import { useMay } from '../session/use-may.tsx'
import { useSession } from '../session/use-session.ts'
import { Actions, Button } from '../ui/button.tsx'
import { SelectField } from '../ui/choice-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FileButton } from '../ui/file-button.tsx'
import { FailureNotice, FormDialog } from '../ui/form.tsx'
import { TextAreaField } from '../ui/text-field.tsx'
import { Callout, Note } from '../ui/tone.tsx'
import { AskBeneficiary, LinkDays } from './ask-beneficiary.tsx'
import styles from './details-links.module.css'
import type { AskedPayee } from './links-file.ts'
import type { NamesReading } from './names-sheet.ts'

/** So many links are made of one sheet. */
const mostNames = 5_000

/** So many of the rows that are left out are shown with what is wrong with them. */
const mostShown = 10

/** Asks one beneficiary, or as many as a sheet names. */
export function AskMany() {
  const mayEnter = useMay('enter')
  const hasLinks = useSession().data?.hasDetailsLinks ?? false
  const [isAsking, setIsAsking] = useState(false)
  const [found, setFound] = useState<NamesReading>()
  if (!mayEnter || !hasLinks) return null
  const close = () => {
    setIsAsking(false)
    setFound(undefined)
  }
  return (
    <div className={styles.asides}>
      <Button onClick={() => setIsAsking(true)}>{t('detailsLinks.many')}</Button>
      <AskBeneficiary />
      {isAsking && found === undefined && <ChooseNames onFound={setFound} onClose={close} />}
      {found !== undefined && <MakeLinks found={found} onClose={close} />}
    </div>
  )
}

interface ChooseNamesProps {
  readonly onFound: (found: NamesReading) => void
  readonly onClose: () => void
}

function ChooseNames({ onFound, onClose }: ChooseNamesProps) {
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [left, setLeft] = useState<NamesReading['left']>([])
  async function read(source: string | File) {
    setRefusal(undefined)
    setLeft([])
    const { readNames } = await import('./names-sheet.ts')
    const found = await readNames(typeof source === 'string' ? source : new Uint8Array(await source.arrayBuffer()))
    if ('refusal' in found) return setRefusal(t('detailsLinks.many.unreadable'))
    const count = found.payees.length
    if (count === 0 && found.left.length > 0) return setLeft(found.left)
    if (count === 0) return setRefusal(t('detailsLinks.many.noNames'))
    if (count > mostNames) return setRefusal(t('detailsLinks.many.tooMany', { count, most: mostNames }))
    onFound(found)
  }
  return (
    <Dialog title={t('detailsLinks.many.title')} description={t('detailsLinks.many.lead')} onClose={onClose}>
      <FailureNotice text={refusal} />
      <LeftRows left={left} />
      <TextAreaField
        name="names"
        label={t('detailsLinks.many.names')}
        hint={t('detailsLinks.many.namesHint')}
        lines={5}
        value={text}
        onChange={setText}
      />
      <Actions>
        {text.trim() === '' ? (
          <FileButton
            label={t('detailsLinks.many.file')}
            accept=".csv,.tsv,.txt,.xlsx"
            onFile={(file) => void read(file)}
          >
            {t('detailsLinks.many.choose')}
          </FileButton>
        ) : (
          <Button kind="primary" onClick={() => void read(text)}>
            {t('detailsLinks.many.read')}
          </Button>
        )}
        <Button onClick={onClose}>{t('ui.form.cancel')}</Button>
      </Actions>
    </Dialog>
  )
}

interface MakeLinksProps {
  readonly found: NamesReading
  readonly onClose: () => void
}

function MakeLinks({ found: { payees, left }, onClose }: MakeLinksProps) {
  const queryClient = useQueryClient()
  // What was made stays, whatever becomes of the rest: it is shown nowhere else.
  const [asked, setAsked] = useState<readonly AskedPayee[]>([])
  const [done, setDone] = useState(0)
  const { texts, field } = useTexts('names', { language: `${language()}`, days: `${usualLinkDays}` }, () => ({}))
  const making = useMutation({
    mutationFn: async () => {
      for (let from = done; from < payees.length; from += mostAtOnce) {
        const some = payees.slice(from, from + mostAtOnce)
        const links = some.map(({ name, country, method, language: spoken = texts.language }) => ({
          ...{ name, language: spoken, days: Number(texts.days) },
          ...(country !== undefined && { country }),
          ...(method !== undefined && { method }),
        }))
        const made = await postJson('/api/details-link-lists', { links }, newDetailsLinksSchema)
        const pairs = made.links.flatMap((link, place): readonly AskedPayee[] => {
          const payee = some[place]
          return payee === undefined || 'problem' in link ? [] : [{ payee, link }]
        })
        setAsked((before) => [...before, ...pairs])
        setDone(from + some.length)
      }
    },
    onSettled: () => invalidateAll(queryClient),
  })
  if (making.isSuccess) return <TakeLinks asked={asked} onClose={onClose} />
  return (
    <FormDialog
      title={t('detailsLinks.many.found', { count: payees.length })}
      description={payees
        .slice(0, 3)
        .map(({ name }) => name)
        .join(', ')}
      action={t('detailsLinks.many.make', { count: payees.length - done })}
      isBusy={making.isPending}
      failure={making.isError && t('detailsLinks.failed', { reason: reasonOf(making.error) })}
      more={making.isError && asked.length > 0 ? <DownloadLinks asked={asked} /> : undefined}
      onSubmit={() => making.mutate()}
      onClose={onClose}
    >
      <LeftRows left={left} />
      <SelectField
        {...field('language')}
        label={t('detailsLinks.many.language')}
        options={languageCodes.map((value) => ({ value, label: languages[value] }))}
      />
      <LinkDays field={field('days')} />
    </FormDialog>
  )
}

function LeftRows({ left }: Pick<NamesReading, 'left'>) {
  if (left.length === 0) return null
  return (
    <div role="alert">
      <Callout tone="warning" title={t('detailsLinks.many.left', { count: left.length })}>
        <ul>
          {left.slice(0, mostShown).map(({ row, why, text }) => (
            <li key={row}>{t('detailsLinks.many.why', { row, why, text })}</li>
          ))}
          {left.length > mostShown && <li>{t('detailsLinks.many.more', { count: left.length - mostShown })}</li>}
        </ul>
      </Callout>
    </div>
  )
}

/** The links are kept in this page alone, until it is closed. */
function TakeLinks({ asked, onClose }: { readonly asked: readonly AskedPayee[]; readonly onClose: () => void }) {
  return (
    <Dialog title={t('detailsLinks.many.made', { count: asked.length })} description={t('detailsLinks.many.once')}>
      <Note>{t('detailsLinks.many.careful')}</Note>
      <Actions>
        <DownloadLinks asked={asked} />
        <Button onClick={onClose}>{t('detailsLinks.made.done')}</Button>
      </Actions>
    </Dialog>
  )
}

function DownloadLinks({ asked }: { readonly asked: readonly AskedPayee[] }) {
  const save = async (format: 'xlsx' | 'csv') => (await import('./links-file.ts')).saveLinks(asked, format)
  return (
    <>
      <Button kind="primary" onClick={() => void save('xlsx')}>
        {t('detailsLinks.many.workbook')}
      </Button>
      <Button onClick={() => void save('csv')}>{t('detailsLinks.many.csv')}</Button>
    </>
  )
}
