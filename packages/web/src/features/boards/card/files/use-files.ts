import { type CardFile, type FileAddress, filesApi } from '@rodada/contract/cards/files'
import { limits } from '@rodada/contract/core/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../../lib/call/call.ts'
import { useCard } from '../card-context.ts'
import { cardKey } from '../card-query.ts'

export type ShownFile = CardFile & { address: FileAddress | undefined }

/** The files of the card that is open, and where the browser finds them. */
export function useFiles() {
  const { card } = useCard()
  const query = useQuery({
    // Anew for each other set of files, regardless of who changed it and of when this page last asked.
    queryKey: [...cardKey(card.id), 'files', card.files.map(({ id }) => id)],
    queryFn: ({ signal }) => call(filesApi.list, { params: { cardId: card.id }, signal }),
    enabled: card.files.length > 0,
    placeholderData: keepPreviousData,
    // New addresses before the first of them ends.
    refetchInterval: limits.fileAddressMs * 0.8,
  })
  const addresses = new Map(query.data?.map((file) => [file.id, file]))
  const files = card.files.map((file): ShownFile => ({ ...file, address: addresses.get(file.id) }))
  return {
    files,
    isLoading: query.isFetching && card.files.some(({ id }) => !addresses.has(id)),
    hasFailed: query.isError && !query.data,
    refetch: query.refetch,
  }
}

/** The same file to be saved instead of shown. */
export const downloadAddress = ({ url }: FileAddress): string => `${url}&download=1`
