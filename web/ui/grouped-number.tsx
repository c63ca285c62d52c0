import styles from './grouped-number.module.css'

/** A long number in groups of four for reading. The gaps are drawn, not text, so that copying gives it ungrouped. */
export function GroupedNumber({ text }: { readonly text: string }) {
  if (!/^[0-9]{12,}$/.test(text)) return text
  const groups = text.match(/.{1,4}/g) ?? []
  return groups.map((group, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a number have nothing but their place
    <span key={place} className={styles.group}>
      {group}
    </span>
  ))
}
