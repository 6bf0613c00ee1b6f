import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

export type Resolve = (
	host: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>

/** Decides what is connected to. */
export interface Guard {
	readonly resolve: Resolve
	readonly isOpen: (address: string) => boolean
}

/** A host with no address that may be connected to. */
export class ClosedAddress extends Error {
	constructor(host: string) {
		super(`no open address: ${host}`)
	}
}

/** The look-up of the connection itself: what it answers is what is connected to, with nothing in between. */
const guardedLookup =
	({ resolve, isOpen }: Guard): LookupFunction =>
	(host, { all }, done) => {
		const answer = async (): Promise<void> => {
			const open = (await resolve(host)).filter(({ address }) => isOpen(address))
			const [first] = open
			if (!first) throw new ClosedAddress(host)
			if (all) done(null, [...open])
			else done(null, first.address, first.family)
		}
		answer().catch((error: NodeJS.ErrnoException) => done(error, ''))
	}

const HEADERS = {
	accept: 'text/html, application/xhtml+xml, application/pdf, text/plain;q=0.9',
	'accept-encoding': 'gzip, br',
	'accept-language': 'en',
	'user-agent': 'Evenhand',
}

/**
 * Asks for a page, following nothing. Names go through the guard's look-up when the connection is made; an address that
 * is written as numbers is not looked up, so it is checked before.
 */
export const requestPage = async (
	url: URL,
	guard: Guard,
	signal: AbortSignal,
): Promise<IncomingMessage> => {
	const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
	if (isIP(literal) !== 0 && !guard.isOpen(literal)) throw new ClosedAddress(literal)
	const request = url.protocol === 'https:' ? requestSecure : requestPlain
	return new Promise((resolve, reject) => {
		// Without an agent no connection outlives its request: none is there to be used again unchecked.
		const options = {
			agent: false,
			lookup: guardedLookup(guard),
			headers: HEADERS,
			// Browsers take more than the 16 KB of Node; sites send long policies and many cookies.
			maxHeaderSize: 64 * 1024,
			signal,
		} as const
		request(url, options, resolve)
			.once('error', reject)
			// Nobody asked for another protocol: what switches to one never answers.
			.once('upgrade', (_, socket) => {
				socket.destroy()
				reject(new Error('switched protocols'))
			})
			// Too late to matter wherever there was an answer or an error.
			.once('close', () => reject(new Error('closed without an answer')))
			.end()
	})
}
