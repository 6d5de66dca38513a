import { encodeQR } from 'qr'

/** A QR code as the path of its dark modules, and the number of modules in a row, with the quiet zone around them. */
export function drawQrCode(text: string): { path: string; size: number } {
  const rows = encodeQR(text, 'raw', { border: 2 })
  const path = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  )
  return { path: path.join(''), size: rows.length }
}
