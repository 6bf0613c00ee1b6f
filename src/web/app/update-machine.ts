/** What a page knows of newer versions of the app. */
export interface UpdateState {
	/** A worker was in charge of the page: the next one to take over is an update, not the first claim of a first visit. */
	readonly controlled: boolean
	/** What became of the version that waits to take over. */
	readonly next: 'none' | 'offered' | 'put-off' | 'accepted'
	/** A question is on screen. Until it is left nothing is offered and nothing reloads. */
	readonly question: boolean
	/** Another version has taken over, so that this page is of the old one. */
	readonly outdated: boolean
	/** The page is on its way out: nothing more is done with it. */
	readonly reloading: boolean
}

export type UpdateEvent =
	/** A new version is installed and waits. */
	| { readonly type: 'waiting' }
	/** The server takes nothing from this version any more. */
	| { readonly type: 'needed' }
	/** A question came on screen, or was left. */
	| { readonly type: 'question'; readonly shown: boolean }
	/** The voter wants the new version now. */
	| { readonly type: 'accept' }
	/** The voter wants it some other time. */
	| { readonly type: 'later' }
	/** Another worker is in charge of the page, by whichever tab's wish. */
	| { readonly type: 'taken-over' }

/** What is to be done: let the waiting version take over, or load the page again. */
export type UpdateEffect = 'activate' | 'reload' | null

/** @param controlled whether a worker is in charge of the page already. */
export const startState = (controlled: boolean): UpdateState => ({
	controlled,
	next: 'none',
	question: false,
	outdated: false,
	reloading: false,
})

/** Whether the voter is asked. */
export const isOffered = ({ next, question, reloading }: UpdateState): boolean =>
	(next === 'offered' || next === 'accepted') && !question && !reloading

/** An outdated page reloads, once, as soon as no question stands on it. */
const reloadIfDue = (state: UpdateState): [UpdateState, UpdateEffect] =>
	state.outdated && !state.question && !state.reloading
		? [{ ...state, reloading: true }, 'reload']
		: [state, null]

/** The next state after an event, and what is to be done. */
export const step = (state: UpdateState, event: UpdateEvent): [UpdateState, UpdateEffect] => {
	switch (event.type) {
		case 'waiting':
			// A yes to one version is a yes to a still newer one; a no is not.
			return state.next === 'accepted' ? [state, 'activate'] : [{ ...state, next: 'offered' }, null]
		case 'needed':
			return [state.next === 'put-off' ? { ...state, next: 'offered' } : state, null]
		case 'accept':
			return isOffered(state) && state.next === 'offered'
				? [{ ...state, next: 'accepted' }, 'activate']
				: [state, null]
		case 'later':
			return [state.next === 'offered' ? { ...state, next: 'put-off' } : state, null]
		case 'question':
			return reloadIfDue({ ...state, question: event.shown })
		case 'taken-over':
			// In a first visit the worker claims a page that is of its own version.
			if (!state.controlled && state.next !== 'accepted') {
				return [{ ...state, controlled: true }, null]
			}
			return reloadIfDue({ ...state, controlled: true, outdated: true, next: 'none' })
	}
}
