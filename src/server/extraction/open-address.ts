import ipaddr from 'ipaddr.js'

/** What the internet hands out to hosts. All of IPv6 beyond it is reserved. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address is one of the public internet: not of this machine, a private or special network, or another way to
 * write one of these (IPv4 inside IPv6, a tunnel).
 */
export const isOpenAddress = (address: string): boolean => {
	if (!ipaddr.isValid(address)) return false
	const parsed = ipaddr.process(address)
	if (parsed.range() !== 'unicast') return false
	return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6)
}
