/** The server accepts 2 MiB; the margin is for the JSON around the rows. */
const mostBytes = 2 * 1024 * 1024 - 16 * 1024

/** The first rows, or parts, that one request can hold; at least one, as less cannot be sent. */
export function firstThatFit<Item>(items: readonly Item[]): readonly Item[] {
  const encoder = new TextEncoder()
  let bytes = 0
  const end = items.findIndex((item, place) => {
    bytes += encoder.encode(JSON.stringify(item)).length + 1
    return bytes > mostBytes && place > 0
  })
  return end === -1 ? items : items.slice(0, end)
}
