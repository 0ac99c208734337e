import { constants } from 'node:zlib'

/** How answers are compressed: quick settings, because the few percent that better ones save cost more time than they save on the wire. */
export const compression = {
  zlibOptions: { level: 2 },
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
}
