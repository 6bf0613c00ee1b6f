import { type QueryKey, queryOptions } from '@tanstack/react-query'
import {
	EMPTY_CELL_ETAG,
	managePositions,
	type Position,
	type PositionGrid,
} from '#contract/admin/positions.ts'
import { mapOk, type Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call, uuid } from '#web/app/api.ts'
import { queryClient, unwrap } from '../kit/queries.ts'
import { type CellChange, type CellFields, cellKey } from './cell-queue.ts'

const keyOfGrid = (electionId: string): QueryKey => ['positions', electionId]

/** Statements of the grid. Rejected ones are left out. */
const readGrid = async (
	electionId: string,
	signal?: AbortSignal,
): Promise<Result<PositionGrid, Failure>> => {
	const reply = await call(
		managePositions.grid,
		{ params: { electionId } },
		{ ...(signal && { signal }) },
	)
	return mapOk(reply, (grid) => ({
		...grid,
		statements: grid.statements.filter(({ validationStatus }) => validationStatus !== 'REJECTED'),
	}))
}

export const gridQuery = (electionId: string) =>
	queryOptions({
		queryKey: keyOfGrid(electionId),
		queryFn: ({ signal }) => unwrap(readGrid(electionId, signal)),
	})

const patchGrid = (electionId: string, change: (grid: PositionGrid) => PositionGrid): void => {
	queryClient.setQueryData<PositionGrid>(keyOfGrid(electionId), (grid) => grid && change(grid))
}

export const storedCell = (
	electionId: string,
	policyId: string,
	candidateId: string,
): Position | null =>
	queryClient
		.getQueryData<PositionGrid>(keyOfGrid(electionId))
		?.cells.find((cell) => cell.policyId === policyId && cell.candidateId === candidateId) ?? null

export const showStored = (
	electionId: string,
	changes: readonly Pick<CellChange, 'policyId' | 'candidateId'>[],
	stored: readonly (Position | null)[],
): void => {
	const changed = new Set(
		changes.map(({ policyId, candidateId }) => cellKey(policyId, candidateId)),
	)
	patchGrid(electionId, (grid) => ({
		...grid,
		cells: [
			...grid.cells.filter(
				({ policyId, candidateId }) => !changed.has(cellKey(policyId, candidateId)),
			),
			...stored.filter((cell) => cell !== null),
		],
	}))
}

export const rereadGrid = async (electionId: string): Promise<Result<PositionGrid, Failure>> => {
	const read = await readGrid(electionId)
	if (read.ok) patchGrid(electionId, () => read.value)
	return read
}

/** Stores all cells or none, on the versions that are shown. */
export const storeCells = async (
	electionId: string,
	changes: readonly CellChange[],
): Promise<Result<readonly (Position | null)[], Failure>> => {
	const cells = changes.map(({ policyId, candidateId, fields }) => {
		const etag = storedCell(electionId, policyId, candidateId)?.etag ?? EMPTY_CELL_ETAG
		return { policyId, candidateId, ...fields, etag }
	})
	const reply = await call(
		managePositions.setMany,
		{ params: { electionId }, body: { cells } },
		{ idempotencyKey: uuid() },
	)
	return mapOk(reply, ({ cells }) => cells)
}

export const fieldsOf = (position: Omit<Position, 'id' | 'etag'> | null): CellFields => {
	if (position === null) return { value: null }
	const { value, quote, source, url, note, status, givenBy } = position
	return { value, quote, source, url, note, status, givenBy }
}
