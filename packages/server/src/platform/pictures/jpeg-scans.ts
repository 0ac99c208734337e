/**
 * As many as no camera and no program for pictures makes, which are about ten. Each goes over all pixels: 400 KB of scans that change nothing
 * are 20 seconds of a processor, and there is no moment within them at which a decoder could be asked to stop.
 */
const mostScans = 100

/** Markers of ITU-T T.81, B.1.1.3: the start of a scan, the end of the picture, and those without a length behind them. */
const [startOfScan, endOfImage] = [0xda, 0xd9]
const isAlone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** Whether a JPEG has more scans than any that is meant to be looked at. @param pieces its bytes in their order */
export async function hasTooManyScans(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<boolean> {
  /** What the next byte is: of a scan or a segment, behind 0xff, or the first or second one of a segment's length. */
  let next: 'data' | 'marker' | 'length' | 'length again' = 'data'
  let [scans, length, skipped] = [0, 0, 0]
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += 1) {
      if (skipped > 0) {
        const step = Math.min(skipped, piece.length - at)
        skipped -= step
        at += step - 1
        continue
      }
      if (next === 'data') {
        at = piece.indexOf(0xff, at)
        if (at === -1) break
        next = 'marker'
        continue
      }
      const byte = piece[at] ?? 0
      if (next === 'marker') {
        if (byte === endOfImage) return false
        if (byte === startOfScan && ++scans > mostScans) return true
        // Any number of 0xff may stand before a marker.
        if (byte !== 0xff) next = isAlone(byte) ? 'data' : 'length'
      } else if (next === 'length') {
        length = byte << 8
        next = 'length again'
      } else {
        skipped = Math.max(0, (length | byte) - 2)
        next = 'data'
      }
    }
  }
  return false
}
