import { describe, expectTypeOf, it } from 'vitest'
import type { auth } from '#contract/auth.ts'
import type { compareQuizzes } from '#contract/compare-quizzes.ts'
import type { elections } from '#contract/elections.ts'
import type { CallInput, HandlerInput, Reply, Sent } from '#contract/endpoint.ts'
import type { InteractBody, QuizState, quiz } from '#contract/quiz.ts'
import type { QuizType } from '#domain/types.ts'

// These tests pass if they compile.

describe('CallInput', () => {
	it('is unknown for a row that declares nothing', () => {
		expectTypeOf<CallInput<typeof elections.active>>().toBeUnknown()
	})

	it('has path parameters by name', () => {
		expectTypeOf<CallInput<typeof quiz.state>>().toExtend<{
			readonly params: { attemptId: string }
		}>()
		expectTypeOf<{ params: { id: string } }>().not.toExtend<CallInput<typeof quiz.state>>()
		expectTypeOf<Record<never, never>>().not.toExtend<CallInput<typeof quiz.state>>()
	})

	it('has a body as sent, with ids as numbers or texts', () => {
		type Input = CallInput<typeof quiz.interact>
		type Scale = { interactionType: 'SCALE'; policyId: number; value: 2; responseTimeMs: number }
		expectTypeOf<{ params: { attemptId: string }; body: Scale }>().toExtend<Input>()
		type Wrong = Omit<Scale, 'value'> & { value: 3 }
		expectTypeOf<{ params: { attemptId: string }; body: Wrong }>().not.toExtend<Input>()
		expectTypeOf<{ params: { attemptId: string } }>().not.toExtend<Input>()
	})

	it('may omit an optional body', () => {
		type Input = CallInput<typeof quiz.start>
		expectTypeOf<{ params: { compareQuizId: string } }>().toExtend<Input>()
		expectTypeOf<{ params: { compareQuizId: string }; body: { seed: string } }>().toExtend<Input>()
		expectTypeOf<{
			params: { compareQuizId: string }
			body: { seed: number }
		}>().not.toExtend<Input>()
	})

	it('has a query with optional terms', () => {
		type Input = CallInput<typeof elections.search>
		expectTypeOf<{ query: { state: string } }>().toExtend<Input>()
		expectTypeOf<{ query: { state: number } }>().not.toExtend<Input>()
	})
})

describe('Reply', () => {
	it('has text ids and no missing fields', () => {
		expectTypeOf<Reply<typeof quiz.start>>().toEqualTypeOf<QuizState>()
		expectTypeOf<Reply<typeof elections.active>[number]['id']>().toEqualTypeOf<string>()
		expectTypeOf<Reply<typeof auth.login>['token']>().toEqualTypeOf<string>()
		expectTypeOf<Reply<typeof auth.register>['token']>().toEqualTypeOf<string | null>()
		expectTypeOf<Reply<typeof compareQuizzes.get>['quizType']>().toEqualTypeOf<QuizType>()
		type Percentage = Reply<typeof quiz.results>['candidates'][number]['alignmentPercentage']
		expectTypeOf<Percentage>().toEqualTypeOf<number | null>()
	})
})

describe('handler types', () => {
	it('are parsed, and undefined if the row declares nothing', () => {
		type Input = HandlerInput<typeof quiz.interact>
		expectTypeOf<Input['params']>().toEqualTypeOf<{ attemptId: string }>()
		expectTypeOf<Input['body']>().toEqualTypeOf<InteractBody>()
		expectTypeOf<Input['query']>().toEqualTypeOf<undefined>()
		expectTypeOf<HandlerInput<typeof elections.active>['params']>().toEqualTypeOf<undefined>()
	})

	it('accept a reply without defaulted fields', () => {
		expectTypeOf<{ valid: boolean }>().toExtend<Sent<typeof compareQuizzes.validate>>()
		expectTypeOf<{ valid: string }>().not.toExtend<Sent<typeof compareQuizzes.validate>>()
	})
})
