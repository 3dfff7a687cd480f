/** The width and height of a PNG, JPEG, GIF or WebP image, by its header; undefined where the header does not tell. */
export function pictureSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) }
    if (view.getUint32(0) === 0x47494638)
      return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
    if (view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return webpSize(view)
    return view.getUint16(0) === 0xffd8 ? jpegSize(view) : undefined
  } catch (error) {
    // The image ends within its header.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function webpSize(view: DataView): { width: number; height: number } | undefined {
  switch (view.getUint32(12)) {
    case 0x56503820: // VP8, lossy
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 0x5650384c: {
      // VP8L, lossless: two numbers of 14 bits.
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 0x56503858: // VP8X: two numbers of 24 bits
      return { width: int24(view, 24) + 1, height: int24(view, 27) + 1 }
    default:
      return undefined
  }
}

function int24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000
}

/** The size stands in the first segment that begins a frame. */
function jpegSize(view: DataView): { width: number; height: number } | undefined {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + Math.max(2, view.getUint16(at + 2))
  }
}
