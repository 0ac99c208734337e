import { isDatabaseAway } from './database.ts'
import { isStorageFull, messageOf, StartRefusal } from './http/errors.ts'
import { damagedText, saysDamaged } from './sqlite/sqlite.ts'

/** The system's errors for a path that is not a folder, is not there or belongs to another user. */
const pathCodes = new Set<unknown>(['EEXIST', 'ENOTDIR', 'ENOENT', 'EACCES', 'EPERM', 'EROFS'])
/** SQLITE_PERM, SQLITE_READONLY and SQLITE_CANTOPEN: the low byte of an extended code. */
const sqliteDenied = new Set([3, 8, 14])
/** SQLSTATEs of a wrong user, password or database name. */
const refusedCodes = new Set<unknown>(['28000', '28P01', '3D000'])

type Details = Error & { code?: string; path?: unknown; errcode?: number }

/** Why the program or a script cannot do its work: the usual reasons with their remedy; any other error as it came. */
export function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path, errcode } = error as Details
  const message = messageOf(error)
  if (error instanceof StartRefusal) return message
  if (saysDamaged(error)) return damagedText(message)
  if (isStorageFull(error)) return `O disco está cheio (${message}). Nada se perdeu: libere espaço e inicie de novo.`
  if ((typeof path === 'string' && pathCodes.has(code)) || (errcode !== undefined && sqliteDenied.has(errcode & 0xff)))
    return `A pasta dos dados não pode ser usada (${message}). Em DATA_DIR, diga uma pasta que seja da conta que inicia a Rodada e em que ela possa escrever.`
  if (isDatabaseAway(error)) return `Sem resposta do banco de dados (${message}). Confira DATABASE_URL, e se ele está no ar.`
  if (refusedCodes.has(code))
    return `O banco de dados não deixou entrar (${message}). Confira usuário, senha e nome do banco em DATABASE_URL.`
  return `A Rodada não pôde fazer isso: ${error.stack ?? message}`
}

/** Why a server does not listen on its address; other errors are returned as they are. */
export function listenFailure(error: unknown, { host, port }: { host: string; port: number }): unknown {
  const { code, message } = error as Details
  if (code === 'EADDRINUSE') return new StartRefusal('A porta já está em uso. Escolha outra com PORT=3001 npm start.')
  if (code === 'EACCES')
    return new StartRefusal(
      `O sistema não deixa esta conta usar a porta ${port}; as abaixo de 1024 costumam ser reservadas. Escolha outra com PORT=3000.`,
    )
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EADDRNOTAVAIL')
    return new StartRefusal(
      `Esta máquina não tem o endereço ${host} (${message}). Em HOST, use um endereço dela, 127.0.0.1 (só ela) ou 0.0.0.0 (toda a rede).`,
    )
  return error
}
