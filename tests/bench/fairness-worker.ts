import { type FairnessRun, firstPlaceShares } from '#domain/fairness.ts'

process.on('message', (run: FairnessRun) => {
	process.send?.(firstPlaceShares(run))
})
