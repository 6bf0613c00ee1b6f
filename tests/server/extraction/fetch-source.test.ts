import type { RequestListener } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type FetchOptions, fetchSource } from '#server/extraction/fetch-page.ts'
import type { SourceError } from '#server/extraction/source-text.ts'
import { type PageServer, servePages } from '#tests/support/page-server.ts'

const servers: PageServer[] = []
const serve = async (answer?: RequestListener): Promise<PageServer> => {
	const server = await servePages(answer)
	servers.push(server)
	return server
}
afterEach(async () => {
	await Promise.all(servers.splice(0).map((server) => server.stop()))
})

/** Stubs DNS: no query leaves the machine. */
const resolver = (names: Readonly<Record<string, string | readonly string[]>>) => {
	const asked: string[] = []
	const resolve = async (host: string) => {
		asked.push(host)
		const answer = names[host] ?? []
		const addresses = typeof answer === 'string' ? [answer] : answer
		if (addresses.length === 0) throw Object.assign(new Error(host), { code: 'ENOTFOUND' })
		return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
	}
	return { asked, resolve }
}

const kindOf = async (url: string, options: FetchOptions = {}): Promise<string> => {
	const fetched = fetchSource(url, { resolve: resolver({}).resolve, ...options })
	return fetched.then(
		() => 'read',
		({ kind }: SourceError) => kind,
	)
}

const BOMB = gzipSync(Buffer.alloc(40_000_000))
const RAW_BOMB = deflateRawSync(Buffer.alloc(40_000_000))
const html = { 'content-type': 'text/html; charset=ISO-8859-1' }
const page: RequestListener = (_, reply) => {
	reply.writeHead(200, html).end('<p>We will build homes.</p>')
}
const allowed = ({ port }: PageServer) => ({ allow: [`127.0.0.1:${port}`] })

describe('page fetch', () => {
	it('returns bytes, type, charset, and final URL from an allowed network', async () => {
		const site = await serve((request, reply) => {
			if (request.url === '/old') reply.writeHead(301, { location: '/new#top' }).end()
			else page(request, reply)
		})
		const { bytes, ...fetched } = await fetchSource(`${site.url}/old`, allowed(site))
		expect(fetched).toEqual({
			...{ mediaType: 'text/html', charset: 'ISO-8859-1', url: `${site.url}/new#top` },
		})
		expect(Buffer.from(bytes).toString()).toBe('<p>We will build homes.</p>')
	})

	it.each<[string, (text: string) => string | Buffer]>([
		['gzip', gzipSync],
		['x-gzip', gzipSync],
		['br', brotliCompressSync],
		['deflate', deflateSync],
		['DEFLATE', deflateRawSync],
		['none', (text) => text],
		['identity', (text) => text],
		['UTF-8', (text) => text],
		['gzip, identity', gzipSync],
		['deflate, gzip', (text) => gzipSync(deflateSync(text))],
		['br, none, gzip', (text) => gzipSync(brotliCompressSync(text))],
	])('decodes the content encoding %s', async (encoding, compress) => {
		const site = await serve((_, reply) => {
			reply
				.writeHead(200, { ...html, 'content-encoding': encoding })
				.end(compress('<p>We will build homes.</p>'))
		})
		const { bytes } = await fetchSource(site.url, allowed(site))
		expect(Buffer.from(bytes).toString()).toBe('<p>We will build homes.</p>')
	})

	it.each([
		['no type', {}, '<!doctype html><p>We will build homes.</p>', 'text/html'],
		[
			'XHTML as XML',
			{ 'content-type': 'text/xml' },
			'<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>',
			'application/xhtml+xml',
		],
		['a duplicate type', { 'content-type': 'text/html, text/html' }, '<p>Homes</p>', 'text/html'],
		[
			'headers of 40 KB',
			{ ...html, 'content-security-policy': 'x'.repeat(40_000) },
			'<p>Homes</p>',
			'text/html',
		],
	])('reads a page with %s', async (_, headers, body, mediaType) => {
		const site = await serve((_, reply) => {
			reply.writeHead(200, headers).end(body)
		})
		expect(await fetchSource(site.url, allowed(site))).toMatchObject({ mediaType })
	})

	it.each(['application/pdf', 'application/octet-stream', 'text/html'])(
		'recognizes a PDF by its bytes when sent as %s',
		async (type) => {
			const site = await serve((_, reply) => {
				reply.writeHead(200, { 'content-type': type }).end('%PDF-1.4\n…')
			})
			expect(await fetchSource(site.url, allowed(site))).toMatchObject({
				mediaType: 'application/pdf',
			})
		},
	)
})

