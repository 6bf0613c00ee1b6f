import { isIP, isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** Where nothing is known of who calls: requests that came over no network. */
const UNKNOWN = 'unknown'

const GROUPS = 8
/** The first half of an IPv6 address, which is its network. */
const NETWORK_GROUPS = 4

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'))

/** Whoever has one IPv6 address has the 2^64 of its network, so a limit counts the network. IPv4 stays as it is. */
const networkOf = (address: string): string => {
	if (!isIPv6(address)) return address
	const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1]
	if (mapped !== undefined) return mapped
	const [head = '', tail = ''] = address.replace(/%.*$/, '').split('::')
	const [left, right] = [groupsOf(head), groupsOf(tail)]
	const zeros = Array<string>(Math.max(0, GROUPS - left.length - right.length)).fill('0')
	const network = [...left, ...zeros, ...right].slice(0, NETWORK_GROUPS)
	return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/**
 * Where a request comes from, for limits: an IPv4 address, or the network of an IPv6 one; "unknown" where nothing is known.
 * @param trustProxy whether a proxy of ours is in front: the last address of `X-Forwarded-For` is then the one that it saw.
 * The ones before it are the caller's own words, and without a proxy all of them are.
 */
export const addressOf = (c: Context, trustProxy: boolean): string => {
	const last = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
	// Some gateways add the port: 203.0.113.7:5678, [2001:db8::7]:5678.
	const told = last?.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1').replace(/^\[(.+)\](?::\d+)?$/, '$1')
	if (told !== undefined && isIP(told) !== 0) return networkOf(told)
	// Absent where no server handed the request on.
	const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
	return networkOf(incoming?.socket.remoteAddress ?? UNKNOWN)
}
