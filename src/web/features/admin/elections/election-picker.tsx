import { useEffect, useSyncExternalStore } from 'react'
import type { ManagedElection } from '#contract/admin/elections.ts'
import { createSignal } from '#device/signal.ts'
import { dayText } from '#web/ui/format.ts'
import { Picker, type PickerProps } from '../kit/combobox.tsx'
import { findElections, readElection } from './api.ts'

type ElectionPickerProps = Omit<
	PickerProps<ManagedElection>,
	'find' | 'keyOf' | 'textOf' | 'detailOf'
>

/** Combobox for elections; the date distinguishes elections of the same name. */
export const ElectionPicker = (props: ElectionPickerProps) => (
	<Picker
		{...props}
		find={findElections}
		keyOf={({ id }) => id}
		textOf={({ name }) => name}
		detailOf={({ electionDate }) => dayText(electionDate)}
	/>
)

/** Cached election names, null while loading. Replaced on every change, for `useSyncExternalStore`. */
const known = createSignal<ReadonlyMap<string, string | null>>(new Map())

const set = (id: string, name: string | null | undefined): void => {
	const next = new Map(known.get())
	if (name === undefined) next.delete(id)
	else next.set(id, name)
	known.set(next)
}

/** Caches the name of an election that was read elsewhere. */
export const rememberElection = ({
	id,
	name,
}: {
	readonly id: string
	readonly name: string
}): void => set(id, name)

const learn = async (id: string): Promise<void> => {
	set(id, null)
	const read = await readElection(id)
	// Remove a failed read, so that the next use retries it.
	set(id, read.ok ? read.value.name : undefined)
}

/** Names of elections, each read once and shared by all components. Returns null until loaded. */
export const useElectionNames = (ids: readonly string[]): ((id: string) => string | null) => {
	const names = useSyncExternalStore(known.subscribe, known.get)
	const wanted = [...new Set(ids)].join(' ')
	useEffect(() => {
		for (const id of wanted.split(' ').filter((each) => each && !known.get().has(each))) {
			learn(id).catch(reportError)
		}
	}, [wanted])
	return (id) => names.get(id) ?? null
}
