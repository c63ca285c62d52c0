import { decodeQR } from 'qr/decode.js'

/** The answer to a picture: the text of its QR code, or why there is none. */
export type CodeAnswer = { readonly text: string } | { readonly problem: 'none' | 'notAPicture' }

/** Of a larger picture the code is found in a smaller copy: a code on a photo has far fewer dots. */
const longestSide = 2048

const longestSearchMs = 3_000

addEventListener('message', async ({ data }: MessageEvent<Blob>) => postMessage(await codeIn(data)))

async function codeIn(picture: Blob): Promise<CodeAnswer> {
  const image = await createImageBitmap(picture).catch(() => undefined)
  if (image === undefined) return { problem: 'notAPicture' }
  const scale = Math.min(1, longestSide / Math.max(image.width, image.height))
  const [width, height] = [Math.ceil(image.width * scale), Math.ceil(image.height * scale)]
  const canvas = new OffscreenCanvas(width, height).getContext('2d')
  if (canvas === null) return { problem: 'notAPicture' }
  // A code on a transparent ground has no light dots otherwise.
  canvas.fillStyle = 'white'
  canvas.fillRect(0, 0, width, height)
  canvas.drawImage(image, 0, 0, width, height)
  try {
    const { data } = canvas.getImageData(0, 0, width, height)
    return { text: decodeQR({ width, height, data }, { timeLimit: longestSearchMs }) }
  } catch {
    return { problem: 'none' }
  }
}
