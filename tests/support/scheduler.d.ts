declare module 'scheduler' {
	const scheduler: {
		readonly unstable_IdlePriority: number
		unstable_scheduleCallback(priority: number, run: () => void): unknown
	}
	export = scheduler
}
