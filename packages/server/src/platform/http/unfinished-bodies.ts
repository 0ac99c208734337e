import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream'
import proxyAddress from '@fastify/proxy-addr'
import { limits } from '@rodada/contract/core/limits'
import type { Config } from '../config.ts'
import { networkOf } from './addresses.ts'

/**
 * Books the body of a request for the network behind it, until it was read or its connection is gone. What is booked already stays as it is.
 * @param mostBytes what the route reads at most
 * @param userId whose session sends it; none for strangers, who count as one
 */
export type BookBody = (request: IncomingMessage, mostBytes: number, userId?: number) => void

/** Unfinished bodies, the oldest first, with what each holds. */
type Bodies = { bytes: number; of: Map<IncomingMessage, number> }
type Network = { bytes: number; people: Map<number | undefined, Bodies> }

/**
 * Bounds what unfinished request bodies of one network can hold of this process's memory. When they are too many, the client with most of
 * them loses its oldest. Were the new one refused instead, one program that sends nothing of what it announces would keep everybody behind its
 * address from signing in and from all that they write.
 */
export function createBodyBooks(trustProxy: Config['trustProxy']): BookBody {
  const networks = new Map<string, Network>()
  const known = new WeakSet<IncomingMessage>()

  const release = (name: string, userId: number | undefined, request: IncomingMessage) => {
    const network = networks.get(name)
    const bodies = network?.people.get(userId)
    const bytes = bodies?.of.get(request)
    if (!network || !bodies || bytes === undefined) return
    bodies.of.delete(request)
    bodies.bytes -= bytes
    network.bytes -= bytes
    if (bodies.of.size === 0) network.people.delete(userId)
    if (network.people.size === 0) networks.delete(name)
  }

  const cutOneOff = (name: string, { people }: Network) => {
    const [first, ...others] = people
    if (!first) return
    const [userId, bodies] = others.reduce((most, one) => (one[1].bytes > most[1].bytes ? one : most), first)
    const [oldest] = bodies.of.keys()
    if (!oldest) return
    release(name, userId, oldest)
    // A call that waits for a turn holds its beginning until then. A reader that is under way must not take it for the end.
    const isRead = oldest.readableFlowing !== null || oldest.listenerCount('readable') > 0
    if (!isRead) oldest.read()
    oldest.socket.destroy()
  }

  return (request, mostBytes, userId) => {
    if (known.has(request)) return
    const bytes = heldBytes(request, mostBytes)
    if (bytes === 0) return
    known.add(request)
    const name = networkOf(proxyAddress(request, trustProxy))
    for (let network = networks.get(name); network && network.bytes + bytes > limits.unfinishedBodyBytes; network = networks.get(name))
      cutOneOff(name, network)
    const network = networks.get(name) ?? { bytes: 0, people: new Map() }
    const bodies = network.people.get(userId) ?? { bytes: 0, of: new Map() }
    networks.set(name, network)
    network.people.set(userId, bodies)
    bodies.of.set(request, bytes)
    bodies.bytes += bytes
    network.bytes += bytes
    finished(request, { writable: false }, () => release(name, userId, request))
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
