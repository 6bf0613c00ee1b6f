import { useEffect } from 'react'

/** Names the page in the browser's tab and history; null leaves the name as it is until there is one. */
export const usePageTitle = (title: string | null): void => {
	useEffect(() => {
		if (title !== null) document.title = title === 'Evenhand' ? title : `${title} · Evenhand`
	}, [title])
}
