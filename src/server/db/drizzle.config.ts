import { defineConfig } from 'drizzle-kit'

/** Config of `npx drizzle-kit generate --config src/server/db/drizzle.config.ts --name <what>`. */
export default defineConfig({
	dialect: 'postgresql',
	schema: './src/server/db/schema.ts',
	out: './src/server/db/migrations',
})
