import { describe, expectTypeOf, it } from 'vitest'
import type { auth } from '#contract/auth.ts'
import type { compareQuizzes } from '#contract/compare-quizzes.ts'
import type { elections } from '#contract/elections.ts'
import type { CallInput, HandlerInput, Reply, Sent } from '#contract/endpoint.ts'
import type { InteractBody, QuizState, quiz } from '#contract/quiz.ts'

import type { QuizType } from '#domain/types.ts'

// These hold when the tests compile: a caller and a handler see what a row says, and nothing else.

describe('what a caller passes', () => {
	it('is nothing for a row that declares nothing', () => {
		expectTypeOf<CallInput<typeof elections.active>>().toBeUnknown()
	})

	it('is the path by its parameter names', () => {
		expectTypeOf<CallInput<typeof quiz.state>>().toExtend<{
			readonly params: { attemptId: string }
		}>()
		expectTypeOf<{ params: { id: string } }>().not.toExtend<CallInput<typeof quiz.state>>()
		expectTypeOf<Record<never, never>>().not.toExtend<CallInput<typeof quiz.state>>()
	})

	it('is a body in the form in which it is sent, with ids as numbers or texts', () => {
		type Input = CallInput<typeof quiz.interact>
		type Scale = { interactionType: 'SCALE'; policyId: number; value: 2; responseTimeMs: number }
		expectTypeOf<{ params: { attemptId: string }; body: Scale }>().toExtend<Input>()
		type Wrong = Omit<Scale, 'value'> & { value: 3 }
		expectTypeOf<{ params: { attemptId: string }; body: Wrong }>().not.toExtend<Input>()
		expectTypeOf<{ params: { attemptId: string } }>().not.toExtend<Input>()
	})

	it('may leave out a body that the row makes optional', () => {
		type Input = CallInput<typeof quiz.start>
		expectTypeOf<{ params: { compareQuizId: string } }>().toExtend<Input>()
		expectTypeOf<{ params: { compareQuizId: string }; body: { seed: string } }>().toExtend<Input>()
		expectTypeOf<{
			params: { compareQuizId: string }
			body: { seed: number }
		}>().not.toExtend<Input>()
	})

	it('is a query with every term optional where the row says so', () => {
		type Input = CallInput<typeof elections.search>
		expectTypeOf<{ query: { state: string } }>().toExtend<Input>()
		expectTypeOf<{ query: { state: number } }>().not.toExtend<Input>()
	})
})

describe('what a caller gets', () => {
	it('is the one shape, with ids as texts and nothing missing', () => {
		expectTypeOf<Reply<typeof quiz.start>>().toEqualTypeOf<QuizState>()
		expectTypeOf<Reply<typeof elections.active>[number]['id']>().toEqualTypeOf<string>()
		expectTypeOf<Reply<typeof auth.login>['token']>().toEqualTypeOf<string>()
		expectTypeOf<Reply<typeof auth.register>['token']>().toEqualTypeOf<string | null>()
		expectTypeOf<Reply<typeof compareQuizzes.get>['quizType']>().toEqualTypeOf<QuizType>()
		type Percentage = Reply<typeof quiz.results>['candidates'][number]['alignmentPercentage']
		expectTypeOf<Percentage>().toEqualTypeOf<number | null>()
	})
})

describe('what a handler gets', () => {
	it('is parsed, and undefined where the row declares nothing', () => {
		type Input = HandlerInput<typeof quiz.interact>
		expectTypeOf<Input['params']>().toEqualTypeOf<{ attemptId: string }>()
		expectTypeOf<Input['body']>().toEqualTypeOf<InteractBody>()
		expectTypeOf<Input['query']>().toEqualTypeOf<undefined>()
		expectTypeOf<HandlerInput<typeof elections.active>['params']>().toEqualTypeOf<undefined>()
	})

	it('sends what the reply takes in', () => {
		expectTypeOf<{ valid: boolean }>().toExtend<Sent<typeof compareQuizzes.validate>>()
		expectTypeOf<{ valid: string }>().not.toExtend<Sent<typeof compareQuizzes.validate>>()
	})
})
