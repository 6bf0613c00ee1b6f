import { createTestFeature } from '#web/test-feature.ts'
import { call } from './client.ts'
import { lastingStorage } from './storage.ts'

/** Whether there is a knowledge test to lead to. */
export const testFeature = createTestFeature(call, lastingStorage)
