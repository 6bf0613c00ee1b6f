/** Whether nothing should move by itself: by the device's setting, or by the system's. */
export const lessMotion = (): boolean =>
	document.documentElement.dataset.motion === 'reduce' ||
	matchMedia('(prefers-reduced-motion: reduce)').matches
