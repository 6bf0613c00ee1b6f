ALTER TABLE "password_resets" ADD COLUMN "used_key" text;--> statement-breakpoint
CREATE INDEX "attempts_election" ON "attempts" USING btree ("election_id");