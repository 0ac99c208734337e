import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream'
import proxyAddress from '@fastify/proxy-addr'
import { limits } from '@rodada/contract/core/limits'
import type { Config } from '../config.ts'
import { networkOf } from './addresses.ts'

/**
 * Books the body of a request for the network behind it, until it was read or its connection is gone. What is booked already stays as it is.
 * @param mostBytes what the route reads at most
 * @returns false when that network has too many unfinished bodies already
 */
export type BookBody = (request: IncomingMessage, mostBytes: number) => boolean

/** Bounds what unfinished request bodies of one network can hold of this process's memory. */
export function createBodyBooks(trustProxy: Config['trustProxy']): BookBody {
  const booked = new Map<string, number>()
  const known = new WeakSet<IncomingMessage>()
  return (request, mostBytes) => {
    if (known.has(request)) return true
    const bytes = heldBytes(request, mostBytes)
    if (bytes === 0) return true
    const network = networkOf(proxyAddress(request, trustProxy))
    const before = booked.get(network) ?? 0
    if (before + bytes > limits.unfinishedBodyBytes) return false
    known.add(request)
    booked.set(network, before + bytes)
    finished(request, { writable: false }, () => {
      const left = (booked.get(network) ?? 0) - bytes
      if (left > 0) booked.set(network, left)
      else booked.delete(network)
    })
    return true
  }
}

/**
 * What has arrived as a whole counts as what it is. Of the others a small body counts as what its connection holds, so that many of them
 * count too, and one of unknown length may become the largest.
 */
function heldBytes({ headers, complete, readableLength }: IncomingMessage, mostBytes: number): number {
  if (complete) return readableLength
  if (headers['transfer-encoding'] !== undefined) return mostBytes
  const announced = Number(headers['content-length'] ?? 0)
  return announced === 0 ? 0 : Math.min(Math.max(announced, limits.connectionBytes), Math.max(mostBytes, limits.connectionBytes))
}
