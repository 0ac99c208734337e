import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { CardParams, Done, Id, Instant, PersonSummary } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { oneLineText } from '../core/plain-text.ts'
import { texts } from '../texts/texts.ts'

/** A file on a card. `type` follows from its bytes, never from its name: 'application/octet-stream' when they say nothing. */
export const CardFile = z.object({
  id: z.int(),
  card_id: z.int(),
  name: z.string(),
  type: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Pixels, of pictures of a known kind. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  has_preview: z.boolean(),
  /** Who uploaded it; null when the account is gone. */
  user: PersonSummary.nullable(),
  created_at: Instant,
})
export type CardFile = z.infer<typeof CardFile>

/**
 * Where a browser finds a file by itself, as in `<img src>`: paths on this origin that work for a few minutes, for this session and as long
 * as it sees the card. `&download=1` behind `url` saves instead of showing. `preview_url` is null when the file has no preview.
 */
export const FileAddress = z.object({ id: z.int(), url: z.string(), preview_url: z.string().nullable(), expires_at: Instant })
export type FileAddress = z.infer<typeof FileAddress>

/** A name as it is stored: one line, without folders before it; empty where nothing is left of it. */
export const fileNameOf = (text: string): string => {
  const name = oneLineText(text).normalize().split(/[/\\]/).at(-1)?.trim() ?? ''
  return /^\.*$/.test(name) ? '' : name
}
const FileName = z
  .string({ error: texts.fileNameRequired })
  .overwrite(fileNameOf)
  .min(1, { error: texts.fileNameRequired })
  .refine((name) => new TextEncoder().encode(name).length <= limits.fileName, { error: texts.fileNameTooLong })

const FileParams = z.object({ fileId: Id })
/** The signature of an address that `addresses` gave, for who sends no header. */
const signature = { key: z.string().max(200).optional() }
const Ids = z
  .string()
  .max(limits.fileAddresses * 11)
  .regex(/^\d{1,10}(,\d{1,10})*$/)
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(z.int().positive()).max(limits.fileAddresses))

export const filesApi = {
  list: {
    method: 'GET',
    url: '/cards/:cardId/files',
    access: 'session',
    summary: 'Os arquivos de um cartão, do mais velho ao mais novo, com endereços assinados que valem por alguns minutos',
    params: CardParams,
    reply: z.array(CardFile.extend(FileAddress.shape)),
  },
  upload: {
    method: 'POST',
    url: '/cards/:cardId/files',
    access: 'session',
    summary: 'Guarda no cartão o arquivo que vem no corpo do pedido; o tipo sai dos bytes, o nome de `name`',
    params: CardParams,
    query: z.object({ name: FileName }),
    upload: 'stream',
    reply: CardFile.extend(FileAddress.shape),
  },
  addresses: {
    method: 'GET',
    url: '/files/addresses',
    access: 'session',
    token: 'board',
    summary: 'Endereços assinados dos arquivos de `ids` (separados por vírgula) que a pessoa vê; os outros ficam de fora',
    query: z.object({ ids: Ids }),
    reply: z.array(FileAddress),
  },
  get: {
    method: 'GET',
    url: '/files/:fileId',
    access: 'session',
    signed: true,
    summary: 'Os bytes de um arquivo, inteiros ou uma faixa (Range); `download=1` pede que sejam salvos',
    params: FileParams,
    query: z.object({ ...signature, download: z.literal('1').optional() }),
    download: 'application/octet-stream',
    reply: z.string(),
  },
  preview: {
    method: 'GET',
    url: '/files/:fileId/preview',
    access: 'session',
    signed: true,
    summary: 'A imagem reduzida de um arquivo que é uma imagem, em WebP de até 640 pixels',
    params: FileParams,
    query: z.object(signature),
    download: 'image/webp',
    reply: z.string(),
  },
  remove: {
    method: 'DELETE',
    url: '/files/:fileId',
    access: 'session',
    summary: 'Exclui um arquivo; por um dia ele pode voltar',
    params: FileParams,
    reply: Done,
  },
  restore: {
    method: 'POST',
    url: '/files/:fileId/restore',
    access: 'session',
    summary: 'Traz de volta um arquivo excluído há menos de um dia',
    params: FileParams,
    reply: CardFile,
  },
} as const satisfies Record<string, Endpoint>
