import {
	createMemoryHistory,
	createRootRoute,
	createRoute,
	createRouter,
	Outlet,
	RouterProvider,
} from '@tanstack/react-router'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { useWhileHere } from '#web/ui/address.ts'

/** Navigates within the list, and within the parent of the list and the item. */
let inList: (search: { q: string }) => Promise<void>
let inParent: (search: { q: string }) => Promise<void>
let openSlow = (): void => undefined

const root = createRootRoute()
const parent = createRoute({
	getParentRoute: () => root,
	path: '/lists',
	component: () => {
		const navigate = useWhileHere(parent.useNavigate())
		inParent = (search) => navigate({ to: '.', search, unsafeRelative: 'path' } as never)
		return createElement(Outlet)
	},
})
const list = createRoute({
	getParentRoute: () => parent,
	path: '/',
	component: () => {
		const navigate = useWhileHere(list.useNavigate())
		inList = (search) => navigate({ search } as never)
		return 'list'
	},
})
const item = createRoute({ getParentRoute: () => parent, path: '$id', component: () => 'item' })
const slow = createRoute({
	getParentRoute: () => root,
	path: '/slow',
	loader: () => new Promise<void>((resolve) => (openSlow = resolve)),
	component: () => 'slow',
})

let unmount = (): void => undefined
afterEach(() => unmount())

/** Draws the routes above. */
const draw = async (address: string) => {
	const router = createRouter({
		routeTree: root.addChildren([parent.addChildren([list, item]), slow]),
		history: createMemoryHistory({ initialEntries: [address] }),
	})
	const place = document.createElement('div')
	const drawn = createRoot(place)
	drawn.render(createElement(RouterProvider, { router } as never))
	unmount = () => drawn.unmount()
	const shows = (text: string) => vi.waitFor(() => expect(place.textContent).toBe(text))
	return { router, shows, href: () => router.latestLocation.href }
}

test('a page changes its address while the user stays', async () => {
	const { shows, href } = await draw('/lists')
	await shows('list')
	await inList({ q: 'tax' })
	expect(href()).toBe('/lists?q=tax')
	await inParent({ q: 'rent' })
	expect(href()).toBe('/lists?q=rent')
})

test('a page no longer navigates once the user opens another that is still loading', async () => {
	const { router, shows, href } = await draw('/lists')
	await shows('list')
	const opening = router.navigate({ to: '/slow' } as never)
	await inList({ q: 'tax' })
	await inParent({ q: 'tax' })
	expect(href()).toBe('/slow')
	openSlow()
	await opening
	await shows('slow')
	await inList({ q: 'tax' })
	expect(href()).toBe('/slow')
})

test('the parent of a page navigates after the user opened another page below it', async () => {
	const { router, shows, href } = await draw('/lists')
	await shows('list')
	await router.navigate({ to: '/lists/7' } as never)
	await shows('item')
	await inList({ q: 'tax' })
	expect(href()).toBe('/lists/7')
	await inParent({ q: 'tax' })
	expect(href()).toBe('/lists/7?q=tax')
})
