import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { Id } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { Face } from '../rooms/decks.ts'
import { isSize } from '../rooms/faces.ts'
import { texts } from '../texts/texts.ts'

const invalid = { error: texts.deckPointsInvalid }

/** Points of sizes; null takes a size off the map. */
export const DeckPointsChange = z
  .array(
    z.object({
      face: z
        .string(invalid)
        .max(limits.deckCard, invalid)
        .pipe(Face)
        .refine((face) => isSize(face) && [...face].length <= limits.deckFace, invalid),
      points: z.number(invalid).min(0, invalid).max(limits.estimate, invalid).nullable(),
    }),
    invalid,
  )
  .min(1, invalid)
  .max(limits.deckMax, invalid)

export const deckPointsApi = {
  change: {
    method: 'PUT',
    url: '/boards/:boardId/deck-points',
    access: 'session',
    summary: 'Diz quanto valem os tamanhos de um baralho neste quadro, em pontos; os que não vêm ficam como estão, e null tira um',
    params: z.object({ boardId: Id }),
    body: z.object({ points: DeckPointsChange }),
    reply: z.object({ deck_points: z.record(z.string(), z.number()) }),
  },
} as const satisfies Record<string, Endpoint>
