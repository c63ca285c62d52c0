// In browsers, workers and Node alike; the language's own types do not name them.
declare const CompressionStream: new (
  format: 'gzip',
) => {
  readonly writable: {
    getWriter(): { write(bytes: Uint8Array): Promise<void>; close(): Promise<void>; abort(why: unknown): Promise<void> }
  }
  readonly readable: {
    getReader(): {
      read(): Promise<{ readonly done: false; readonly value: Uint8Array } | { readonly done: true }>
      cancel(): Promise<void>
    }
  }
}
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

/** One file of an archive: its text, piece by piece. */
export interface ZipPart {
  readonly name: string
  readonly text: Iterable<string> | AsyncIterable<string>
}

/**
 * Writes files into a zip archive (PKWARE APPNOTE 6.3.10), each packed while it is made: what they come to is written behind them, so that memory holds
 * some pieces and never a file.
 */
export async function* zipOf(parts: Iterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = []
  let offset = 0
  for (const { name, text } of parts) {
    const bytes = encoder.encode(name)
    const start = offset
    const head = record(0x04034b50, [...common(undefined), [bytes.length, 2], [0, 2]], bytes)
    yield head
    offset += head.length
    const packed = deflated(text)
    for (let piece = await packed.next(); ; piece = await packed.next()) {
      if (piece.done) {
        const descriptor = record(0x08074b50, sizes(piece.value))
        yield descriptor
        offset += descriptor.length
        directory.push(entry(bytes, piece.value, start))
        break
      }
      yield piece.value
      offset += piece.value.length
    }
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  yield* directory
  const count = directory.length
  yield record(0x06054b50, [
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  ])
}

const encoder = new TextEncoder()

/** A number and how many bytes it takes. */
type SizedNumber = readonly [value: number, bytes: 2 | 4]

interface PackedFile {
  readonly crc: number
  readonly size: number
  readonly packed: number
}

/** Version 2.0; names in UTF-8, sizes behind the file; deflated; the first moment that the format knows, so that equal files are equal bytes. */
function common(packed: PackedFile | undefined): readonly SizedNumber[] {
  return [
    [20, 2],
    [0x0808, 2],
    [8, 2],
    [0, 2],
    [0x21, 2],
    ...(packed === undefined
      ? ([
          [0, 4],
          [0, 4],
          [0, 4],
        ] as const)
      : sizes(packed)),
  ]
}

function sizes({ crc, size, packed }: PackedFile): readonly SizedNumber[] {
  return [
    [crc, 4],
    [packed, 4],
    [size, 4],
  ]
}

function entry(name: Uint8Array, packed: PackedFile, start: number): Uint8Array {
  return record(
    0x02014b50,
    [[20, 2], ...common(packed), [name.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [start, 4]],
    name,
  )
}

function record(signature: number, parts: readonly SizedNumber[], tail: Uint8Array = new Uint8Array()): Uint8Array {
  const all: readonly SizedNumber[] = [[signature, 4], ...parts]
  const length = all.reduce((sum, [, bytes]) => sum + bytes, 0)
  const made = new Uint8Array(length + tail.length)
  const view = new DataView(made.buffer)
  let place = 0
  for (const [value, bytes] of all) {
    if (bytes === 2) view.setUint16(place, value, true)
    else view.setUint32(place, value, true)
    place += bytes
  }
  made.set(tail, length)
  return made
}

/** A text deflated, without the head and the tail that gzip puts around it: they hold the sum and the size. */
async function* deflated(text: ZipPart['text']): AsyncGenerator<Uint8Array, PackedFile> {
  const { writable, readable } = new CompressionStream('gzip')
  const reader = readable.getReader()
  const written = write(writable.getWriter(), text)
  // The reader meets the same failure, and reports it.
  written.catch(() => undefined)
  let [packed, head, held] = [0, gzipHead, new Uint8Array()]
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const skipped = Math.min(head, piece.value.length)
      head -= skipped
      const all = joined(held, piece.value.subarray(skipped))
      const ready = Math.max(0, all.length - gzipTail)
      held = all.slice(ready)
      packed += ready
      if (ready > 0) yield all.subarray(0, ready)
    }
    await written
  } finally {
    await reader.cancel().catch(() => undefined)
  }
  const tail = new DataView(held.buffer, held.byteOffset, held.byteLength)
  return { crc: tail.getUint32(0, true), size: tail.getUint32(4, true), packed }
}

const gzipHead = 10
const gzipTail = 8

async function write(
  writer: ReturnType<InstanceType<typeof CompressionStream>['writable']['getWriter']>,
  text: ZipPart['text'],
): Promise<void> {
  try {
    for await (const piece of text) await writer.write(encoder.encode(piece))
    await writer.close()
  } catch (error) {
    await writer.abort(error)
    throw error
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(one.length + other.length)
  made.set(one)
  made.set(other, one.length)
  return made
}
