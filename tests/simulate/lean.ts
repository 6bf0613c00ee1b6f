// What a schedule does not look at, and a tenth of its time: where an abort came from, and the channel by which Dexie
// tells other pages of changes. Imported before Dexie, which looks for the channel once.
Error.stackTraceLimit = 0
Reflect.deleteProperty(globalThis, 'BroadcastChannel')