describe('closed address', () => {
	const ownPort = ({ port }: PageServer) => ({ ports: [port] })

	it.each([
		['a literal', '127.0.0.1'],
		['another address of this machine', '127.0.0.2'],
		['only zeros', '0.0.0.0'],
		['a decimal number', '2130706433'],
		['octal digits', '0177.0.0.01'],
		['hexadecimal digits', '0x7f.0.0.1'],
		['one hexadecimal number', '0x7f000001'],
		['fewer parts', '127.1'],
		['full-width digits', '１２７.０.０.１'],
		['circled digits', '①②⑦.⓪.⓪.①'],
		['percent signs', '%31%32%37.0.0.1'],
		['a dot at the end', '127.0.0.1.'],
		['IPv6', '[::1]'],
		['IPv6 in full', '[0:0:0:0:0:0:0:1]'],
		['IPv4 inside IPv6', '[::ffff:127.0.0.1]'],
		['IPv4 inside IPv6, in hexadecimal', '[::ffff:7f00:1]'],
		['NAT64', '[64:ff9b::127.0.0.1]'],
	])('is refused when written as %s', async (_, host) => {
		const canary = await serve()
		expect(await kindOf(`http://${host}:${canary.port}/`, ownPort(canary))).toBe('closed-address')
		expect(canary.asked).toEqual([])
	})

	it.each([
		['localhost', '127.0.0.1'],
		['localhost.', '127.0.0.1'],
		['inside.test', '127.0.0.1'],
		['six.test', '::1'],
		['mapped.test', '::ffff:127.0.0.1'],
		['cloud.test', '169.254.169.254'],
	])('is refused behind the name %s', async (host, address) => {
		const canary = await serve()
		const { resolve } = resolver({ [host]: address })
		expect(await kindOf(`http://${host}:${canary.port}/`, { ...ownPort(canary), resolve })).toBe(
			'closed-address',
		)
		expect(canary.asked).toEqual([])
	})

	it('is refused behind the system resolver', async () => {
		const canary = await serve()
		const fetched = fetchSource(`http://localhost:${canary.port}/`, ownPort(canary))
		await expect(fetched).rejects.toMatchObject({ kind: 'closed-address' })
		expect(canary.asked).toEqual([])
	})

	it.each([
		['a literal', 'http://127.0.0.1:PORT/'],
		['a decimal number', 'http://2130706433:PORT/'],
		['a name', 'http://inside.test:PORT/'],
		['an address without its scheme', '//127.0.0.1:PORT/'],
	])('is refused after a redirect to %s', async (_, target) => {
		const canary = await serve()
		const start = await serve((_, reply) => {
			reply.writeHead(302, { location: target.replace('PORT', String(canary.port)) }).end()
		})
		const { resolve } = resolver({ 'inside.test': '127.0.0.1' })
		const options = { ...allowed(start), ports: [canary.port], resolve }
		expect(await kindOf(start.url, options)).toBe('closed-address')
		expect([start.asked.length, canary.asked.length]).toEqual([1, 0])
	})

	it('connects to the checked address even if the name changes (DNS rebinding)', async () => {
		const site = await serve(page)
		let times = 0
		const resolve = async () => [{ address: times++ === 0 ? '127.0.0.1' : '192.0.2.1', family: 4 }]
		const checked: string[] = []
		const isOpen = (address: string) => checked.push(address) > 0
		expect(
			await kindOf(`http://turn.test:${site.port}/`, { ports: [site.port], resolve, isOpen }),
		).toBe('read')
		expect([times, checked]).toEqual([1, ['127.0.0.1']])
	})

	it('resolves a name again after a redirect and checks the result', async () => {
		const site = await serve((_, reply) => {
			reply.writeHead(302, { location: '/again' }).end()
		})
		let times = 0
		const resolve = async () => [{ address: times++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
		const isOpen = (address: string) => address === '127.0.0.1'
		expect(
			await kindOf(`http://turn.test:${site.port}/`, { ports: [site.port], resolve, isOpen }),
		).toBe('closed-address')
		expect(site.asked).toEqual(['/'])
	})

	it('skips closed addresses of a name', async () => {
		const canary = await serve()
		const { resolve } = resolver({ 'both.test': ['10.0.0.1', '127.0.0.1', '::1'] })
		const options = { ports: [canary.port], resolve }
		expect(await kindOf(`http://both.test:${canary.port}/`, options)).toBe('closed-address')
		expect(canary.asked).toEqual([])
	})

	it('allows only the exact host and port of an allowed entry', async () => {
		const canary = await serve()
		const other = await serve()
		const { resolve } = resolver({ localhost: '127.0.0.1' })
		const allow = [`127.0.0.1:${other.port}`]
		expect(await kindOf(canary.url, { allow, resolve })).toBe('bad-port')
		const byName = `http://localhost:${other.port}/`
		expect(await kindOf(byName, { allow, resolve })).toBe('bad-port')
		expect(await kindOf(byName, { allow, resolve, ports: [other.port] })).toBe('closed-address')
		expect([canary.asked, other.asked]).toEqual([[], []])
	})
})

describe('refused fetch', () => {
	it.each([
		['no address', 'our plan', 'bad-url'],
		['a file', 'file:///etc/passwd', 'bad-scheme'],
		['a script', 'javascript:alert(1)', 'bad-scheme'],
		['data', 'data:text/html,<p>We will build homes.</p>', 'bad-scheme'],
		['FTP', 'ftp://example.org/', 'bad-scheme'],
		['another port', 'http://example.org:22/', 'bad-port'],
		['the port of the database', 'https://example.org:5432/', 'bad-port'],
		['a name and a password', 'http://me:secret@example.org/', 'credentials'],
		['an unknown host name', 'http://nobody.test/', 'unknown-host'],
	])('refuses an address: %s', async (_, url, kind) => expect(await kindOf(url)).toBe(kind))

	it.each<[string, string, RequestListener]>([
		['an error', 'status', (_, reply) => reply.writeHead(404, html).end('gone')],
		['a partial response', 'status', (_, reply) => reply.writeHead(206, html).end('part')],
		[
			'a picture',
			'wrong-type',
			(_, reply) => reply.writeHead(200, { 'content-type': 'image/png' }).end('PNG'),
		],
		[
			'an invalid PDF',
			'wrong-type',
			(_, reply) => reply.writeHead(200, { 'content-type': 'application/pdf' }).end('<p>no'),
		],
		['a page without a type', 'wrong-type', (_, reply) => reply.writeHead(200).end('?')],
		[
			'too many compressions',
			'bad-encoding',
			(_, reply) =>
				reply.writeHead(200, { ...html, 'content-encoding': 'gzip, gzip, br, br' }).end('x'),
		],
		[
			'a nested compression bomb',
			'too-large',
			(_, reply) =>
				reply.writeHead(200, { ...html, 'content-encoding': 'gzip, gzip' }).end(gzipSync(BOMB)),
		],
		[
			'a raw deflate bomb',
			'too-large',
			(_, reply) => reply.writeHead(200, { ...html, 'content-encoding': 'deflate' }).end(RAW_BOMB),
		],
		[
			'a corrupted compression',
			'bad-encoding',
			(_, reply) => reply.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end('<p>no'),
		],
		[
			'a truncated compression',
			'bad-encoding',
			(_, reply) =>
				reply
					.writeHead(200, { ...html, 'content-encoding': 'gzip' })
					.end(gzipSync('<p>We will build homes.</p>').subarray(0, 20)),
		],
		[
			'a page with too large a Content-Length',
			'too-large',
			(_, reply) => reply.writeHead(200, { ...html, 'content-length': 6_000_000 }).write('<p>'),
		],
		[
			'a page that is too large without a Content-Length',
			'too-large',
			(_, reply) => reply.writeHead(200, html).end(Buffer.alloc(6_000_000, 'a')),
		],
		[
			'a compression bomb',
			'too-large',
			(_, reply) => reply.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(BOMB),
		],
		[
			'a page that is cut off',
			'unreachable',
			(_, reply) => {
				reply
					.writeHead(200, { ...html, 'content-length': 5000 })
					.write('<p>', () => reply.destroy())
			},
		],
		[
			'a page that switches to another protocol',
			'unreachable',
			(_, reply) => reply.writeHead(101, { connection: 'upgrade', upgrade: 'other' }).end(),
		],
		['a connection closed without a reply', 'unreachable', (_, reply) => reply.destroy()],
		['a redirect loop', 'redirects', (_, reply) => reply.writeHead(302, { location: '/' }).end()],
		['a redirect to nowhere', 'redirects', (_, reply) => reply.writeHead(302).end()],
		[
			'a redirect to a file',
			'bad-scheme',
			(_, reply) => reply.writeHead(302, { location: 'file:///etc/passwd' }).end(),
		],
		[
			'a redirect with a password',
			'credentials',
			(_, reply) => reply.writeHead(302, { location: 'http://a:b@example.org/' }).end(),
		],
	])('refuses a response: %s', async (_, kind, answer) => {
		const site = await serve(answer)
		expect(await kindOf(site.url, allowed(site))).toBe(kind)
	})

	it('follows five redirects and refuses a sixth', async () => {
		const site = await serve((request, reply) => {
			const left = Number(request.url?.slice(1))
			if (left > 0) reply.writeHead(302, { location: `/${left - 1}` }).end()
			else page(request, reply)
		})
		expect(await kindOf(`${site.url}/5`, allowed(site))).toBe('read')
		expect(await kindOf(`${site.url}/6`, allowed(site))).toBe('redirects')
	})

	it('stops when cancelled', async () => {
		const site = await serve((_, reply) => {
			reply.writeHead(200, html).write('<p>')
		})
		const stop = new AbortController()
		const running = kindOf(site.url, { ...allowed(site), signal: stop.signal })
		await new Promise((resolve) => setTimeout(resolve, 100))
		stop.abort()
		expect(await running).toBe('cancelled')
	})

	it('times out on a page that trickles in', async () => {
		const site = await serve((_, reply) => {
			reply.writeHead(200, html)
			const drip = setInterval(() => reply.write('a'), 200)
			reply.once('close', () => clearInterval(drip))
		})
		expect(await kindOf(site.url, { ...allowed(site), timeout: 500 })).toBe('timeout')
	})

	it('times out after ten seconds by default', async () => {
		const site = await serve((_, reply) => {
			reply.writeHead(200, html).write('<p>')
		})
		// Makes the timeout expire immediately.
		const over = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
		try {
			expect(await kindOf(site.url, allowed(site))).toBe('timeout')
			expect(over.mock.calls).toEqual([[10_000]])
		} finally {
			over.mockRestore()
		}
	})
})
