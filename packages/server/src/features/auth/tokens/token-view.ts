import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { Role } from '@rodada/contract/auth/people'
import { tokenPrefix } from '@rodada/contract/auth/tokens'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 190 random bits: nobody finds one by trying, so that a fast hash of it is enough. */
const secretLength = 32
const checkLength = 6
const shape = new RegExp(`^${tokenPrefix}[0-9A-Za-z]{${secretLength + checkLength}}$`)

/** The CRC-32 of a text, in letters and digits. */
function checkOf(text: string): string {
  let rest = crc32(text)
  let check = ''
  for (let place = 0; place < checkLength; place += 1) {
    check = `${alphabet[rest % alphabet.length]}${check}`
    rest = Math.floor(rest / alphabet.length)
  }
  return check
}

/** A new token: the prefix, the secret, and a check of both, by which programs that look for leaked secrets tell one from a look-alike. */
export function newToken(): string {
  const secret = Array.from({ length: secretLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${tokenPrefix}${secret}${checkOf(`${tokenPrefix}${secret}`)}`
}

/** Whether a text may be one of our tokens: it has the shape and the right check. No session's token has the length. */
export const isToken = (text: string): boolean => shape.test(text) && checkOf(text.slice(0, -checkLength)) === text.slice(-checkLength)

/** The role with which a program of somebody acts: who administers the installation gives that to no program. */
export const roleOfProgram = (role: string): Role => (role === 'admin' ? 'collaborator' : Role.parse(role))

/** How a token is called where it is listed: its end. */
export const hintOf = (token: string): string => token.slice(-4)
