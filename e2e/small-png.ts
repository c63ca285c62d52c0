import { crc32, deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/** A picture of the screen in at most 256 colours, which is a third of the bytes and looks the same. */
export async function smallPng(page: Page): Promise<Buffer> {
  const png = await page.screenshot()
  const blank = await page.context().newPage()
  const { width, height, palette, places } = await blank.evaluate(reduceColours, png.toString('base64'))
  await blank.close()
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits a pixel, each the place of a colour in the palette.
  header.set([8, 3], 8)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1)
    rows.write(places.slice(y * width, (y + 1) * width), y * (width + 1) + 1, 'latin1')
  const chunks = [
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

/** Runs in a page, as browsers can read a PNG. */
async function reduceColours(png: string) {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob())
  const { width, height } = image
  const canvas = new OffscreenCanvas(width, height).getContext('2d')
  canvas?.drawImage(image, 0, 0)
  const pixels = new Uint32Array(canvas?.getImageData(0, 0, width, height).data.buffer ?? [])
  const counts = new Map<number, number>()
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
  const byCount = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  // One colour of those that are alike, so that a small text of another colour keeps it.
  const kinds = byCount.map((pixel) =>
    rgb(pixel)
      .map((part) => part >> 4)
      .join(),
  )
  const palette = byCount
    .filter((_, place) => kinds.indexOf(kinds[place] ?? '') === place)
    .slice(0, 256)
    .map(rgb)
  const nearest = new Map([...counts.keys()].map((pixel) => [pixel, String.fromCharCode(placeOf(rgb(pixel)))]))
  // A letter a pixel: a list of a million numbers takes half a minute on its way out of the page.
  const places = Array.from(pixels, (pixel) => nearest.get(pixel)).join('')
  return { width, height, palette: palette.flat(), places }

  function rgb(pixel: number): readonly number[] {
    return [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255]
  }

  function placeOf(colour: readonly number[]): number {
    const distances = palette.map((other) => Math.hypot(...other.map((part, i) => part - (colour[i] ?? 0))))
    return distances.indexOf(Math.min(...distances))
  }
}
