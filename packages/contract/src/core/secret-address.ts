import { z } from 'zod'

/** A secret that an address carries: 256 random bits, of which the server keeps a hash. Who has the address needs nothing else. */
export const SecretInAddress = z.string().regex(/^[\w-]{43}$/)
