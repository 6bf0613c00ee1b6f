// Runs the worker from TypeScript sources: worker threads do not inherit their parent's loader.
import { register } from 'tsx/esm/api'

register()
await import('./read-worker.ts')
